// Package chunkbody reads the body of an upload-chunk request as it arrives: JSON, a URL-encoded or a multipart form. The
// chunk is decoded on the fly and never held in memory, wherever it stands among the other members.
package chunkbody

import (
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"sync"

	"lectern/internal/platform/fault"
)

// Reader reads a body member by member, in whatever order they come.
type Reader interface {
	// Next returns the next member, io.EOF after the last. A chunk has to be read to its end before the next call.
	Next() (Member, error)
	// Close releases buffers. It does not close the body.
	Close()
}

// Member is a named text, or the chunk itself.
type Member struct {
	Name  string // in lower case without underscores
	Text  string
	Chunk io.Reader // decoded bytes; nil for every other member
}

// NewJSON reads application/json.
func NewJSON(body io.Reader) Reader { return &jsonReader{in: newLookahead(body)} }

// NewForm reads application/x-www-form-urlencoded.
func NewForm(body io.Reader) Reader { return &formReader{in: newLookahead(body)} }

// NewMultipart reads multipart/form-data.
func NewMultipart(body io.Reader, boundary string) Reader {
	return &multipartReader{parts: multipart.NewReader(body, boundary)}
}

const (
	maxText  = 16 << 10 // bytes of a text
	maxDepth = 32       // of arrays and objects that are skipped
)

// canonical maps uploadId, upload_id and UploadID to one name.
func canonical(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func isChunk(name string) bool { return name == "chunkdata" || name == "chunk" }

// isRelevant reports whether a member's text is kept. All others may have any length.
func isRelevant(name string) bool {
	switch name {
	case "partnumber", "uploadid", "videoid", "key", "bucket", "courseid", "originalfilename", "contenttype":
		return true
	}
	return false
}

func malformed(message string) *fault.Error { return fault.New(fault.Invalid, "malformed", message) }

// ErrCutOff is the answer to a body that ends in the middle.
var ErrCutOff = fault.New(fault.Invalid, "cut_off", "The request was cut off. Send the chunk again.")

var (
	errBase64    = fault.New(fault.Invalid, "invalid_base64", "chunkData is not valid base64: use the standard alphabet with padding and no line breaks.")
	errTextLong  = malformed("A field in the request is too long.")
	errTooDeep   = malformed("The request is nested too deeply.")
	errSyntax    = malformed("The request is not valid JSON.")
	errNoObject  = malformed("The request must be a JSON object.")
	errChunkType = malformed("chunkData must be a base64 string.")
)

// lookahead reads a body through a window that it can peek into.
type lookahead struct {
	source   io.Reader
	buffer   *[64 << 10]byte
	pos, end int
	err      error // of the source, returned when the window is used up
}

var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

func newLookahead(source io.Reader) *lookahead {
	return &lookahead{source: source, buffer: buffers.Get().(*[64 << 10]byte)}
}

// release returns the buffer to the pool; the lookahead must not be used afterwards.
func (in *lookahead) release() { buffers.Put(in.buffer) }

// peek returns what comes next, at least one byte, or the error that ended the body: io.EOF at its end.
func (in *lookahead) peek() ([]byte, error) {
	for in.pos == in.end {
		if in.err != nil {
			return nil, in.err
		}
		in.pos = 0
		in.end, in.err = in.source.Read(in.buffer[:])
		if errors.Is(in.err, io.ErrUnexpectedEOF) {
			in.err = ErrCutOff
		}
	}
	return in.buffer[in.pos:in.end], nil
}

func (in *lookahead) skip(n int) { in.pos += n }

// next consumes one byte.
func (in *lookahead) next() (byte, error) {
	b, err := in.peek()
	if err != nil {
		return 0, err
	}
	in.pos++
	return b[0], nil
}

// mustNext is next where the body must not end.
func (in *lookahead) mustNext() (byte, error) {
	c, err := in.next()
	if err == io.EOF {
		err = ErrCutOff
	}
	return c, err
}
