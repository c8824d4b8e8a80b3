package vectors

import "github.com/simdchacha/simdchacha/chacha"

// QuarterRound is a quarter-round of the words Index of the state In.
type QuarterRound struct {
	Source  string
	Index   [4]int
	In, Out chacha.State
}

// QuarterRounds are those of RFC 8439. The first is of four loose words.
var QuarterRounds = []QuarterRound{
	{
		Source: "RFC 8439, 2.1.1",
		Index:  [4]int{0, 1, 2, 3},
		In:     chacha.State{0x11111111, 0x01020304, 0x9b8d6f43, 0x01234567},
		Out:    chacha.State{0xea2a92f4, 0xcb1cf8ce, 0x4581472e, 0x5881c4bb},
	},
	{
		Source: "RFC 8439, 2.2.1",
		Index:  [4]int{2, 7, 8, 13},
		In: chacha.State{
			0x879531e0, 0xc5ecf37d, 0x516461b1, 0xc9a62f8a,
			0x44c20ef3, 0x3390af7f, 0xd9fc690b, 0x2a5f714c,
			0x53372767, 0xb00a5631, 0x974c541a, 0x359e9963,
			0x5c971061, 0x3d631689, 0x2098d9d6, 0x91dbd320,
		},
		Out: chacha.State{
			0x879531e0, 0xc5ecf37d, 0xbdb886dc, 0xc9a62f8a,
			0x44c20ef3, 0x3390af7f, 0xd9fc690b, 0xcfacafd2,
			0xe46bea80, 0xb00a5631, 0x974c541a, 0x359e9963,
			0x5c971061, 0xccc07c79, 0x2098d9d6, 0x91dbd320,
		},
	},
}

// RFC8439 holds the vectors of RFC 8439: the block function (2.3.2, A.1) and
// the encryption of a plaintext (2.4.2, A.2).
var RFC8439 = []Vector{
	{
		Source: "RFC 8439, 2.3.2", Rounds: chacha.R20,
		Key:   "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		Nonce: "000000090000004a00000000", Counter: 1,
		Output: "" +
			"10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e" +
			"d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
	},
	{
		Source: "RFC 8439, 2.4.2", Rounds: chacha.R20,
		Key:   "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		Nonce: "000000000000004a00000000", Counter: 1,
		Plaintext: "" +
			"Ladies and Gentlemen of the class of '99: If I could offer you " +
			"only one tip for the future, sunscreen would be it.",
		Output: "" +
			"6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b" +
			"f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8" +
			"07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736" +
			"5af90bbf74a35be6b40b8eedf2785e42874d",
	},
	{
		Source: "RFC 8439, A.1 #1", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000000",
		Nonce: "000000000000000000000000",
		Output: "" +
			"76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
			"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
	},
	{
		Source: "RFC 8439, A.1 #2", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000000",
		Nonce: "000000000000000000000000", Counter: 1,
		Output: "" +
			"9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed" +
			"29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
	},
	{
		Source: "RFC 8439, A.1 #3", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000001",
		Nonce: "000000000000000000000000", Counter: 1,
		Output: "" +
			"3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a" +
			"8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
	},
	{
		Source: "RFC 8439, A.1 #4", Rounds: chacha.R20,
		Key:   "00ff000000000000000000000000000000000000000000000000000000000000",
		Nonce: "000000000000000000000000", Counter: 2,
		Output: "" +
			"72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca" +
			"13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
	},
	{
		Source: "RFC 8439, A.1 #5", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000000",
		Nonce: "000000000000000000000002",
		Output: "" +
			"c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7" +
			"8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
	},
	{
		Source: "RFC 8439, A.2 #1", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000000",
		Nonce: "000000000000000000000000",
		Output: "" +
			"76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
			"da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
	},
	{
		Source: "RFC 8439, A.2 #2", Rounds: chacha.R20,
		Key:   "0000000000000000000000000000000000000000000000000000000000000001",
		Nonce: "000000000000000000000002", Counter: 1,
		Plaintext: "" +
			"Any submission to the IETF intended by the Contributor for " +
			"publication as all or part of an IETF Internet-Draft or RFC and " +
			"any statement made within the context of an IETF activity is " +
			"considered an \"IETF Contribution\". Such statements include oral " +
			"statements in IETF sessions, as well as written and electronic " +
			"communications made at any time or place, which are addressed to",
		Output: "" +
			"a3fbf07df3fa2fde4f376ca23e82737041605d9f4f4f57bd8cff2c1d4b7955ec" +
			"2a97948bd3722915c8f3d337f7d370050e9e96d647b7c39f56e031ca5eb6250d" +
			"4042e02785ececfa4b4bb5e8ead0440e20b6e8db09d881a7c6132f420e527950" +
			"42bdfa7773d8a9051447b3291ce1411c680465552aa6c405b7764d5e87bea85a" +
			"d00f8449ed8f72d0d662ab052691ca66424bc86d2df80ea41f43abf937d3259d" +
			"c4b2d0dfb48a6c9139ddd7f76966e928e635553ba76c5c879d7b35d49eb2e62b" +
			"0871cdac638939e25e8a1e0ef9d5280fa8ca328b351c3c765989cbcf3daa8b6c" +
			"cc3aaf9f3979c92b3720fc88dc95ed84a1be059c6499b9fda236e7e818b04b0b" +
			"c39c1e876b193bfe5569753f88128cc08aaa9b63d1a16f80ef2554d7189c411f" +
			"5869ca52c5b83fa36ff216b9c1d30062bebcfd2dc5bce0911934fda79a86f6e6" +
			"98ced759c3ff9b6477338f3da4f9cd8514ea9982ccafb341b2384dd902f3d1ab" +
			"7ac61dd29c6f21ba5b862f3730e37cfdc4fd806c22f221",
	},
	{
		Source: "RFC 8439, A.2 #3", Rounds: chacha.R20,
		Key:   "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0",
		Nonce: "000000000000000000000002", Counter: 42,
		Plaintext: "" +
			"'Twas brillig, and the slithy toves\n" +
			"Did gyre and gimble in the wabe:\n" +
			"All mimsy were the borogoves,\n" +
			"And the mome raths outgrabe.",
		Output: "" +
			"62e6347f95ed87a45ffae7426f27a1df5fb69110044c0d73118effa95b01e5cf" +
			"166d3df2d721caf9b21e5fb14c616871fd84c54f9d65b283196c7fe4f60553eb" +
			"f39c6402c42234e32a356b3e764312a61a5532055716ead6962568f87d3f3f77" +
			"04c6a8d1bcd1bf4d50d6154b6da731b187b58dfd728afa36757a797ac188d1",
	},
}
