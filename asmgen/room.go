package main

import (
	"slices"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/reg"
)

// MakeRoom is that of roomMaker: it puts away the word that is wanted last
// (Belady, IBM Systems Journal 5(2), 1966). There can be one thing at a time that
// needs the room.
func (r *recorder) MakeRoom(words []Vec, spill, fill func(word int), emit func()) {
	mark := len(r.fn.Nodes)
	emit()
	nodes := slices.Clone(r.fn.Nodes[mark:])
	r.fn.Nodes = r.fn.Nodes[:mark]

	wanted := make([][]int, len(words)) // the nodes that read or write it
	until := map[reg.ID]int{}           // the last node of any other register
	for n, node := range nodes {
		for _, id := range vectors(node) {
			if w := indexOf(words, id); w >= 0 {
				wanted[w] = append(wanted[w], n)
			} else {
				until[id] = n
			}
		}
	}
	next := func(w, n int) int { // the next node from n on that wants w
		for _, at := range wanted[w] {
			if at >= n {
				return at
			}
		}
		return len(nodes)
	}
	const none = -1
	away := none                      // the word that is away
	tenant, leaves := reg.ID(0), none // what has its room, and the last node of that
	for n, node := range nodes {
		if away != none && next(away, n) == n {
			if n <= leaves {
				panic("asmgen: " + r.fn.Name + ": a word is wanted back too early")
			}
			fill(away)
			away = none
		}
		for _, id := range vectors(node) {
			if indexOf(words, id) >= 0 || n <= leaves && id == tenant {
				continue
			}
			if n <= leaves {
				panic("asmgen: " + r.fn.Name + ": room for two is wanted")
			}
			tenant, leaves = id, until[id]
			if away != none && next(away, n) <= leaves {
				fill(away)
				away = none
			}
			if away == none {
				away = 0
				for w := range words {
					if next(w, n) > next(away, n) {
						away = w
					}
				}
				spill(away)
			}
		}
		r.fn.Nodes = append(r.fn.Nodes, node)
	}
	if away != none {
		fill(away)
	}
}

// vectors returns the vector registers that a node reads or writes.
func vectors(node ir.Node) (ids []reg.ID) {
	i, ok := node.(*ir.Instruction)
	if !ok {
		return nil
	}
	for _, r := range i.Registers() {
		if r.Kind() == reg.KindVector {
			ids = append(ids, r.ID())
		}
	}
	return ids
}

func indexOf(words []Vec, id reg.ID) int {
	return slices.IndexFunc(words, func(x Vec) bool { return x.(reg.Register).ID() == id })
}
