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
	g := New()
	g.Uint64()
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
		"GoString": g.GoString(),
		"nested":   fmt.Sprintf("%+v", struct{ G *Generator }{g}),
		"slog":     log.String(),
		"json":     string(js),
	} {
		if len(text) > 200 {
			t.Errorf("%s reveals something: %.100q...", name, text)
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
	typ := reflect.TypeFor[Generator]()
	for i := range typ.NumField() {
		if reflect.PointerTo(typ.Field(i).Type).Implements(reflect.TypeFor[locker]()) {
			return
		}
	}
	t.Error("go vet will not report copies of a Generator")
}
