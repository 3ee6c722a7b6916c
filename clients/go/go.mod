module github.com/ringkey/ringkey/clients/go

go 1.19
