package rng

import "fmt"

// redacted keeps the secrets of the struct that embeds it out of formatted
// output, whatever the verb. Its methods have value receivers, so that they
// also speak for a copy.
type redacted struct{}

const redactedText = "rng{redacted}"

// String reveals nothing of the state.
func (redacted) String() string { return redactedText }

// GoString reveals nothing of the state.
func (redacted) GoString() string { return redactedText }

// Format reveals nothing of the state, whatever the verb.
func (redacted) Format(f fmt.State, _ rune) { fmt.Fprint(f, redactedText) }

// noCopy makes go vet report copies of the struct that contains it.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}
