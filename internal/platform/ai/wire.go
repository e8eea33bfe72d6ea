package ai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/outbound"
)

// What servers may not know. Each is left out, or said otherwise, once a server has refused it.
const (
	noMaxTokens   = "max_tokens" // takes max_completion_tokens: reasoning models
	noUsage       = "stream_options"
	noTemperature = "temperature"
)

const mostCorrections = 3 // of a call

// body is a request in the terms of Chat Completions.
func (c *Client) body(r Request) ([]byte, error) {
	b := map[string]any{"model": c.config.Model, "messages": r.Messages, "stream": true, "max_tokens": r.MaxTokens}
	if c.isKnown(noMaxTokens) {
		delete(b, "max_tokens")
		b["max_completion_tokens"] = r.MaxTokens
	}
	if !c.isKnown(noUsage) {
		b["stream_options"] = map[string]any{"include_usage": true}
	}
	if !c.isKnown(noTemperature) {
		b["temperature"] = r.Temperature
	}
	return json.Marshal(b)
}

func (c *Client) isKnown(correction string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[correction].After(c.clock.Now())
}

// correct remembers what the server says that it does not know, and reports whether that is news.
func (c *Client) correct(refusal string) bool {
	said := strings.ToLower(refusal)
	for _, name := range []string{noMaxTokens, noUsage, noTemperature} {
		if strings.Contains(said, name) && !c.isKnown(name) {
			c.mu.Lock()
			c.known[name] = c.clock.Now().Add(correctionLife)
			c.mu.Unlock()
			return true
		}
	}
	return false
}

// never is the wait before a call that is not repeated.
const never = -1

// attempt asks once, and again after each correction. wait is how long to wait before it is worth repeating.
func (c *Client) attempt(ctx context.Context, r Request, said func(string) error) (a Answer, wait time.Duration, err error) {
	for range mostCorrections + 1 {
		var corrected bool
		if a, wait, corrected, err = c.once(ctx, r, said); !corrected {
			break
		}
	}
	return a, wait, err
}

func (c *Client) once(ctx context.Context, r Request, said func(string) error) (a Answer, wait time.Duration, corrected bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(c.limits.FirstToken, func() { cancel(errSlow) })
	defer watch.Stop()
	text, err := c.body(r)
	if err != nil {
		return a, never, false, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.config.URL+"/chat/completions", bytes.NewReader(text))
	if err != nil {
		return a, never, false, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream, application/json")
	c.sign(request)
	answer, err := c.http.Do(request)
	if err != nil {
		return a, repeatAfter(err), false, failure(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		wait, corrected, err = c.refused(answer)
		return a, wait, corrected, err
	}
	a, err = c.read(ctx, answer, func(delta string) error {
		watch.Reset(c.limits.Between)
		return said(delta)
	})
	a.estimate(r)
	wait = never
	if a.Text == "" {
		wait = repeatAfter(err)
	}
	return a, wait, false, err
}

// repeatAfter is the wait after a broken connection; nothing else of this kind is worth repeating.
func repeatAfter(err error) time.Duration {
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return 0
	}
	return never
}

// failure is what a broken connection means to the caller.
func failure(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		return timedOut(err)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, outbound.ErrTooLarge):
		return badAnswer(err)
	}
	return unavailable(err)
}

const mostRefusal = 64 << 10 // bytes that are read of a refusal

// refused reads why a server does not answer.
func (c *Client) refused(answer *http.Response) (wait time.Duration, corrected bool, err error) {
	said, err := io.ReadAll(io.LimitReader(answer.Body, mostRefusal))
	if err != nil {
		return 0, false, unavailable(err)
	}
	cause := fmt.Errorf("the language model answers with the status %d", answer.StatusCode)
	switch answer.StatusCode {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		if c.correct(string(said)) {
			return 0, true, badAnswer(cause)
		}
		return never, false, badAnswer(cause)
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable:
		return c.askedWait(answer.Header.Get("Retry-After")), false, unavailable(cause)
	}
	return never, false, unavailable(cause)
}

// askedWait reads a header Retry-After: seconds, or a date.
func (c *Client) askedWait(header string) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(header)); err == nil {
		return time.Duration(min(max(seconds, 0), 3600)) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(c.clock.Now()))
	}
	return 500 * time.Millisecond
}

