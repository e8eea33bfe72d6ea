package certificate

import (
	"strings"
	"testing"
)

// Every wrong letter and every two that are swapped are found, and what people read wrongly is read rightly.
func TestCodes(t *testing.T) {
	t.Parallel()
	for range 20 {
		code := newCode()
		for i := range code {
			for _, other := range alphabet {
				wrong := code[:i] + string(other) + code[i+1:]
				if _, ok := parseCode(wrong); ok != (wrong == code) {
					t.Errorf("%s for %s: %v", wrong, code, ok)
				}
			}
			for j := range i {
				swapped := []byte(code)
				swapped[i], swapped[j] = swapped[j], swapped[i]
				if _, ok := parseCode(string(swapped)); ok != (string(swapped) == code) {
					t.Errorf("%s for %s: %v", swapped, code, ok)
				}
			}
		}
		typed := strings.NewReplacer("0", "o", "1", "l").Replace(strings.ToLower(shownCode(code)))
		if read, ok := parseCode(" " + typed + " "); !ok || read != code {
			t.Errorf("%q is read as %q, not %q", typed, read, code)
		}
	}
	for _, none := range []string{"", "0", strings.Repeat("0", 12), strings.Repeat("0", 14), strings.Repeat("U", 13), "ÄÄÄÄÄÄÄÄÄÄÄÄÄ", strings.Repeat(" ", 100000)} {
		if _, ok := parseCode(none); ok {
			t.Errorf("%q is a code", none)
		}
	}
}
