package upload

import (
	"errors"
	"io"
	"strings"
	"sync"

	"lectern/internal/platform/fault"
)

// members reads the body of an upload-chunk request member by member, in whatever order and form they come.
type members interface {
	// next gives the next member, io.EOF after the last. A chunk has to be read to its end before the next call.
	next() (member, error)
}

// member is a named text, or the chunk itself.
type member struct {
	name  string // as canonical gives it
	text  string
	chunk io.Reader // decoded bytes; nil for every other member
}

const (
	maxText  = 16 << 10 // bytes of a text that is kept
	maxDepth = 32       // of arrays and objects that are passed over
)

// canonical makes one name of uploadId, upload_id and UploadID.
func canonical(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

func isChunk(name string) bool { return name == "chunkdata" || name == "chunk" }

func malformed(message string) *fault.Error { return fault.New(fault.Invalid, "malformed", message) }

var (
	errBase64    = fault.New(fault.Invalid, "invalid_base64", "chunkData is not valid base64: use the standard alphabet with padding and no line breaks.")
	errCutOff    = fault.New(fault.Invalid, "cut_off", "The request broke off before its end. Please send the chunk again.")
	errTextLong  = malformed("A member of the request is too long.")
	errTooDeep   = malformed("The request is nested too deeply.")
	errSyntax    = malformed("The request is not valid JSON.")
	errNoObject  = malformed("The request must be a JSON object.")
	errChunkType = malformed("chunkData must be a text of base64.")
)

// input is a body with a window to look ahead in.
type input struct {
	source   io.Reader
	block    *[64 << 10]byte
	pos, end int
	err      error // of the source, told when the window is used up
}

var windows = sync.Pool{New: func() any { return new([64 << 10]byte) }}

func newInput(source io.Reader) *input {
	return &input{source: source, block: windows.Get().(*[64 << 10]byte)}
}

// release gives the window back; the input is not used any more.
func (in *input) release() { windows.Put(in.block) }

// window gives what lies ahead, at least one byte, or why there is no more: io.EOF at the end.
func (in *input) window() ([]byte, error) {
	for in.pos == in.end {
		if in.err != nil {
			return nil, in.err
		}
		in.pos = 0
		in.end, in.err = in.source.Read(in.block[:])
		if errors.Is(in.err, io.ErrUnexpectedEOF) {
			in.err = errCutOff
		}
	}
	return in.block[in.pos:in.end], nil
}

func (in *input) skip(n int) { in.pos += n }

// next takes one byte.
func (in *input) next() (byte, error) {
	b, err := in.window()
	if err != nil {
		return 0, err
	}
	in.pos++
	return b[0], nil
}

// inside is next where the body must not end.
func (in *input) inside() (byte, error) {
	c, err := in.next()
	if err == io.EOF {
		err = errCutOff
	}
	return c, err
}
