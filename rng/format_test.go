package rng

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"testing"
)

// TestFormatRevealsNothing prints generators with every verb and flag, by
// pointer, by value, and inside other values. The verbs %T, %p and %w are fmt's
// own; go vet refuses the last for what is no error.
func TestFormatRevealsNothing(t *testing.T) {
	g, c, s := New(), NewChaCha8([32]byte{1}), NewStream([32]byte{1}, 2)
	g.Uint64()
	s.Uint64()
	for _, g := range []fmt.Stringer{g, c, s} {
		value := reflect.ValueOf(g).Elem().Interface()
		for _, verb := range strings.Split("%v %+v %#v %s %q %x %X %d %o %b %c %t %e %U %z", " ") {
			for _, arg := range []any{g, value} {
				got := fmt.Sprintf(verb, arg)
				if got != redactedText {
					t.Errorf("Sprintf(%q, %T) = %.100q", verb, arg, got)
				}
			}
		}
		var log strings.Builder
		slog.New(slog.NewJSONHandler(&log, nil)).Info("generator", "g", g)
		js, err := json.Marshal(g)
		if err != nil {
			t.Error(err)
		}
		for name, text := range map[string]string{
			"String":   g.String(),
			"GoString": g.(fmt.GoStringer).GoString(),
			"nested":   fmt.Sprintf("%+v", struct{ G any }{g}),
			"slog":     log.String(),
			"json":     string(js),
		} {
			if len(text) > 200 {
				t.Errorf("%s of a %T reveals something: %.100q...", name, g, text)
			}
		}
	}
}

// TestNoCopy checks for what go vet's copylocks looks for: a field whose
// pointer has the methods Lock and Unlock.
func TestNoCopy(t *testing.T) {
	type locker interface {
		Lock()
		Unlock()
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Generator](), reflect.TypeFor[ChaCha8](), reflect.TypeFor[Stream]()} {
		found := false
		for i := range typ.NumField() {
			found = found || reflect.PointerTo(typ.Field(i).Type).Implements(reflect.TypeFor[locker]())
		}
		if !found {
			t.Errorf("go vet will not report copies of a %v", typ)
		}
	}
}
