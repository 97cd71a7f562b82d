module example.com/calque/bench

go 1.26

require example.com/calque v0.0.0

replace example.com/calque => ..
