package uploader

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// maxDepth is how deeply an answer may be wrapped (spec 000 section 3).
const maxDepth = 3

// parseJSON parses JSON; nil if invalid.
func parseJSON(body []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

// lookUp returns the first readable value under one of the names, nearest the root first, at most three layers down.
func lookUp[T any](answer any, read func(any) (T, bool), names ...string) (found T, ok bool) {
	var layer []map[string]any
	if root, is := object(answer); is {
		layer = append(layer, root)
	}
	for range maxDepth + 1 {
		var next []map[string]any
		for _, holder := range layer {
			for _, name := range names {
				if found, ok = read(holder[name]); ok {
					return found, true
				}
			}
			for _, name := range slices.Sorted(maps.Keys(holder)) {
				if child, is := object(holder[name]); is {
					next = append(next, child)
				}
			}
		}
		layer = next
	}
	return found, false
}

func object(v any) (map[string]any, bool) { o, ok := v.(map[string]any); return o, ok }
func list(v any) ([]any, bool)            { l, ok := v.([]any); return l, ok }
func flag(v any) (bool, bool)             { b, ok := v.(bool); return b, ok }

// text reads a non-empty text; a number becomes its digits.
func text(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, v != ""
	case json.Number:
		return v.String(), true
	}
	return "", false
}

// count reads an integer of at least 1; digits in a text count.
func count(v any) (int64, bool) {
	digits, _ := text(v)
	n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
	return n, err == nil && n > 0
}
