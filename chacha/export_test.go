package chacha

// QuarterRoundOf gives the tests the quarter-round that Blocks is made of.
func QuarterRoundOf(a, b, c, d uint32) (_, _, _, _ uint32) { return quarterRound(a, b, c, d) }
