package outbound

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

var (
	// ErrPage is the answer of a page instead of a file, as to those who have to sign in.
	ErrPage = errors.New("the server answers with a page instead of the file")
	// ErrSize is the answer of a file that is not as long as the server has said.
	ErrSize = errors.New("the file has another size than the server has said")
)

// Rest returns a file of some size (bytes) from a byte on, of the answer to a request for this part; servers that know no ranges answer with all of it.
// It closes the answer when it returns an error: ErrPage, ErrSize, or another one for an answer that is not the part.
func Rest(answer *http.Response, size, from int64) (io.ReadCloser, error) {
	err := checkPart(answer, size, from)
	if err == nil && answer.StatusCode == http.StatusOK {
		_, err = io.CopyN(io.Discard, answer.Body, from)
	}
	if err != nil {
		_ = answer.Body.Close()
		return nil, err
	}
	return answer.Body, nil
}

func checkPart(answer *http.Response, size, from int64) error {
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusPartialContent {
		return fmt.Errorf("the server answers with the status %d", answer.StatusCode)
	}
	if kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type")); kind == "text/html" || kind == "application/json" {
		return ErrPage
	}
	total := answer.ContentLength
	if answer.StatusCode == http.StatusPartialContent {
		var first, last int64
		if _, err := fmt.Sscanf(answer.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &total); err != nil || first != from {
			return fmt.Errorf("the server answers with another part of the file: %.60q", answer.Header.Get("Content-Range"))
		}
	}
	if total != size {
		return fmt.Errorf("%w: %d bytes, not %d", ErrSize, total, size)
	}
	return nil
}
