module example.com/calque/cmd/calque

go 1.26

require (
	example.com/calque v0.0.0
	github.com/klauspost/compress v1.20.4
	github.com/rogpeppe/go-internal v1.16.0
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	golang.org/x/term v0.44.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

replace example.com/calque => ../..
