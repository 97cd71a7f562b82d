module example.com/calque

go 1.26
