package value

import (
	"fmt"
	"testing"
)

func TestChanges(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`1`, `1.0`, ``},
		{`1`, `"1"`, `~ 1 "1";`},
		{
			`{"a":1,"b":{"c":[1,2,3]},"d":null}`, `{"b":{"c":[0,1,3]},"a":2,"e":null}`,
			`~/a 1 2;+/b/c/0 0;-/b/c/1 2;-/d null;+/e null;`,
		},
		{`[{"id":1,"n":"x"},{"id":2}]`, `[{"id":0},{"id":1,"n":"y"},{"id":2}]`, `~/0/id 1 0;-/0/n "x";+/1 {"id":1,"n":"y"};`},
		{`[1,2,{"x~":1}]`, `[2,{"x~":2}]`, `-/0 1;~/2/x~0=/1/x~0 1 2;`},
		{`[1,2]`, `{"0":1}`, `~ [1,2] {"0":1};`},
	} {
		got := ""
		for _, d := range Changes(of(t, c.a), of(t, c.b)) {
			switch {
			case !d.HasOld:
				got += fmt.Sprintf("+%s %v;", d.To, d.New)
			case !d.HasNew:
				got += fmt.Sprintf("-%s %v;", d.From, d.Old)
			case d.From != d.To:
				got += fmt.Sprintf("~%s=%s %v %v;", d.From, d.To, d.Old, d.New)
			default:
				got += fmt.Sprintf("~%s %v %v;", d.From, d.Old, d.New)
			}
		}
		if got != c.want {
			t.Errorf("%s %s: got %s, want %s", c.a, c.b, got, c.want)
		}
	}
}
