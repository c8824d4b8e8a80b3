package prove

import (
	"slices"

	"github.com/simdchacha/simdchacha/chacha"
)

// Term is a 32-bit word as a function of the input: an index into Terms. Equal
// normal forms have equal indices, so that comparing words is comparing ints.
type Term int32

type op uint8

const (
	opConst  op = iota // k
	opVar              // variable number k
	opSum              // k + the sum of coef * term over args, modulo 2^32
	opXor              // k ^ the exclusive or of args
	opAnd              // the conjunction of two args
	opOr               // the disjunction of two args
	opShl              // the only arg << k
	opShr              // the only arg >> k
	opRot              // the only arg <<< k
	opCarry            // the carry out of the only arg + k
	opCarry2           // the carry out of the sum of two args
	opBytes            // byte i is byte coef of arg i
	opHalf             // half k&1 of linear value k>>1
	opFree             // operation k of the args, taken for no other
)

// part is an operand of a node. Those of sums and exclusive ors are sorted by
// term.
type part struct {
	term Term
	coef uint32
}

type node struct {
	op          op
	unknown     bool // a variable is in it that stands for anything: see Terms.anything
	k           uint32
	first, size int32  // of args, in Terms.args
	bits        uint32 // those that may be set
}

// Terms holds terms, each once. The zero value is not ready: see newTerms.
type Terms struct {
	nodes   []node
	args    []part
	index   table // of nodes
	memo    []memoEntry
	memos   table // of memo
	lins    []linear
	lin     map[linear]int
	assumed assumption
	lawless bool // arithmetic on vectors has no laws but commutativity
	scratch []part
	vars    []Term // the first variables
}

// memoEntry remembers the result of an operation on two terms.
type memoEntry struct {
	key    uint64
	result Term
}

func newTerms() *Terms {
	t := &Terms{lin: map[linear]int{}, assumed: anything}
	t.index.init(1 << 14)
	t.memos.init(1 << 14)
	t.constant(0)
	for i := range chacha.Words {
		t.variable(i)
	}
	return t
}

// The first terms of all Terms are zero and the words of the state, which are
// the first variables.
const (
	zero        Term = 0
	counterLow       = 1 + Term(chacha.Counter)
	counterHigh      = counterLow + 1
)

// table is a hash table of the elements of a slice, which the caller keeps. It
// forgets elements last in, first out.
type table struct {
	slots  []int32 // index + 1, or 0
	places []int32 // slot of every element
}

func (h *table) init(size int) { h.slots, h.places = make([]int32, size), h.places[:0] }

// find calls match with the index of every element that may have that hash. It
// returns the slot of the one that matches, or the slot for a new one.
func (h *table) find(hash uint64, match func(i int32) bool) (slot int, found int32) {
	mask := uint64(len(h.slots) - 1)
	for s := mix(hash) & mask; ; s = (s + 1) & mask {
		i := h.slots[s] - 1
		if i < 0 || match(i) {
			return int(s), i
		}
	}
}

// put fills a slot that find returned. It returns false when the table wants to
// be rebuilt with twice the size.
func (h *table) put(slot int, i int32) bool {
	h.slots[slot] = i + 1
	h.places = append(h.places, int32(slot))
	return 2*len(h.places) < len(h.slots)
}

// forget removes all but the first elements that were put.
func (h *table) forget(all int) {
	for _, slot := range h.places[all:] {
		h.slots[slot] = 0
	}
	h.places = h.places[:all]
}

// mix is the finalizer of MurmurHash3.
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

func hashNode(o op, k uint32, args []part) uint64 {
	h := uint64(o)<<32 | uint64(k)
	for _, p := range args {
		h = (h ^ uint64(p.term)<<32 ^ uint64(p.coef)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func (t *Terms) argsOf(x Term) []part {
	n := &t.nodes[x]
	return t.args[n.first : n.first+n.size]
}

// arg is the only arg of x.
func (t *Terms) arg(x Term) Term { return t.args[t.nodes[x].first].term }

// intern returns the term of that node. It copies args.
func (t *Terms) intern(o op, k uint32, args []part) Term {
	slot, i := t.findNode(o, k, args)
	if i >= 0 {
		return Term(i)
	}
	x := Term(len(t.nodes))
	t.nodes = append(t.nodes, node{op: o, k: k, first: int32(len(t.args)), size: int32(len(args))})
	t.args = append(t.args, args...)
	t.nodes[x].bits, t.nodes[x].unknown = t.bitsOf(x), t.unknown(x)
	if !t.index.put(slot, int32(x)) {
		t.index.init(2 * len(t.index.slots))
		for i, n := range t.nodes {
			slot, _ := t.findNode(n.op, n.k, t.argsOf(Term(i)))
			t.index.put(slot, int32(i))
		}
	}
	return x
}

func (t *Terms) findNode(o op, k uint32, args []part) (slot int, i int32) {
	return t.index.find(hashNode(o, k, args), func(i int32) bool {
		n := &t.nodes[i]
		return n.op == o && n.k == k && slices.Equal(t.args[n.first:n.first+n.size], args)
	})
}

// cached returns the result of f, an operation on a and b, and computes it but
// once.
func (t *Terms) cached(o op, a, b Term, f func(a, b Term) Term) Term {
	key := uint64(o)<<56 | uint64(a)<<28 | uint64(b)
	slot, i := t.findMemo(key)
	if i >= 0 {
		return t.memo[i].result
	}
	r := f(a, b)
	slot, _ = t.findMemo(key) // f may have moved it
	t.memo = append(t.memo, memoEntry{key, r})
	if !t.memos.put(slot, int32(len(t.memo)-1)) {
		t.memos.init(2 * len(t.memos.slots))
		for i, e := range t.memo {
			slot, _ := t.findMemo(e.key)
			t.memos.put(slot, int32(i))
		}
	}
	return r
}

func (t *Terms) findMemo(key uint64) (slot int, i int32) {
	return t.memos.find(key, func(i int32) bool { return t.memo[i].key == key })
}

// mark is a state of Terms to roll back to.
type mark struct{ nodes, args, memo int }

func (t *Terms) mark() mark { return mark{len(t.nodes), len(t.args), len(t.memo)} }

// rollback forgets the terms that were made since m.
func (t *Terms) rollback(m mark) {
	t.memos.forget(m.memo)
	t.index.forget(m.nodes)
	t.nodes, t.args, t.memo = t.nodes[:m.nodes], t.args[:m.args], t.memo[:m.memo]
	for len(t.vars) > 0 && int(t.vars[len(t.vars)-1]) >= m.nodes {
		t.vars = t.vars[:len(t.vars)-1]
	}
}

// bitsOf returns which bits of x may be set.
func (t *Terms) bitsOf(x Term) uint32 {
	n := &t.nodes[x]
	arg := func(i int32) uint32 { return t.nodes[t.args[n.first+i].term].bits }
	switch n.op {
	case opConst:
		return n.k
	case opXor:
		all := n.k
		for i := range n.size {
			all |= arg(i)
		}
		return all
	case opAnd:
		return arg(0) & arg(1)
	case opOr:
		return arg(0) | arg(1)
	case opShl:
		return arg(0) << n.k
	case opShr:
		return arg(0) >> n.k
	case opCarry, opCarry2:
		return 1
	}
	return 1<<32 - 1
}
