package text

// Truncate shortens s to at most n runes and drops NUL, which PostgreSQL cannot store.
func Truncate(s string, n int) string {
	kept := make([]rune, 0, min(n, len(s)))
	for _, r := range s {
		if len(kept) == n {
			break
		}
		if r != 0 {
			kept = append(kept, r)
		}
	}
	return string(kept)
}
