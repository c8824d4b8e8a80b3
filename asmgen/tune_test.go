package main

import (
	"bytes"
	"testing"
)

// TestOrdersFile fails if the file is not as tune would write it, or has an
// order for a group of no kernel, or for other sets than it has.
func TestOrdersFile(t *testing.T) {
	if got := formatOrders(searchedOrders); !bytes.Equal(got, ordersJSON) {
		t.Errorf("%s is not in the form of\n%s", ordersFile, got)
	}
	sets := map[string]int{}
	for _, k := range amd64Kernels {
		sets[k.group()] = len(k.shape.Order)
	}
	for group, o := range searchedOrders {
		if sets[group] != len(o) {
			t.Errorf("an order for %d sets of %s, which has %d", len(o), group, sets[group])
		}
	}
}
