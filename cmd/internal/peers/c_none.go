//go:build !(peers && cgo && linux)

package peers

// Missing says why the C libraries are not there; it is empty if they are.
const Missing = "OpenSSL, libsodium, glibc: this program was built without -tags peers, without cgo, or not for Linux"

func cRandom() []Peer    { return nil }
func cKeystream() []Peer { return nil }
