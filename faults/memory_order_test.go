package faults

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// fileRequest is a request of an operation that takes or gives a file: the largest that its limits allow, or the worst that they refuse.
type fileRequest struct {
	path   string // below /api/v1
	kind   string // media type of the body
	body   func() io.Reader
	size   int64 // bytes of the body; -1 when the client does not say
	status int
	opens  bool   // a picture is decoded
	keep   string // file to save the answer in
}

// sentRequest is a fileRequest with its method.
type sentRequest struct {
	method string
	fileRequest
}

// most is the memory in bytes over idle that the request may take.
func (r sentRequest) most() int64 {
	if r.opens {
		return mostForPictures
	}
	return mostOverIdle
}

// isRepeatable reports whether the request can be sent again with the same answer: it reads, is refused, or replaces a picture by the same one.
func (r sentRequest) isRepeatable() bool {
	return r.method == http.MethodGet || r.status >= 400 || r.opens
}

// inOrder puts what gives files before what takes them, because the walk imports what it has exported, and what decodes pictures last,
// because their memory is given back to the system only after a while.
func inOrder(requests map[string][]fileRequest) []sentRequest {
	var given, taken, pictures []sentRequest
	for _, operation := range slices.Sorted(maps.Keys(requests)) {
		method, _, _ := strings.Cut(operation, " ")
		for _, r := range requests[operation] {
			sent := sentRequest{method, r}
			switch {
			case r.opens:
				pictures = append(pictures, sent)
			case method == http.MethodGet:
				given = append(given, sent)
			default:
				taken = append(taken, sent)
			}
		}
	}
	return slices.Concat(given, taken, pictures)
}
