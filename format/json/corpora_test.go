package json_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/calque"
	"example.com/calque/fault"
	"example.com/calque/format/json"
	"example.com/calque/internal/option"
	"example.com/calque/value"
)

// corpus returns the files of a folder beside the checkout that match a
// pattern; the test is skipped where the folder is not there.
func corpus(t testing.TB, pattern string) []string {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "corpora")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the corpora are not beside the checkout: ", err)
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no files %s", pattern)
	}
	return files
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// mustRefuse fails the test unless data is refused with a fault of syntax or a
// limit that has an offset in it.
func mustRefuse(t *testing.T, data []byte) {
	t.Helper()
	_, err := json.Parse[value.Value](data)
	list, ok := errors.AsType[*fault.List](err)
	if !ok {
		t.Fatalf("accepted, want it refused (%v)", err)
	}
	for _, e := range list.Errors {
		if e.Offset < 0 || e.Offset > int64(len(data)) || e.Line < 1 || e.Column < 1 {
			t.Errorf("no place in the input: %+v", e)
		}
	}
}

// mustAccept fails the test unless data is accepted and again holds.
func mustAccept(t *testing.T, data []byte, opts ...calque.Option) {
	t.Helper()
	again(t, data, opts...)
	again(t, data, append(opts, keepSpelling)...)
}

// again fails the test unless the text of the value that data holds gives the
// same text when it is read and written again, and, where numbers keep their
// spelling, an equal value.
//
// A float from 2^53 up to 1e21 is written as an integer, which reads as one: of
// other exact value where the digits of the float are the shortest ones only.
func again(t *testing.T, data []byte, opts ...calque.Option) {
	t.Helper()
	v, err := json.Parse[value.Value](data, opts...)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("not written: %v", err)
	}
	w, err := json.Parse[value.Value](text, opts...)
	if err != nil {
		t.Fatalf("own text refused: %v", err)
	}
	twice, err := json.Marshal(w)
	if err != nil || !bytes.Equal(text, twice) {
		t.Fatalf("another text when written again (%v)", err)
	}
	if option.Resolve(opts).KeepSpelling && !w.Equal(v) {
		t.Fatalf("not equal when read again")
	}
}

// choices are the files of JSONTestSuite that a parser is free to accept, and
// what this one does; doc.go says why.
var choices = map[string]bool{
	"number_double_huge_neg_exp":                   true,
	"number_huge_exp":                              true,
	"number_neg_int_huge_exp":                      true,
	"number_pos_double_huge_exp":                   true,
	"number_real_neg_overflow":                     true,
	"number_real_pos_overflow":                     true,
	"number_real_underflow":                        true,
	"number_too_big_neg_int":                       true,
	"number_too_big_pos_int":                       true,
	"number_very_big_negative_int":                 true,
	"object_key_lone_2nd_surrogate":                false,
	"string_1st_surrogate_but_2nd_missing":         false,
	"string_1st_valid_surrogate_2nd_invalid":       false,
	"string_UTF-16LE_with_BOM":                     false,
	"string_UTF-8_invalid_sequence":                false,
	"string_UTF8_surrogate_U+D800":                 false,
	"string_incomplete_surrogate_and_escape_valid": false,
	"string_incomplete_surrogate_pair":             false,
	"string_incomplete_surrogates_escape_valid":    false,
	"string_invalid_lonely_surrogate":              false,
	"string_invalid_surrogate":                     false,
	"string_invalid_utf-8":                         false,
	"string_inverted_surrogates_U+1D11E":           false,
	"string_iso_latin_1":                           false,
	"string_lone_second_surrogate":                 false,
	"string_lone_utf8_continuation_byte":           false,
	"string_not_in_unicode_range":                  false,
	"string_overlong_sequence_2_bytes":             false,
	"string_overlong_sequence_6_bytes":             false,
	"string_overlong_sequence_6_bytes_null":        false,
	"string_truncated-utf-8":                       false,
	"string_utf16BE_no_BOM":                        false,
	"string_utf16LE_no_BOM":                        false,
	"structure_500_nested_arrays":                  true,
	"structure_UTF-8_BOM_empty_object":             true,
}

func TestJSONTestSuite(t *testing.T) {
	count := map[string]int{}
	for _, file := range corpus(t, "JSONTestSuite/test_parsing/*.json") {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		class, rest, _ := strings.Cut(name, "_")
		count[class]++
		t.Run(name, func(t *testing.T) {
			data := read(t, file)
			switch accept, known := choices[rest]; {
			case class == "y" && strings.Contains(name, "duplicated_key"):
				_, err := json.Parse[value.Value](data)
				if !errors.Is(err, fault.Duplicate) || fault.Fatal(err) {
					t.Errorf("got %v, want the duplicate name alone", err)
				}
				mustAccept(t, data, calque.Duplicates(calque.Last))
			case class == "y" || class == "i" && accept:
				mustAccept(t, data)
			case class == "n" || known:
				mustRefuse(t, data)
			default:
				t.Error("a choice without an answer")
			}
		})
	}
	if count["y"] != 95 || count["n"] != 188 || count["i"] != len(choices) {
		t.Errorf("files: %v", count)
	}
}

