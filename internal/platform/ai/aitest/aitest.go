// Package aitest is a server that answers as language models do, and as they do when something is wrong: by a script.
package aitest

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Request is what a client has asked.
type Request struct {
	Path          string
	Authorization string
	Body          string
	Messages      []struct{ Role, Content string }
	Parameters    map[string]any
}

// Said is the content of the last message of a role.
func (r Request) Said(role string) (said string) {
	for _, m := range r.Messages {
		if m.Role == role {
			said = m.Content
		}
	}
	return said
}

// Script answers one request. Its error fails the test, unless the client has gone.
type Script func(w http.ResponseWriter, r *http.Request, asked Request) error

// Server plays scripts.
type Server struct {
	URL string

	t       *testing.T
	mu      sync.Mutex
	scripts []Script
	asked   []Request
	gone    chan struct{}
}

const mostGone = 100 // requests of a test whose client goes before they are answered

// New starts a server, which ends with the test.
func New(t *testing.T) *Server {
	t.Helper()
	s := &Server{t: t, gone: make(chan struct{}, mostGone)}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Play sets the scripts of the next requests, in order; the last one goes on.
func (s *Server) Play(scripts ...Script) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts, s.asked = scripts, nil
}

// Asked lists what was asked since Play.
func (s *Server) Asked() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request{}, s.asked...)
}

// Gone receives once for each request whose client has gone before it was answered.
func (s *Server) Gone() <-chan struct{} { return s.gone }

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := s.serve(w, r)
	if r.Context().Err() != nil { // as it is once a write has failed
		s.gone <- struct{}{}
	} else if err != nil {
		s.t.Errorf("%s %s: %v", r.Method, r.URL, err)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodGet {
		w.Header().Set("Content-Type", "application/json")
		return send(w, `{"data":[]}`)
	}
	asked, err := read(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	script := s.scripts[min(len(s.asked), len(s.scripts)-1)]
	s.asked = append(s.asked, asked)
	s.mu.Unlock()
	return script(w, r, asked)
}

func read(r *http.Request) (Request, error) {
	text, err := io.ReadAll(r.Body)
	asked := Request{Path: r.URL.Path, Authorization: r.Header.Get("Authorization"), Body: string(text)}
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err == nil {
		err = json.Unmarshal(text, &asked.Parameters)
	}
	return asked, err
}

func send(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // strings always can be encoded
	return string(text)
}

const usage = `"usage":{"prompt_tokens":100,"completion_tokens":50}`

// Event is a piece of an answer, as a line of a stream.
func Event(delta string) string {
	return `data: {"model":"scripted","choices":[{"index":0,"delta":{"content":` + quoted(delta) + "}}]}\n\n"
}

// End is the end of a stream, with a reason.
func End(reason string) string {
	return `data: {"choices":[{"index":0,"delta":{},"finish_reason":` + quoted(reason) + `}],` + usage + "}\n\ndata: [DONE]\n\n"
}

// Lines sends a stream as it is written, line ends and all.
func Lines(text string) Script {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) error {
		w.Header().Set("Content-Type", "text/event-stream")
		return send(w, text)
	}
}

// Say streams an answer in pieces.
func Say(pieces ...string) Script {
	var all strings.Builder
	for _, p := range pieces {
		all.WriteString(Event(p))
	}
	return Lines(all.String() + End("stop"))
}

// Reply streams what it makes of the request.
func Reply(by func(asked Request) string) Script {
	return func(w http.ResponseWriter, r *http.Request, asked Request) error { return Say(by(asked))(w, r, asked) }
}

// Whole answers in one piece, without a stream.
func Whole(text string) Script {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) error {
		w.Header().Set("Content-Type", "application/json")
		return send(w, `{"model":"scripted","choices":[{"index":0,"message":{"role":"assistant","content":`+quoted(text)+`},"finish_reason":"stop"}],`+usage+"}")
	}
}

// Refuse answers with a status, and headers as pairs.
func Refuse(status int, body string, headers ...string) Script {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) error {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		return send(w, body)
	}
}

// RefuseParameter answers 400 while the request has a parameter, and then says something.
func RefuseParameter(name, then string) Script {
	return func(w http.ResponseWriter, r *http.Request, asked Request) error {
		if _, has := asked.Parameters[name]; has {
			return Refuse(http.StatusBadRequest, `{"error":{"message":"Unsupported parameter: '`+name+`'","param":"`+name+`"}}`)(w, r, asked)
		}
		return Say(then)(w, r, asked)
	}
}

// Reset breaks the connection, behind a beginning of the answer.
func Reset(before string) Script {
	return func(w http.ResponseWriter, r *http.Request, asked Request) error {
		if err := begin(before, w, r, asked); err != nil {
			return err
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return err
		}
		if tcp, ok := connection.(*net.TCPConn); ok {
			err = tcp.SetLinger(0)
		}
		return errors.Join(err, connection.Close())
	}
}

// Stall says something, and then nothing more until the client has gone.
func Stall(before string) Script {
	return func(w http.ResponseWriter, r *http.Request, asked Request) error {
		if err := begin(before, w, r, asked); err != nil {
			return err
		}
		<-r.Context().Done()
		return nil
	}
}

// begin sends the beginning of a stream at once; nothing for "".
func begin(text string, w http.ResponseWriter, r *http.Request, asked Request) error {
	if text == "" {
		return nil
	}
	if err := Lines(text)(w, r, asked); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

// Huge streams megabytes.
func Huge(megabytes int) Script {
	return Lines(strings.Repeat(Event(strings.Repeat("x", 1<<20)), megabytes) + End("stop"))
}

// Bomb sends megabytes that were packed into kilobytes.
func Bomb(megabytes int) Script {
	return func(w http.ResponseWriter, _ *http.Request, _ Request) error {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		for range megabytes {
			if err := send(packed, Event(strings.Repeat("x", 1<<20))); err != nil {
				return err
			}
		}
		return packed.Close()
	}
}
