module github.com/simdchacha/simdchacha/internal/peers

go 1.26.0

require (
	github.com/google/uuid v1.6.0
	github.com/simdchacha/simdchacha v0.0.0
	lukechampine.com/frand v1.5.1
)

require golang.org/x/sys v0.50.0 // indirect

replace github.com/simdchacha/simdchacha => ../..
