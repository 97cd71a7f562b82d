package json

import (
	"example.com/calque/fault"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// minTry is how many bytes are tried first where the end of a value is not
// known.
const minTry = 512

// maxInput is the largest input: names are counted in 32 bits, and take nine
// bytes each where all of them are different.
const maxInput = 32 << 30

// inputLimit returns the largest number of bytes that an input may have.
func inputLimit(set *option.Set) int64 {
	if set.MaxBytes > 0 {
		return min(set.MaxBytes, maxInput)
	}
	return maxInput
}

// parseGrowing parses the value that data holds from an offset on, which anything
// may follow, and returns the offset behind it, negative where there is a fault that ends
// reading. It tries the first guess bytes, then four times as many and so on,
// so that its time and memory depend on the value and not on what follows. With
// more, data ended too early; with whole, nothing follows data.
func parseGrowing(d *value.Doc, data []byte, from, guess int, whole bool, set *option.Set) (end int, more bool, faults *fault.List) {
	most := len(data)
	// A value that reaches the limit may go on in one byte more.
	limit := inputLimit(set)
	limited := int64(most) > limit
	if limited {
		most = int(limit) + 1
	}
	n := min(max(guess, minTry), most)
	if set.Filter != nil { // it must be asked once
		f := frame{comments: set.Comments}
		size, ended := f.find(data[from:most])
		if !ended && !whole && !limited {
			return -1, true, nil
		}
		n = min(from+size+1, most)
	}
	for ; ; n = min(4*n, most) {
		end, more, faults = parseFirst(d, data, from, n, n < len(data) || !whole, set)
		if !more || n == most {
			break
		}
	}
	if limited && (more || int64(end) > limit) {
		faults = fault.One(tooLargeFault(limit))
		return -1, false, faults
	}
	if set.Nlohmann && !more {
		likeNlohmann(d, data[from:], faults, set)
	}
	return end, more, faults
}
