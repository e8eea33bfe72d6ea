package rest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// Reply is the answer of a raw operation: JSON, Bytes, File or Stream.
type Reply struct {
	status  int
	value   any
	content io.ReadSeeker
	stream  func(w io.Writer) error
	headers Headers
}

// Headers of a reply's bytes. Zero values are left out.
type Headers struct {
	ContentType  string // media type
	CacheControl string // Cache-Control
	ETag         string // including quotes
	Disposition  string // Content-Disposition
	ModTime      time.Time
	Extra        map[string]string
	OnDone       func() // called when the bytes have been sent, or sending has failed
}

// JSON answers with v, usually an Answer, and any status.
func JSON(status int, v any) Reply { return Reply{status: status, value: v} }

// SeeOther redirects a browser to another path of this site.
func SeeOther(address string) Reply {
	return Reply{status: http.StatusSeeOther, value: Answer[Nothing]{true, "success", "", Nothing{}}, headers: Headers{Extra: map[string]string{"Location": address}}}
}

// Bytes answers with b and supports ranges and conditional requests.
func Bytes(b []byte, meta Headers) Reply {
	return Reply{content: memoryContent{bytes.NewReader(b), b}, headers: meta}
}

// memoryContent is written in one piece, instead of through net/http's small copy buffer.
type memoryContent struct {
	*bytes.Reader
	all []byte
}

type memoryWriter struct{ http.ResponseWriter }

// ReadFrom is called by http.ServeContent to send the content, or the requested range of it.
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

// copyBuffers are used to send files. Sending by the kernel (sendfile) takes a third of the CPU, but the reader then copies
// pages that are in no cache: for 2 MB segments, buffers serve 1.8 times as many requests a second.
var copyBuffers = sync.Pool{New: func() any { return new([128 << 10]byte) }}

type fileWriter struct{ http.ResponseWriter }

// ReadFrom is called by http.ServeContent to send the content, or the requested range of it.
func (w fileWriter) ReadFrom(r io.Reader) (int64, error) {
	stride := copyBuffers.Get().(*[128 << 10]byte)
	defer copyBuffers.Put(stride)
	return io.CopyBuffer(struct{ io.Writer }{w.ResponseWriter}, r, stride[:]) // hides the writer's own ReadFrom
}

// File answers with content and supports ranges and conditional requests; a Closer is closed.
func File(content io.ReadSeeker, meta Headers) Reply { return Reply{content: content, headers: meta} }

// Stream answers with what write writes, of unknown length. An error after the first byte aborts the connection, so that no
// client takes a part for the whole.
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
		w.Header().Del("Content-Disposition") // the problem is not a file
	}
	return err
}

// writeTracker records whether anything has been written.
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
