// Command calque checks, formats, converts and shows serialized data.
package main

import (
	"os"

	"example.com/calque/cmd/calque/internal/command"
)

func main() { os.Exit(command.Main(os.Args[1:], command.Process())) }
