package msgpack

import (
	"testing"

	"example.com/calque/wire/wiretest"
)

func TestWire(t *testing.T) { wiretest.Run(t, Format) }