// completion is a whole answer, or a piece of one.
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		Index        int     `json:"index"`
		Delta        piece   `json:"delta"`
		Message      piece   `json:"message"`
		FinishReason *string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Input  int `json:"prompt_tokens"`
		Output int `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

type piece struct {
	Content *string `json:"content"`
}

// reading gathers an answer.
type reading struct {
	Answer
	said     func(string) error
	thoughts thoughts
	finish   string
}

var errRefused = errors.New("the content filter of the language model")

func (r *reading) add(text []byte) error {
	var c completion
	if err := json.Unmarshal(text, &c); err != nil {
		return badAnswer(err)
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return unavailable(errors.New("the language model reports an error"))
	}
	if c.Model != "" {
		r.Model = c.Model
	}
	if c.Usage != nil {
		r.Usage = Usage{Input: c.Usage.Input, Output: c.Usage.Output}
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		for _, p := range []piece{choice.Delta, choice.Message} {
			if p.Content == nil {
				continue
			}
			if delta := r.thoughts.without(*p.Content); delta != "" {
				r.Text += delta
				if err := r.said(delta); err != nil {
					return err
				}
			}
		}
		if choice.FinishReason != nil {
			r.finish = *choice.FinishReason
		}
	}
	return nil
}

// read reads an answer, in one piece or in events.
func (c *Client) read(ctx context.Context, answer *http.Response, said func(string) error) (Answer, error) {
	r := reading{said: said, Answer: Answer{Model: c.config.Model}}
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	var err error
	if kind == "text/event-stream" {
		err = events(answer.Body, r.add)
	} else {
		var text []byte
		if text, err = io.ReadAll(answer.Body); err == nil {
			err = r.add(text)
		}
	}
	isDone := r.finish != "" || errors.Is(err, errDone)
	if r.IsLong = r.finish == "length"; errors.Is(err, errDone) {
		err = nil
	}
	known := new(fault.Error)
	switch {
	case r.finish == "content_filter":
		return r.Answer, fault.New(fault.BadGateway, "ai_refused", refusedText).WithCause(errRefused)
	case err == nil && !isDone && r.Text != "" && kind == "text/event-stream":
		r.IsCut = true // neither an end nor a reason for it
		return r.Answer, nil
	case err == nil && !isDone && r.Text == "":
		return r.Answer, unavailable(io.ErrUnexpectedEOF)
	case err == nil && r.Text == "":
		return r.Answer, badAnswer(errors.New("the language model said nothing"))
	case err == nil:
		return r.Answer, nil
	case errors.As(err, &known):
		return r.Answer, err
	}
	failed := failure(ctx, err)
	if r.Text != "" && errors.As(failed, &known) {
		r.IsCut = true
		return r.Answer, nil
	}
	return r.Answer, failed
}

// estimate fills in what a server does not say: a token has about 3.5 characters.
func (a *Answer) estimate(r Request) {
	if a.Usage.Input > 0 || a.Usage.Output > 0 {
		return
	}
	n := 0
	for _, m := range r.Messages {
		n += Tokens(m.Content)
	}
	a.Usage = Usage{n, Tokens(a.Text), true}
}

// Tokens estimates how many tokens a text has.
func Tokens(s string) int { return len([]rune(s))*2/7 + 1 }

// errDone ends a stream: nothing behind it counts.
var errDone = errors.New("the stream is done")

// events reads a stream of server-sent events (WHATWG HTML 9.2.6) and gives the data of each.
func events(body io.Reader, give func(data []byte) error) error {
	var data []byte
	lines := lineReader{body: body}
	for {
		line, err := lines.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil // a line that was cut is none
			}
			return err
		}
		if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(rest, []byte(" "))...)
			continue
		}
		if len(line) > 0 || data == nil {
			continue
		}
		event := slices.Clone(data)
		if data = nil; string(event) == "[DONE]" {
			return errDone
		}
		if err := give(event); err != nil {
			return err
		}
	}
}

// lineReader reads lines that end with LF or CRLF.
type lineReader struct {
	body io.Reader
	held []byte
	err  error
}

func (l *lineReader) next() ([]byte, error) {
	for {
		if line, rest, ok := bytes.Cut(l.held, []byte("\n")); ok {
			l.held = rest
			return bytes.TrimSuffix(line, []byte("\r")), nil
		}
		if l.err != nil {
			return nil, l.err
		}
		more := make([]byte, 4096)
		var n int
		n, l.err = l.body.Read(more)
		l.held = append(l.held, more[:n]...)
	}
}

// thoughts takes out what a reasoning model writes before its answer, between <think> and </think>.
type thoughts struct {
	held    string
	decided bool
	inside  bool
}

const (
	thinks  = "<think>"
	thought = "</think>"
)

func (t *thoughts) without(delta string) string {
	if t.decided && !t.inside {
		return delta
	}
	t.held += delta
	if !t.decided {
		begin := strings.TrimLeft(t.held, " \n")
		switch {
		case strings.HasPrefix(begin, thinks):
			t.decided, t.inside, t.held = true, true, begin[len(thinks):]
		case len(begin) < len(thinks) && strings.HasPrefix(thinks, begin):
			return "" // it may still become one
		default:
			t.decided = true
			said := t.held
			t.held = ""
			return said
		}
	}
	_, after, ok := strings.Cut(t.held, thought)
	if !ok {
		return ""
	}
	t.inside, t.held = false, ""
	return strings.TrimLeft(after, "\n ")
}
