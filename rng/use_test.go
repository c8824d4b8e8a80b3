package rng

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"testing"
	"time"
)

// TestKeys makes and uses keys of the standard library with Reader.
func TestKeys(t *testing.T) {
	digest := sha256.Sum256([]byte("a message"))
	pub, priv, err := ed25519.GenerateKey(Reader)
	if err != nil || !ed25519.Verify(pub, digest[:], ed25519.Sign(priv, digest[:])) {
		t.Errorf("ed25519: %v", err)
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), Reader)
	if err != nil {
		t.Fatal(err)
	}
	sig, err := ecdsa.SignASN1(Reader, ec, digest[:])
	if err != nil || !ecdsa.VerifyASN1(&ec.PublicKey, digest[:], sig) {
		t.Errorf("ecdsa: %v", err)
	}
	a, err := ecdh.X25519().GenerateKey(Reader)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ecdh.X25519().GenerateKey(New())
	if err != nil {
		t.Fatal(err)
	}
	x, err1 := a.ECDH(b.PublicKey())
	y, err2 := b.ECDH(a.PublicKey())
	if err1 != nil || err2 != nil || !bytes.Equal(x, y) {
		t.Errorf("ecdh: %v, %v", err1, err2)
	}
	if !emulated { // primes take minutes there
		key, err := rsa.GenerateKey(Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		ct, err := rsa.EncryptOAEP(sha256.New(), Reader, &key.PublicKey, digest[:], nil)
		if err != nil {
			t.Fatal(err)
		}
		if pt, err := rsa.DecryptOAEP(sha256.New(), nil, key, ct, nil); err != nil || !bytes.Equal(pt, digest[:]) {
			t.Errorf("rsa: %v", err)
		}
	}
}

// TestTLSHandshake connects a client and a server whose certificate, keys and
// handshakes take their randomness from Reader.
func TestTLSHandshake(t *testing.T) {
	_, key, err := ed25519.GenerateKey(Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(Int64N(1 << 62)),
		Subject:      pkix.Name{CommonName: "test"},
		DNSNames:     []string{"test"},
		NotAfter:     time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)

	c, s := net.Pipe()
	server := tls.Server(s, &tls.Config{Rand: Reader, Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}})
	client := tls.Client(c, &tls.Config{Rand: Reader, RootCAs: roots, ServerName: "test"})
	go func() {
		io.WriteString(server, "hello")
		server.Close()
	}()
	if got, err := io.ReadAll(client); string(got) != "hello" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}
