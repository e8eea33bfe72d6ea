package certificate

import (
	"crypto/rand"
	"strings"
)

// alphabet is Crockford's Base 32: without I, L, O and U, which are mistaken for other characters.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// codeLength is the number of random characters: 60 bits, which nobody guesses at 30 attempts a minute. A check character follows.
const codeLength = 12

// newCode returns a code: twelve random characters and a check character.
func newCode() string {
	code := make([]byte, codeLength)
	rand.Read(code) // never fails: crypto/rand ends the process instead
	for i := range code {
		code[i] &= 31
	}
	return spelled(append(code, check(code)))
}

// parseCode reads a code as people type it: in lower case, with spaces and hyphens, with O for 0 and I or L for 1. It returns false for anything else.
func parseCode(typed string) (string, bool) {
	if len(typed) > 4*codeLength {
		return "", false
	}
	typed = strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(typed))
	if len(typed) != codeLength+1 {
		return "", false
	}
	values := make([]byte, len(typed))
	for i := range values {
		at := strings.IndexByte(alphabet, typed[i])
		if at < 0 {
			return "", false
		}
		values[i] = byte(at)
	}
	return typed, check(values[:codeLength]) == values[codeLength]
}

// shownCode is a code as it is printed: 7Q2M-9XKD-4TWB-H.
func shownCode(code string) string {
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
}

// Printed returns the code of a certificate as it is printed, and the page on which everybody can check it.
func (s *Service) Printed(code string) (shown, address string) {
	return shownCode(code), s.deps.Address + "/verify/" + code
}

func spelled(values []byte) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteByte(alphabet[v])
	}
	return b.String()
}

// check adds the values weighted by powers of a generator of GF(32), so that it detects every wrong character and every two that are swapped.
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
