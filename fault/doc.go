// Package fault holds the errors of calque: what is wrong, where, what was
// wanted and what was found, in the same words for every format.
//
// Every function of calque that reads or writes returns a [*List], also for
// one error; the signatures say error. Codes are targets of errors.Is, and
// errors.As finds the list and its errors:
//
//	_, err := json.Parse[value.Value](data)
//	if errors.Is(err, fault.Duplicate) { ... }
//	var list *fault.List
//	if errors.As(err, &list) {
//		fmt.Print(list.Render(data)) // with the line and a caret under the place
//	}
//
// A code belongs to a class, from which exit codes and HTTP statuses follow:
//
//	class      meaning                                   exit  HTTP
//	syntax     the bytes are not the format              1     400
//	semantic   well-formed, but not what was asked for   1     422
//	limit      a limit was hit                           4     413
//	io         a reader, a writer or a context failed    3     500
//	usage      the program asked for what cannot be      2     500
//	internal   a defect of calque                        5     500
//
// Parsers call [List.Locate] before they return a list; decoders of streams call
// [List.LocateFrom] with what they read in front of the record.
//
// docs/errors.md lists every code with an example.
package fault
