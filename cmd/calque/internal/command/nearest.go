package command

import "strings"

// didYouMean returns the end of a message that suggests the word nearest to
// what was typed, "" where none is near.
func didYouMean(typed string, words []string) string {
	if w := nearest(typed, words); w != "" {
		return "; did you mean " + w + "?"
	}
	return ""
}

// nearest returns the word that needs the fewest edits to be what was typed:
// at most one for each three letters, or else one that begins with it.
func nearest(typed string, words []string) string {
	typed = strings.ToLower(typed)
	best, fewest := "", max(len(typed), 3)/3+1
	for _, w := range words {
		if d := distance(typed, strings.ToLower(w)); d < fewest {
			best, fewest = w, d
		}
	}
	if best == "" && typed != "" {
		for _, w := range words {
			if strings.HasPrefix(strings.ToLower(w), typed) {
				return w
			}
		}
	}
	return best
}

// distance returns the number of letters to insert, remove, replace or swap
// with their neighbour to turn a into b.
func distance(a, b string) int {
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], two[j-2]+1)
			}
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
