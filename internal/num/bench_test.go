package num

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"example.com/calque/internal/mem"
)

// benchCount is how many numbers a shape has: more than a branch predictor
// learns by heart.
const benchCount = 20_000

// shape is a set of numbers to measure with: one pass of own and of the library
// over all of them.
type shape struct {
	name         string
	own, library func()
}

var (
	sinkFloat float64
	sinkInt   int
	sinkBits  uint64
)

// floatSets returns the float64 that are measured.
func floatSets() map[string][]float64 {
	r := rand.New(rand.NewPCG(1, 2))
	sets := map[string][]float64{}
	add := func(name string, next func() float64) {
		set := make([]float64, benchCount)
		for i := range set {
			set[i] = next()
		}
		sets[name] = set
	}
	// Coordinates with six decimals that went through some arithmetic.
	add("canada", func() float64 {
		x := float64(40_000_000+r.IntN(100_000_000)) / 1e6
		if r.IntN(2) == 0 {
			x = -x
		}
		return math.Float64frombits(math.Float64bits(x) + uint64(r.IntN(9)) - 4)
	})
	add("cents", func() float64 { return float64(r.IntN(1e6)) / 100 })
	add("uniform", r.Float64)
	add("quarters", func() float64 { return float64(r.IntN(100_000)) * 0.25 })
	add("bits", func() float64 {
		for {
			if f := math.Float64frombits(r.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
				return f
			}
		}
	})
	return sets
}

// float32Sets returns the float32 that are measured.
func float32Sets() map[string][]float32 {
	r := rand.New(rand.NewPCG(1, 2))
	sets := map[string][]float32{}
	add := func(name string, next func() float32) {
		set := make([]float32, benchCount)
		for i := range set {
			set[i] = next()
		}
		sets[name] = set
	}
	add("normal", func() float32 { return float32(r.NormFloat64() * 100) })
	add("uniform", r.Float32)
	add("tenths", func() float32 { return float32(r.IntN(10_000)) / 10 })
	add("bits", func() float32 {
		for {
			if f := math.Float32frombits(r.Uint32()); !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) {
				return f
			}
		}
	})
	return sets
}

// intSets returns the integers that are measured.
func intSets() map[string][]int64 {
	r := rand.New(rand.NewPCG(1, 2))
	sets := map[string][]int64{}
	for name, next := range map[string]func() int64{
		"digits1":    func() int64 { return r.Int64N(10) },
		"digits1-3":  func() int64 { return r.Int64N(1000) },
		"digits1-6":  func() int64 { return r.Int64N(int64(pow10[r.IntN(6)+1])) },
		"digits1-10": func() int64 { return r.Int64N(int64(pow10[r.IntN(10)+1])) },
		"digits13":   func() int64 { return 1e12 + r.Int64N(9e12) },
		"digits19":   func() int64 { return 1e18 + r.Int64N(8e18) },
		"any":        func() int64 { return int64(r.Uint64()) >> uint(r.IntN(64)) },
	} {
		set := make([]int64, benchCount)
		for i := range set {
			set[i] = next()
		}
		sets[name] = set
	}
	return sets
}

// joined returns texts as one padded text of an array, and one by one.
func joined[T any](set []T, text func(T) string) (all []byte, each []string) {
	for _, v := range set {
		s := text(v)
		each = append(each, s)
		all = append(append(all, s...), ',')
	}
	return append(all, make([]byte, mem.Pad)...), each
}

