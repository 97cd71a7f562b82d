package json_test

import (
	"testing"

	"example.com/calque/format/json"
	"example.com/calque/value"
)

func TestSmoke(t *testing.T) {
	v, err := json.Parse[value.Value]([]byte(` {"a":[1,2.5,-3,"x\ny",true,false,null,{"b":1e400}],"c":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	t.Log(string(b), err)
}
