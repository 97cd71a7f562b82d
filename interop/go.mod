module example.com/calque/interop

go 1.26

require example.com/calque v0.0.0

replace example.com/calque => ../
