// Package peers compares package rng with third-party packages, which must not
// be among the requirements of the module that others import. All of it is
// tests: see go test -bench .
package peers
