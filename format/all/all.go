// Package all imports every format of the root module, for programs that want
// them all in the registry of package format:
//
//	import _ "example.com/calque/format/all"
package all

import (
	_ "example.com/calque/format/json"    // json, ndjson
	_ "example.com/calque/format/msgpack" // msgpack
)
