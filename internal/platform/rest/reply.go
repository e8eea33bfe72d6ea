package rest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// Reply is what a raw operation answers with: JSON, Bytes, File or Stream.
type Reply struct {
	status  int
	value   any
	content io.ReadSeeker
	stream  func(w io.Writer) error
	headers Headers
}

// Headers is what stands about the bytes of a reply in its headers. The zero values say nothing.
type Headers struct {
	ContentType  string // media type
	CacheControl string // Cache-Control
	ETag         string // with its quotes
	Disposition  string // Content-Disposition
	ModTime      time.Time
	Extra        map[string]string
	OnDone       func() // called when the bytes have been sent, or could not be
}

// JSON answers with v, which is usually an Answer, and any status.
func JSON(status int, v any) Reply { return Reply{status: status, value: v} }

// SeeOther sends whoever asks with a browser to another address of this site.
func SeeOther(address string) Reply {
	return Reply{status: http.StatusSeeOther, value: Answer[Nothing]{true, "success", "", Nothing{}}, headers: Headers{Extra: map[string]string{"Location": address}}}
}

// Bytes answers with b and honours ranges and conditions.
func Bytes(b []byte, meta Headers) Reply {
	return Reply{content: memoryContent{bytes.NewReader(b), b}, headers: meta}
}

// memoryContent is content that is written at once, not through a small buffer as net/http copies what is no file.
type memoryContent struct {
	*bytes.Reader
	all []byte
}

type memoryWriter struct{ http.ResponseWriter }

// ReadFrom is how http.ServeContent sends content, or the range of it that was asked for.
func (w memoryWriter) ReadFrom(r io.Reader) (int64, error) {
	if l, ok := r.(*io.LimitedReader); ok {
		if m, ok := l.R.(memoryContent); ok {
			rest := m.all[len(m.all)-m.Len():]
			n, err := w.Write(rest[:min(l.N, int64(len(rest)))])
			return int64(n), err
		}
	}
	return io.Copy(w.ResponseWriter, r) // several ranges come through a pipe
}

// copyBuffers are the buffers through which files go out. Sending them by the kernel (sendfile) takes a third of the CPU, but the
// reader then copies pages that no cache holds: over 2 MB segments this way serves 1.8 times as many requests a second.
var copyBuffers = sync.Pool{New: func() any { return new([128 << 10]byte) }}

type fileWriter struct{ http.ResponseWriter }

// ReadFrom is how http.ServeContent sends content, or the range of it that was asked for.
func (w fileWriter) ReadFrom(r io.Reader) (int64, error) {
	stride := copyBuffers.Get().(*[128 << 10]byte)
	defer copyBuffers.Put(stride)
	return io.CopyBuffer(struct{ io.Writer }{w.ResponseWriter}, r, stride[:]) // without the writer's own ReadFrom
}

// File answers with content and honours ranges and conditions; a Closer is closed.
func File(content io.ReadSeeker, meta Headers) Reply { return Reply{content: content, headers: meta} }

// Stream answers with what write writes, of which nobody knows the length. An error after the first byte breaks the
// connection off, so that nobody takes a part for the whole.
func Stream(meta Headers, write func(w io.Writer) error) Reply {
	return Reply{stream: write, headers: meta}
}

func (y Reply) sendStream(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodHead {
		return nil
	}
	to := &writeTracker{Writer: w}
	err := y.stream(to)
	if err != nil && to.written {
		requestOf(r.Context()).log.ErrorContext(r.Context(), "answer broken off", "err", err, "request_id", requestOf(r.Context()).id)
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		w.Header().Del("Content-Disposition") // the problem is no file
	}
	return err
}

// writeTracker notes whether anything has been written.
type writeTracker struct {
	io.Writer
	written bool
}

func (b *writeTracker) Write(p []byte) (int, error) {
	b.written = true
	return b.Writer.Write(p)
}

func (y Reply) write(w http.ResponseWriter, r *http.Request) error {
	if y.headers.OnDone != nil {
		defer y.headers.OnDone()
	}
	if c, ok := y.content.(io.Closer); ok {
		defer c.Close()
	}
	h := w.Header()
	for name, value := range y.headers.Extra {
		h.Set(name, value)
	}
	if y.content == nil && y.stream == nil {
		h.Set("Content-Type", "application/json")
		w.WriteHeader(y.status)
		return json.NewEncoder(w).Encode(y.value)
	}
	for name, value := range map[string]string{
		"Content-Type": y.headers.ContentType, "Cache-Control": y.headers.CacheControl, "ETag": y.headers.ETag, "Content-Disposition": y.headers.Disposition,
	} {
		if value != "" {
			h.Set(name, value)
		}
	}
	if y.stream != nil {
		return y.sendStream(w, r)
	}
	if _, ok := y.content.(memoryContent); ok {
		w = memoryWriter{w}
	} else {
		w = fileWriter{w}
	}
	http.ServeContent(w, r, "", y.headers.ModTime, y.content)
	return nil
}