func TestJSONTestSuiteTransform(t *testing.T) {
	for _, file := range corpus(t, "JSONTestSuite/test_transform/*.json") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := read(t, file)
			if strings.Contains(file, "invalid_codepoint") || strings.Contains(file, "escaped_invalid") {
				mustRefuse(t, data)
			} else {
				mustAccept(t, data, calque.Duplicates(calque.Keep))
			}
		})
	}
}

func TestJSONChecker(t *testing.T) {
	for _, pattern := range []string{"nativejson-benchmark/data/jsonchecker/*.json", "nlohmann-json_test_data/json_tests/*.json"} {
		for _, file := range corpus(t, pattern) {
			name := filepath.Base(file)
			t.Run(name, func(t *testing.T) {
				data := read(t, file)
				// Lawful today: a string alone, and twenty levels.
				lawful := strings.Contains(name, "EXCLUDE") || strings.Contains(file, "nlohmann") &&
					(name == "fail1.json" || name == "fail18.json")
				if strings.HasPrefix(name, "pass") || lawful {
					mustAccept(t, data)
				} else {
					mustRefuse(t, data)
				}
			})
		}
	}
}

func TestRoundtripFiles(t *testing.T) {
	for _, pattern := range []string{"nativejson-benchmark/data/roundtrip/*.json", "nlohmann-json_test_data/json_roundtrip/*.json"} {
		for _, file := range corpus(t, pattern) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				data := bytes.TrimSpace(read(t, file))
				v, err := json.Parse[value.Value](data, keepSpelling)
				if err != nil {
					t.Fatal(err)
				}
				text, err := json.Marshal(v)
				if err != nil || !bytes.Equal(text, data) {
					t.Errorf("got %s (%v)\nwant %s", text, err, data)
				}
				mustAccept(t, data)
			})
		}
	}
}

func TestRealFiles(t *testing.T) {
	for _, pattern := range []string{
		"nativejson-benchmark/data/*.json",
		"simdjson-jsonexamples/jsonexamples/*.json",
		"nlohmann-json_test_data/json.org/*.json",
		"nlohmann-json_test_data/json_testsuite/*.json",
		"nlohmann-json_test_data/json_nlohmann_tests/*.json",
		"nlohmann-json_test_data/big-list-of-naughty-strings/*.json",
		"nlohmann-json_test_data/regression/*.json",
		"json-patch-tests/*.json",
		"json-canonicalization/testdata/input/*.json",
	} {
		for _, file := range corpus(t, pattern) {
			t.Run(filepath.Base(file), func(t *testing.T) {
				var opts []calque.Option
				if strings.Contains(file, "json-patch") { // it has patches with two members "op"
					opts = append(opts, calque.Duplicates(calque.Last))
				}
				mustAccept(t, read(t, file), opts...)
			})
		}
	}
}

func TestNDJSONFile(t *testing.T) {
	for _, file := range corpus(t, "simdjson-jsonexamples/jsonexamples/*.ndjson") {
		data := read(t, file)
		lines := bytes.Count(data, []byte("\n"))
		n := 0
		for v, err := range json.Each[value.Value](bytes.NewReader(data)) {
			if err != nil || v.Kind() != value.KindArray {
				t.Fatalf("%s: record %d: %v, %v", file, n+1, v.Kind(), err)
			}
			n++
		}
		if n < lines || n > lines+1 {
			t.Errorf("%s: %d records of %d lines", file, n, lines)
		}
	}
}

// TestNaughtyText puts lines of the UTF-8 stress test into strings: a line is
// accepted exactly where it is UTF-8.
func TestNaughtyText(t *testing.T) {
	for _, file := range corpus(t, "nlohmann-json_test_data/markus_kuhn/*.txt") {
		for i, line := range bytes.Split(read(t, file), []byte("\n")) {
			if bytes.ContainsAny(line, "\"\\\x00\t\r") {
				continue
			}
			v, err := json.Parse[value.Value]([]byte(`"` + string(line) + `"`))
			if want := string(line) == strings.ToValidUTF8(string(line), ""); want != (err == nil) {
				t.Errorf("line %d: %q: %v", i+1, line, err)
			} else if want && v.Text() != string(line) {
				t.Errorf("line %d: got %q, want %q", i+1, v.Text(), line)
			}
		}
	}
}
