package option

import (
	"context"
	"math"
	"reflect"
	"testing"
)

func TestResolveNothing(t *testing.T) {
	if got := Resolve(nil); !reflect.DeepEqual(got, Default) {
		t.Errorf("no options: %+v", got)
	}
	if got := Resolve([]Option{{}, {Key: None, Num: 9}, {Key: 255, Num: 1}}); !reflect.DeepEqual(got, Default) {
		t.Errorf("empty options: %+v", got)
	}
}

// TestEveryKeyCounts sets every key to something that is not its default and
// looks for the field that changed; no two keys may change the same one.
func TestEveryKeyCounts(t *testing.T) {
	changed := map[string]Key{}
	none := 0
	for k := FailFast; none < 8; k++ {
		got := Resolve([]Option{{Key: k, Num: 3, Ref: context.Background()}})
		field := difference(t, got, Default)
		if field == "" {
			none++ // behind the last key
			continue
		}
		if none > 0 {
			t.Errorf("key %d sets nothing", int(k)-none)
		}
		if other, ok := changed[field]; ok {
			t.Errorf("keys %d and %d set %s", other, k, field)
		}
		changed[field] = k
	}
	if fields := reflect.TypeFor[Set]().NumField(); len(changed) != fields {
		t.Errorf("the keys set %d of %d fields", len(changed), fields)
	}
}

// difference returns the name of the field in which a and b differ.
func difference(t *testing.T, a, b Set) string {
	t.Helper()
	name := ""
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range va.NumField() {
		if !reflect.DeepEqual(va.Field(i).Interface(), vb.Field(i).Interface()) {
			if name != "" {
				t.Errorf("%s and %s both differ", name, va.Type().Field(i).Name)
			}
			name = va.Type().Field(i).Name
		}
	}
	return name
}

func TestLaterWins(t *testing.T) {
	got := Resolve([]Option{
		Number(MaxDepth, 5), Number(Indent, 4),
		{Key: Bundle, Ref: []Option{Number(Indent, 2), Flag(SortKeys)}},
		{Key: Bundle, Ref: "not options"},
		Number(MaxDepth, 7), Number(SortKeys, 0),
	})
	if got.MaxDepth != 7 || got.Indent != 2 || got.SortKeys {
		t.Errorf("depth %d, indent %d, sorted %v", got.MaxDepth, got.Indent, got.SortKeys)
	}
}

func TestLimits(t *testing.T) {
	for _, test := range []struct {
		n    int64
		want int
	}{
		{0, Unlimited},
		{-1, Unlimited},
		{math.MinInt64, Unlimited},
		{1, 1},
		{math.MaxInt32, math.MaxInt32},
		{math.MaxInt64, Unlimited},
	} {
		got := Resolve([]Option{Number(MaxDepth, test.n), Number(MaxErrors, test.n)})
		if got.MaxDepth != test.want || got.MaxErrors != test.want {
			t.Errorf("%d: depth %d, errors %d", test.n, got.MaxDepth, got.MaxErrors)
		}
	}
	got := Resolve([]Option{Number(MaxBytes, -5), Number(MaxItems, -5)})
	if got.MaxBytes != 0 || got.MaxItems != 0 {
		t.Errorf("bytes %d, items %d", got.MaxBytes, got.MaxItems)
	}
}

func TestContextOfAnotherType(t *testing.T) {
	if got := Resolve([]Option{{Key: Context, Ref: "no context"}, {Key: Context}}); got.Ctx != nil {
		t.Errorf("context %v", got.Ctx)
	}
}
