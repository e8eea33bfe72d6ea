package uploader_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/video/uploader"
)

// partServer stores sessions and parts behind a real socket, and can refuse, hang up, or stall.
type partServer struct {
	*httptest.Server
	t   *testing.T
	raw bool // offers signed URLs
	cut int64

	mu       sync.Mutex
	log      []string // every request: "initialize-upload", "upload-chunk 2", "PUT 3"
	sessions map[string]map[int64][]byte
	opened   int
	open     int // PUTs in progress
	mostOpen int
	gather   int // PUTs to wait for before the first is answered
	together chan struct{}
	// trouble returns the status for a request, by its line in the log and its count; 0: no trouble, -1: hang up.
	trouble func(line string, times int) int
}

func newPartServer(t *testing.T, raw bool) *partServer {
	s := &partServer{t: t, raw: raw, cut: 10, sessions: map[string]map[int64][]byte{}, together: make(chan struct{})}
	close(s.together)
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// waitFor makes the first PUTs wait for each other.
func (s *partServer) waitFor(puts int) { s.gather, s.together = puts, make(chan struct{}) }

func (s *partServer) count(line string) (n int) {
	for _, l := range s.log {
		if l == line {
			n++
		}
	}
	return n
}

func (s *partServer) chunks() (lines []string) {
	for _, l := range s.log {
		if strings.HasPrefix(l, "upload-chunk") {
			lines = append(lines, l)
		}
	}
	return lines
}

// content returns the assembled parts of a session.
func (s *partServer) content(session string) (all []byte) {
	parts := s.sessions[session]
	for n := int64(1); n <= int64(len(parts)); n++ {
		all = append(all, parts[n]...)
	}
	return all
}

func (s *partServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var in map[string]any
	line, number := call, int64(0)
	if r.Method == http.MethodPut {
		number, _ = strconv.ParseInt(r.URL.Query().Get("part"), 10, 64)
		line = fmt.Sprintf("PUT %d", number)
		if r.Header.Get("Authorization") != "" {
			s.t.Error("the token has left for a signed URL")
		}
		defer s.putEnds(s.putBegins())
	} else if json.Unmarshal(content, &in) != nil {
		s.t.Errorf("%s is no JSON", line)
	} else if call == "upload-chunk" {
		number = int64(in["partNumber"].(float64))
		line = fmt.Sprintf("%s %d", call, number)
		content, _ = base64.StdEncoding.DecodeString(in["chunkData"].(string))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, line)
	if s.trouble != nil {
		if status := s.trouble(line, s.count(line)); status < 0 {
			panic(http.ErrAbortHandler)
		} else if status > 0 {
			s.respond(w, status, nil)
			return
		}
	}
	s.answer(w, r, call, in, number, content)
}

func (s *partServer) putBegins() chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open++
	s.mostOpen = max(s.mostOpen, s.open)
	if s.gather > 0 && s.open == s.gather {
		s.gather = 0
		close(s.together)
	}
	return s.together
}

func (s *partServer) putEnds(together chan struct{}) {
	<-together
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
}

func (s *partServer) answer(w http.ResponseWriter, r *http.Request, call string, in map[string]any, number int64, content []byte) {
	session, _ := at(in, "uploadSession.uploadId").(string)
	switch call {
	case "initialize-upload":
		s.respond(w, 201, s.newSession("", int64(in["fileSize"].(float64))))
	case "recover-session":
		old, _ := at(in, "expiredSession.uploadId").(string)
		s.respond(w, 200, map[string]any{"newUploadSession": s.newSession(old, 95)})
	case "put":
		session = r.URL.Query().Get("session")
		s.sessions[session][number] = content
		w.Header().Set("ETag", fmt.Sprintf("%q", "e"+strconv.FormatInt(number, 10)))
	case "upload-chunk":
		s.sessions[session][number] = content
		s.respond(w, 200, map[string]any{"etag": fmt.Sprintf("e%d", number)})
	case "validate-session":
		_, known := s.sessions[session]
		s.respond(w, 200, map[string]any{"isValid": known, "uploadedParts": s.parts(session)})
	case "complete-upload":
		if len(in["parts"].([]any)) != len(s.sessions[session]) {
			s.respond(w, 400, nil)
			return
		}
		s.respond(w, 200, map[string]any{"videoId": "vid-" + session, "status": "processing"})
	}
}

func (s *partServer) newSession(from string, size int64) map[string]any {
	s.opened++
	id := fmt.Sprintf("up-%d", s.opened)
	s.sessions[id] = map[int64][]byte{}
	for n, content := range s.sessions[from] {
		s.sessions[id][n] = content
	}
	answer := map[string]any{"uploadId": id, "videoId": "vid-" + id, "chunkSize": s.cut, "uploadedParts": s.parts(id)}
	if s.raw {
		var urls []map[string]any
		for n := int64(1); (n-1)*s.cut < size; n++ {
			urls = append(urls, map[string]any{"partNumber": n, "url": fmt.Sprintf("/objects/put?session=%s&part=%d", id, n)})
		}
		answer["uploadUrls"] = urls
	}
	return answer
}

func (s *partServer) parts(session string) []map[string]any {
	parts := []map[string]any{}
	for n := range s.sessions[session] {
		parts = append(parts, map[string]any{"partNumber": n, "etag": fmt.Sprintf("e%d", n)})
	}
	return parts
}

func (s *partServer) respond(w http.ResponseWriter, status int, data any) {
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(map[string]any{"success": status < 400, "data": data}); err != nil {
		s.t.Error(err)
	}
}

// client returns a client whose waits take no time, and a function that lists the waits.
func (s *partServer) client() (*uploader.Client, func() []time.Duration) {
	var mu sync.Mutex
	var waits []time.Duration
	return &uploader.Client{BaseURL: s.URL + "/api/v1", HTTP: s.Client(),
			Token: func(context.Context, bool) (string, error) { return "token", nil },
			Sleep: func(ctx context.Context, d time.Duration) error {
				mu.Lock()
				defer mu.Unlock()
				waits = append(waits, d)
				return context.Cause(ctx)
			}}, func() []time.Duration {
			mu.Lock()
			defer mu.Unlock()
			return slices.Sorted(slices.Values(waits))
		}
}

// drain answers every call without storing anything, and counts the bytes.
type drain struct{ bytes int64 }

func (d *drain) RoundTrip(r *http.Request) (*http.Response, error) {
	n, err := io.Copy(io.Discard, r.Body)
	d.bytes += n
	return answer(200, nil, []byte(`{"uploadId":"up-1","videoId":"vid-1","etag":"e"}`)), err
}
