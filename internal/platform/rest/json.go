package rest

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/danielgtaylor/huma/v2"
)

// jsonFormat is Huma's own but for one character: PostgreSQL stores no U+0000 in a text and SQLite ends the text there, so
// a body that holds one is refused before any feature sees it.
func jsonFormat() huma.Format {
	return huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func(data []byte, v any) error {
		if containsNUL(data) {
			return errNUL
		}
		return json.Unmarshal(data, v)
	}}
}

var errNUL = errors.New("the text holds the character U+0000")

// containsNUL says whether a JSON text holds an escaped U+0000. Unescaped it is no JSON.
func containsNUL(data []byte) bool {
	for {
		i := bytes.Index(data, []byte(`\u0000`))
		if i < 0 {
			return false
		}
		slashes := 0 // before this one: an odd number of them escapes it
		for i-slashes > 0 && data[i-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return true
		}
		data = data[i+2:]
	}
}
