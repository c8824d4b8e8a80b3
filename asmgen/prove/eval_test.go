package prove

import "math/bits"

// evaluator computes the value of terms under an assignment of the variables.
type evaluator struct {
	*Terms
	variable func(number uint32) uint32
	known    map[Term]uint32
}

func (e *evaluator) value(x Term) uint32 {
	if v, ok := e.known[x]; ok {
		return v
	}
	v := e.compute(x)
	e.known[x] = v
	return v
}

func (e *evaluator) compute(x Term) uint32 {
	n := e.nodes[x]
	var args []uint32
	for _, p := range e.argsOf(x) {
		args = append(args, e.value(p.term))
	}
	switch n.op {
	case opConst:
		return n.k
	case opVar:
		return e.variable(n.k)
	case opSum:
		s := n.k
		for i, p := range e.argsOf(x) {
			s += p.coef * args[i]
		}
		return s
	case opXor:
		s := n.k
		for _, a := range args {
			s ^= a
		}
		return s
	case opAnd:
		return args[0] & args[1]
	case opOr:
		return args[0] | args[1]
	case opShl:
		return args[0] << n.k
	case opShr:
		return args[0] >> n.k
	case opRot:
		return bits.RotateLeft32(args[0], int(n.k))
	case opCarry:
		_, carry := bits.Add32(args[0], n.k, 0)
		return carry
	case opCarry2:
		_, carry := bits.Add32(args[0], args[1], 0)
		return carry
	case opBytes:
		var w uint32
		for i, p := range e.argsOf(x) {
			w |= args[i] >> (8 * p.coef) & 255 << (8 * i)
		}
		return w
	}
	panic("a linear number has no value")
}
