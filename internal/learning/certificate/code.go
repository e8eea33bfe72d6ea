package certificate

import (
	"crypto/rand"
	"strings"
)

// letters are Crockford's: no I, L, O or U, which are mistaken for others.
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// codeLetters are random: 60 bits, which nobody guesses at 30 a minute. One more letter checks them.
const codeLetters = 12

// newCode returns a code: twelve random letters and one that checks them.
func newCode() string {
	code := make([]byte, codeLetters)
	_, _ = rand.Read(code) // never fails
	for i := range code {
		code[i] &= 31
	}
	return spelled(append(code, check(code)))
}

// parseCode reads a code as people type it: in small letters, with spaces and hyphens, with O for 0 and I or L for 1. It returns false for what is no code.
func parseCode(typed string) (string, bool) {
	if len(typed) > 4*codeLetters {
		return "", false
	}
	typed = strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
	if len(typed) != codeLetters+1 {
		return "", false
	}
	values := make([]byte, len(typed))
	for i := range values {
		at := strings.IndexByte(letters, typed[i])
		if at < 0 {
			return "", false
		}
		values[i] = byte(at)
	}
	return typed, check(values[:codeLetters]) == values[codeLetters]
}

// shownCode is a code as it is printed: 7Q2M-9XKD-4TWB-H.
func shownCode(code string) string {
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
}

func spelled(values []byte) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(letters[v])
	}
	return b.String()
}

// check adds the values weighted by powers of a generator of GF(32), so that it finds every wrong letter and every two that are swapped.
func check(values []byte) (sum byte) {
	for _, v := range values {
		sum = double(sum) ^ double(v)
	}
	return sum
}

// double multiplies by the generator: by x, modulo x⁵ + x² + 1.
func double(v byte) byte {
	if v <<= 1; v&32 != 0 {
		v ^= 0b100101
	}
	return v
}
