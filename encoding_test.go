package simdchacha_test

import (
	"slices"
	"strings"
	"testing"
)

// encoding is how the bytes of an amd64 instruction are formed (Intel's
// Software Developer's Manual, volume 2, sections 2.1, 2.3 and 2.7).
type encoding struct {
	form string // "legacy", "VEX" or "EVEX"
	bits int    // vector length of VEX and EVEX
}

func encodingOf(code []byte) encoding {
	i := 0
	for i < len(code) && strings.IndexByte("\x66\xf2\xf3\x2e\x36\x3e\x26\x64\x65\x67\xf0", code[i]) >= 0 {
		i++
	}
	rest := code[i:]
	switch {
	case len(rest) > 2 && rest[0] == 0xc5:
		return encoding{"VEX", 128 << (rest[1] >> 2 & 1)}
	case len(rest) > 3 && rest[0] == 0xc4:
		return encoding{"VEX", 128 << (rest[2] >> 2 & 1)}
	case len(rest) > 5 && rest[0] == 0x62:
		bits := 128 << (rest[3] >> 5 & 3)
		if rounding := rest[3]>>4&1 == 1 && rest[5]>>6 == 3; rounding {
			bits = 512 // the length field holds the rounding mode
		}
		return encoding{"EVEX", bits}
	}
	return encoding{form: "legacy"}
}

// features lists, by form, the instructions that kernels may be made of, with
// the CPUID flag that the Software Developer's Manual asks for. No flag is
// needed for what all amd64 CPUs have, SSE2 included. Instructions that are not
// listed are refused, so that one look at the manual is due for each.
var features = map[string]map[string]string{
	"legacy": {
		"": `mov lea add sub cmp test xor and or inc dec neg shl shr push pop ret jmp ja jae jb jbe je jg jge jl jle jne call nop prefetcht0
			movd movq movss movsd movdqa movdqu movaps movups paddd paddq psubd pxor por pand pslld psrld psllq psrlq
			pshufd pshuflw pshufhw punpckldq punpckhdq punpcklqdq punpckhqdq shufps shufpd xorps unpcklps unpckhps`,
		"SSSE3": `pshufb palignr`,
	},
	"VEX": {
		"AVX": `vzeroupper vmovd vmovq vmovss vmovdqa vmovdqu vmovaps vmovups vshufps vshufpd vxorps
			vextractf128 vinsertf128 vbroadcastf128 vperm2f128 vunpcklps vunpckhps`,
		"AVX, wide AVX2": `vpaddd vpaddq vpsubd vpxor vpor vpand vpslld vpsrld vpsllq vpsrlq vpshufb vpshufd vpshuflw
			vpshufhw vpunpckldq vpunpckhdq vpunpcklqdq vpunpckhqdq vpalignr`,
		"AVX2": `vpbroadcastd vpbroadcastq vbroadcasti128 vextracti128 vinserti128 vperm2i128 vpermd vpermq vpblendd`,
	},
	"EVEX": {
		"AVX512F": `vmovd vmovq vmovdqa32 vmovdqa64 vmovdqu32 vmovdqu64 vmovups vpaddd vpaddq vpsubd vpxord vpxorq vpord
			vporq vpandd vprold vprord vpslld vpsrld vpternlogd vpshufd vshufps vpunpckldq vpunpckhdq vpunpcklqdq
			vpunpckhqdq vpbroadcastd vpbroadcastq vbroadcasti32x4 vextracti32x4 vextracti64x4 vinserti32x4
			vinserti64x4 vshufi32x4 vshufi64x2 vpermd vpermq vpermt2d vpermi2d vpermt2q vpermi2q`,
		"AVX512BW": `vpshufb vpalignr vmovdqu8 vmovdqu16 vpshuflw vpshufhw`,
		"AVX512DQ": `vextracti32x8 vextracti64x2 vinserti32x8 vinserti64x2 vbroadcasti32x2 vbroadcasti32x8 vbroadcasti64x2`,
	},
}

// required returns the CPUID flags that an instruction needs, and false for one
// that is not listed.
func required(mnemonic string, e encoding) (flags []string, ok bool) {
	for flag, mnemonics := range features[e.form] {
		if !slices.Contains(strings.Fields(mnemonics), mnemonic) {
			continue
		}
		switch {
		case flag == "":
			return nil, true
		case flag == "AVX, wide AVX2" && e.bits == 128:
			return []string{"AVX"}, true
		case flag == "AVX, wide AVX2":
			return []string{"AVX2"}, true
		case e.form == "EVEX" && e.bits < 512 && mnemonic != "vmovd" && mnemonic != "vmovq":
			return []string{flag, "AVX512VL"}, true
		}
		return []string{flag}, true
	}
	return nil, false
}

// TestEncoding's examples have their operands behind them.
func TestEncoding(t *testing.T) {
	for _, tt := range []struct {
		code     string
		mnemonic string
		want     string
	}{
		{"\x48\x89\xd8", "mov", ""},
		{"\x66\x0f\xfe\xc1", "paddd", ""},                             // xmm0, xmm1
		{"\x66\x0f\x38\x00\xc1", "pshufb", "SSSE3"},                   // xmm0, xmm1
		{"\xc5\xf9\xfe\xc1", "vpaddd", "AVX"},                         // xmm0, xmm0, xmm1
		{"\xc5\xfd\xfe\xc1", "vpaddd", "AVX2"},                        // ymm0, ymm0, ymm1
		{"\xc4\xe2\x7d\x00\xc1", "vpshufb", "AVX2"},                   // ymm0, ymm0, ymm1
		{"\xc5\xfc\xc6\xc1\x00", "vshufps", "AVX"},                    // ymm0, ymm0, ymm1, 0
		{"\xc5\xf8\x77", "vzeroupper", "AVX"},                         //
		{"\xc4\xe2\x79\x58\xc1", "vpbroadcastd", "AVX2"},              // xmm0, xmm1
		{"\x62\xf1\x7d\x48\xfe\xc1", "vpaddd", "AVX512F"},             // zmm0, zmm0, zmm1
		{"\x62\xf1\x7d\x28\xfe\xc1", "vpaddd", "AVX512F AVX512VL"},    // ymm0, ymm0, ymm1
		{"\x62\xf1\x7d\x08\xfe\xc1", "vpaddd", "AVX512F AVX512VL"},    // xmm0, xmm0, xmm1
		{"\x62\xf1\x7d\x38\xfe\x00", "vpaddd", "AVX512F AVX512VL"},    // ymm0, ymm0, dword ptr [rax]{1to8}
		{"\x62\xf2\x7d\x48\x00\xc1", "vpshufb", "AVX512BW"},           // zmm0, zmm0, zmm1
		{"\x62\xf3\x7d\x48\x3b\xc1\x01", "vextracti32x8", "AVX512DQ"}, // ymm1, zmm0, 1
		{"\x62\xf1\x7d\x08\x6e\xc0", "vmovd", "AVX512F"},              // xmm0, eax
		{"\xc4\xe3\xfb\xf0\xc0\x07", "rorx", "not listed"},            // BMI2
		{"\x62\xf1\x7d\x48\xfe\xc1", "pshufb", "not listed"},          // another form
	} {
		flags, ok := required(tt.mnemonic, encodingOf([]byte(tt.code)))
		got := strings.Join(flags, " ")
		if !ok {
			got = "not listed"
		}
		if got != tt.want {
			t.Errorf("% x %s: %s, want %s", tt.code, tt.mnemonic, got, tt.want)
		}
	}
}
