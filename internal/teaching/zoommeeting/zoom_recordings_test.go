package zoommeeting_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"
)

// zoomFile is a file that was recorded of an instance.
type zoomFile struct {
	id, uuid, kind, view string
	started              time.Time
	content              []byte
	says                 int64 // the size that Zoom says; 0: the right one
}

// zoomFiles is how Zoom serves recordings, and how it fails to.
type zoomFiles struct {
	files  []zoomFile
	trash  []string
	opened []string // the range of each download that was answered

	cuts      int64  // bytes after which each answer is cut off; 0: none
	noRanges  bool   // answers with the whole file
	page      bool   // answers with a page
	redirects string // to which each download leads; the file itself is served at /elsewhere/{id} without a token
	expired   bool   // the token that is in use is refused once
	mixed     bool   // answers with another part of the file than was asked for
}

func (z *zoomServer) serveRecordings(routes *http.ServeMux) {
	z.handle(routes, "GET /v2/meetings/{uuid}/recordings", z.recordings)
	z.handle(routes, "DELETE /v2/meetings/{uuid}/recordings/{file}", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("action") != "trash" {
			refuse(w, 400, 300, "Validation Failed.")
			return
		}
		z.trash = append(z.trash, r.PathValue("file"))
		w.WriteHeader(http.StatusNoContent)
	})
	routes.HandleFunc("GET /rec/download/{file}", z.download)
}

func (z *zoomServer) recordings(w http.ResponseWriter, r *http.Request) {
	uuid := r.PathValue("uuid")
	if strings.Contains(uuid, "%") {
		uuid, _ = url.PathUnescape(uuid)
	}
	list := []any{}
	for _, f := range z.files {
		if f.uuid == uuid {
			size := f.says
			if size == 0 {
				size = int64(len(f.content))
			}
			list = append(list, map[string]any{"id": f.id, "recording_start": f.started, "recording_end": "", "file_type": f.kind, "recording_type": f.view, "file_size": size,
				"download_url": z.URL + "/rec/download/" + f.id, "status": "completed"})
		}
	}
	if len(list) == 0 {
		refuse(w, 404, 3301, "This recording does not exist.")
		return
	}
	answer(w, 200, map[string]any{"recording_files": list})
}

// download takes a token in the header only, and answers with what is asked for, or as it is told to fail.
func (z *zoomServer) download(w http.ResponseWriter, r *http.Request) {
	z.mu.Lock()
	defer z.mu.Unlock()
	var f *zoomFile
	for i := range z.files {
		if z.files[i].id == r.PathValue("file") {
			f = &z.files[i]
		}
	}
	if z.expired {
		z.expired, z.token = false, "another token"
	}
	switch {
	case z.down:
		w.WriteHeader(http.StatusBadGateway)
	case r.Header.Get("Authorization") != "Bearer "+z.token || r.URL.RawQuery != "":
		refuse(w, 401, 124, "Invalid access token.")
	case f == nil:
		refuse(w, 404, 3301, "This recording does not exist.")
	case z.page:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte("<html>Sign in</html>"))
	case z.redirects != "":
		http.Redirect(w, r, z.redirects+"/elsewhere/"+f.id, http.StatusFound)
	default:
		z.send(w, r, f.content)
	}
}

func (z *zoomServer) send(w http.ResponseWriter, r *http.Request, content []byte) {
	z.opened = append(z.opened, r.Header.Get("Range"))
	w.Header().Set("Content-Type", "video/mp4")
	if z.mixed {
		r.Header.Set("Range", "bytes=1-")
	}
	if z.noRanges {
		r.Header.Del("Range")
	}
	var out http.ResponseWriter = w
	if z.cuts > 0 {
		out = &cutWriter{w, z.cuts}
	}
	http.ServeContent(out, r, "", time.Time{}, bytes.NewReader(content))
}

// cutWriter cuts the connection after some bytes.
type cutWriter struct {
	http.ResponseWriter
	left int64
}

func (c *cutWriter) Write(p []byte) (int, error) {
	if int64(len(p)) > c.left {
		_, _ = c.ResponseWriter.Write(p[:c.left])
		_ = http.NewResponseController(c.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	c.left -= int64(len(p))
	return c.ResponseWriter.Write(p)
}

// hostile is a server to which a download is redirected, on this machine: it keeps what it is told.
func hostile(t interface{ Cleanup(func()) }, serve func(w http.ResponseWriter, r *http.Request)) (address string, heard *[]string) {
	heard = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*heard = append(*heard, fmt.Sprint(r.URL.Path, " ", r.Header.Get("Authorization")))
		serve(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL, heard
}
