package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

const (
	heartbeatInterval = 15 * time.Second // keeps proxies from closing an idle stream
	gateInterval      = 5 * time.Second  // how often the gate of a stream is checked again
)

// Event of a stream. With an ID the stream can be resumed after it: a reconnecting client sends the last ID that it
// received in the header Last-Event-ID.
type Event struct {
	ID   string
	Name string
	Data any
}

// HandleEvents registers a stream of server-sent events (WHATWG HTML 9.2). It ends when h returns; an error before the
// first event is answered as a problem. The context of h ends when the client disconnects or loses access: its session has
// ended, or its token expired.
func HandleEvents(a *API, gate Gate, op Op, h func(ctx context.Context, who access.Caller, r *Request, send func(Event) error) error) {
	op = op.Produces(nil, "text/event-stream")
	a.serve(gate, op, func(w http.ResponseWriter, r *http.Request, who access.Caller) error {
		s := &eventStream{w: w, controller: http.NewResponseController(w)}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(a.streamsCtx, cancel)()
		beating := make(chan struct{})
		go func() {
			defer close(beating)
			s.keepAlive(ctx, func() bool {
				_, err := a.authorize(ctx, gate, op, r.Header.Get("Authorization"))
				return err == nil || !isDenied(err)
			})
			cancel()
		}()
		err := h(ctx, who, &Request{http.NoBody, 0, r}, s.send)
		cancel()
		<-beating // nothing may write once the handler has returned
		if s.started {
			return nil // the headers are sent: the stream can only end
		}
		return err
	})
}

// EndStreams ends all event streams, which would otherwise keep the server from stopping. Browsers reconnect.
func (a *API) EndStreams() { a.endStreams() }

type eventStream struct {
	mu         sync.Mutex
	w          http.ResponseWriter
	controller *http.ResponseController
	started    bool
}

// isDenied reports whether an error is the gate's refusal, as opposed to a failure of checking it.
func isDenied(err error) bool {
	return fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden)
}

// keepAlive returns when ctx ends or the client is no longer admitted.
func (s *eventStream) keepAlive(ctx context.Context, admitted func() bool) {
	tick, ask := time.NewTicker(heartbeatInterval), time.NewTicker(gateInterval)
	defer tick.Stop()
	defer ask.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ask.C:
			if !admitted() {
				return
			}
		case <-tick.C:
			s.mu.Lock()
			if s.started {
				_ = s.write([]byte(": still here\n\n")) // if the client has gone, this ends the context
			}
			s.mu.Unlock()
		}
	}
}

func (s *eventStream) send(e Event) error {
	text, err := json.Marshal(e.Data)
	if err != nil {
		return err
	}
	lines := [][]byte{[]byte("event: " + e.Name), append([]byte("data: "), text...), nil, nil}
	if e.ID != "" {
		lines = append([][]byte{[]byte("id: " + e.ID)}, lines...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		s.started = true
		s.w.Header().Set("Content-Type", "text/event-stream")
		s.w.Header().Set("Cache-Control", "no-store")
		s.w.Header().Set("X-Accel-Buffering", "no")
		s.w.WriteHeader(http.StatusOK)
	}
	return s.write(bytes.Join(lines, []byte("\n")))
}

func (s *eventStream) write(b []byte) error {
	if _, err := s.w.Write(b); err != nil {
		return err
	}
	return s.controller.Flush()
}
