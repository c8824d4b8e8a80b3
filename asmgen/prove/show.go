package prove

import (
	"fmt"
	"strings"

	"github.com/simdchacha/simdchacha/chacha"
)

// show writes x out, down to a few levels.
func (t *Terms) show(x Term) string { return t.showTo(x, 3) }

// mostShown is how many operands of a sum are written out.
const mostShown = 4

func (t *Terms) showTo(x Term, depth int) string {
	n := t.nodes[x]
	if depth == 0 && n.size > 0 {
		return "…"
	}
	var args []string
	for i, p := range t.argsOf(x) {
		if i == mostShown {
			args = append(args, fmt.Sprintf("%d more", int(n.size)-i))
			break
		}
		s := t.showTo(p.term, depth-1)
		if n.op == opSum && p.coef != 1 {
			s = fmt.Sprintf("%d*%s", int32(p.coef), s)
		}
		args = append(args, s)
	}
	list := func(sign string) string {
		if n.k != 0 {
			args = append(args, fmt.Sprintf("%#x", n.k))
		}
		return "(" + strings.Join(args, sign) + ")"
	}
	switch n.op {
	case opConst:
		return fmt.Sprintf("%#x", n.k)
	case opVar:
		if n.k < chacha.Words {
			return fmt.Sprintf("s[%d]", n.k)
		}
		if n.k >= entryAt {
			return fmt.Sprintf("s[%d] at the call", n.k-entryAt)
		}
		return "what was in " + locationName(int(n.k)%anythingAt)
	case opSum:
		return list(" + ")
	case opXor:
		return list(" ^ ")
	case opAnd:
		return list(" & ")
	case opOr:
		return list(" | ")
	case opRot:
		return fmt.Sprintf("(%s <<< %d)", args[0], n.k)
	case opShl:
		return fmt.Sprintf("(%s << %d)", args[0], n.k)
	case opShr:
		return fmt.Sprintf("(%s >> %d)", args[0], n.k)
	case opCarry:
		return fmt.Sprintf("carry(%s + %#x)", args[0], n.k)
	case opCarry2:
		return fmt.Sprintf("carry(%s)", strings.Join(args, " + "))
	case opBytes:
		for i, p := range t.argsOf(x) {
			args[i] = fmt.Sprintf("byte %d of %s", p.coef, args[i])
		}
		return "[" + strings.Join(args, ", ") + "]"
	}
	if n.op == opFree {
		return fmt.Sprintf("operation %#x(%s)", n.k, strings.Join(args, ", "))
	}
	l := t.lins[n.k>>1]
	return fmt.Sprintf("half %d of (%s + %d*n + %d)", n.k&1, l.from, l.perBlock, l.offset)
}

// differ finds the innermost place where two terms differ: it descends as long
// as one operand alone is different.
func (t *Terms) differ(got, want Term) (Term, Term) {
	for {
		a, b := &t.nodes[got], &t.nodes[want]
		if a.op != b.op || a.k != b.k || a.size != b.size {
			return got, want
		}
		x, y := unlike(t.argsOf(got), t.argsOf(want)), unlike(t.argsOf(want), t.argsOf(got))
		if len(x) != 1 || len(y) != 1 || x[0].coef != y[0].coef {
			return got, want
		}
		got, want = x[0].term, y[0].term
	}
}

// unlike returns the parts of a that are not in b.
func unlike(a, b []part) (only []part) {
	in := map[part]bool{}
	for _, p := range b {
		in[p] = true
	}
	for _, p := range a {
		if !in[p] {
			only = append(only, p)
		}
	}
	return only
}