func shapes() (list []shape) {
	buf := make([]byte, 0, 256)
	out := mem.Of(buf[:1])
	for name, set := range floatSets() {
		all, each := joined(set, func(f float64) string { return string(jsonFloat(nil, f, 64)) })
		list = append(list, shape{"PutFloat64/" + name, func() {
			for _, f := range set {
				sinkInt += PutFloat64(out, 0, f)
			}
		}, func() {
			for _, f := range set {
				sinkInt += len(jsonFloat(buf[:0], f, 64))
			}
		}}, shape{"ParseFloat64/" + name, func() {
			p := mem.Of(all)
			for i := 0; i < len(all)-mem.Pad; {
				f, end := ParseFloat64(p, i)
				sinkFloat += f
				i = end + 1
			}
		}, func() {
			for _, s := range each {
				f, _ := strconv.ParseFloat(s, 64)
				sinkFloat += f
			}
		}}, shape{"Read/" + name, func() {
			p := mem.Of(all)
			for i := 0; i < len(all)-mem.Pad; {
				_, b, end := Read(p, i)
				sinkBits += b
				i = end + 1
			}
		}, func() {
			for _, s := range each {
				f, _ := strconv.ParseFloat(s, 64)
				sinkFloat += f
			}
		}})
	}
	for name, set := range float32Sets() {
		all, each := joined(set, func(f float32) string { return string(jsonFloat(nil, float64(f), 32)) })
		list = append(list, shape{"PutFloat32/" + name, func() {
			for _, f := range set {
				sinkInt += PutFloat32(out, 0, f)
			}
		}, func() {
			for _, f := range set {
				sinkInt += len(jsonFloat(buf[:0], float64(f), 32))
			}
		}}, shape{"ParseFloat32/" + name, func() {
			p := mem.Of(all)
			for i := 0; i < len(all)-mem.Pad; {
				f, end := ParseFloat32(p, i)
				sinkFloat += float64(f)
				i = end + 1
			}
		}, func() {
			for _, s := range each {
				f, _ := strconv.ParseFloat(s, 32)
				sinkFloat += f
			}
		}})
	}
	for name, set := range intSets() {
		all, each := joined(set, func(v int64) string { return strconv.FormatInt(v, 10) })
		list = append(list, shape{"PutInt/" + name, func() {
			for _, v := range set {
				sinkInt += PutInt(out, 0, v)
			}
		}, func() {
			for _, v := range set {
				sinkInt += len(strconv.AppendInt(buf[:0], v, 10))
			}
		}}, shape{"ParseInt/" + name, func() {
			p := mem.Of(all)
			for i := 0; i < len(all)-mem.Pad; {
				v, end := ParseInt(p, i)
				sinkInt += int(v)
				i = end + 1
			}
		}, func() {
			for _, s := range each {
				v, _ := strconv.ParseInt(s, 10, 64)
				sinkInt += int(v)
			}
		}}, shape{"Read/" + name, func() {
			p := mem.Of(all)
			for i := 0; i < len(all)-mem.Pad; {
				_, b, end := Read(p, i)
				sinkBits += b
				i = end + 1
			}
		}, func() {
			for _, s := range each {
				v, _ := strconv.ParseInt(s, 10, 64)
				sinkInt += int(v)
			}
		}})
	}
	slices.SortFunc(list, func(a, b shape) int {
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return list
}

func BenchmarkNumbers(b *testing.B) {
	for _, s := range shapes() {
		for name, pass := range map[string]func(){"own": s.own, "strconv": s.library} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					pass()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchCount, "ns/number")
			})
		}
	}
}

// TestRatios prints the time of own code divided by the time of the library,
// both the shortest of passes that take turns.
func TestRatios(t *testing.T) {
	if os.Getenv("CALQUE_RATIOS") == "" {
		t.Skip("a measurement: set CALQUE_RATIOS to run it")
	}
	elapsed := func(pass func()) time.Duration {
		start := time.Now()
		pass()
		return time.Since(start)
	}
	for _, s := range shapes() {
		own, library := elapsed(s.own), elapsed(s.library)
		for range 40 {
			own = min(own, elapsed(s.own))
			library = min(library, elapsed(s.library))
		}
		a, b := float64(own)/benchCount, float64(library)/benchCount
		t.Logf("%-26s %6.2f ns of %6.2f: %.2f", s.name, a, b, a/b)
	}
}
