// Package ai asks a language model that speaks Chat Completions, as OpenAI, llama.cpp, vLLM and Ollama do. It adapts to what a server does not know, limits every
// wait, repeats what failed before the first word, and stops asking a server that keeps failing. It logs nothing: texts are their authors'.
package ai

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/outbound"
)

// Config says which model to ask.
type Config struct {
	URL   string // with the version, such as https://models.example/v1
	Key   string // "" for a server that asks for none
	Model string
}

// Limits are how long a call may take.
type Limits struct {
	FirstToken time.Duration // until the first word
	Between    time.Duration // between two words
	Whole      time.Duration
}

// DefaultLimits suit servers that have to load a model first.
var DefaultLimits = Limits{FirstToken: 30 * time.Second, Between: 20 * time.Second, Whole: 120 * time.Second}

const (
	mostRepeats    = 2
	mostWait       = 20 * time.Second // that a server may ask for before it is asked again
	mostAnswer     = 4 << 20          // bytes
	mostFailures   = 5                // in failureWindow, after which the server is not asked for closedFor
	failureWindow  = time.Minute
	closedFor      = 30 * time.Second
	correctionLife = time.Hour // how long it is remembered what a server does not know
)

// Message is one of a conversation; Role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Request asks for the next message.
type Request struct {
	Messages    []Message
	MaxTokens   int
	Temperature float64
}

// Usage is what a call has used.
type Usage struct {
	Input, Output int // tokens
	IsEstimated   bool
}

// Answer is what the model has said.
type Answer struct {
	Text   string
	Model  string // as the server calls it
	Usage  Usage
	IsCut  bool // the connection broke off
	IsLong bool // it reached MaxTokens
}

// Client asks one model. Safe for concurrent use.
type Client struct {
	config Config
	limits Limits
	clock  clock.Clock
	http   *http.Client
	pause  func(ctx context.Context, d time.Duration) error

	mu       sync.Mutex
	known    map[string]time.Time // corrections, with when they are forgotten
	failures []time.Time
	closed   time.Time // until then nothing is asked
	lastCode string
}

// New returns a client. Its server may be in a private network: the operator has configured it.
func New(c Config, l Limits, now clock.Clock) *Client {
	c.URL = strings.TrimRight(c.URL, "/")
	return &Client{config: c, limits: l, clock: now, http: outbound.NewStream(mostAnswer, outbound.HostPort(c.URL)), pause: pause, known: map[string]time.Time{}}
}

// Model is the name of the model.
func (c *Client) Model() string { return c.config.Model }

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

const (
	awayText    = "The language model can't be reached. Try again in a minute."
	timeoutText = "The language model took too long. Try again, or with a shorter text."
	badText     = "The language model sent an answer that can't be used. Try again."
	refusedText = "The language model refused to answer this."
)

func unavailable(cause error) error {
	return fault.New(fault.Unavailable, "ai_unavailable", awayText).WithRetryAfter(closedFor).WithCause(cause)
}

func timedOut(cause error) error {
	return fault.New(fault.Unavailable, "ai_timeout", timeoutText).WithCause(cause)
}

func badAnswer(cause error) error {
	return fault.New(fault.BadGateway, "ai_bad_answer", badText).WithCause(cause)
}

var errSlow = errors.New("the language model has said nothing for too long")

// Complete returns the whole answer. fault.Unavailable, fault.BadGateway.
func (c *Client) Complete(ctx context.Context, r Request) (Answer, error) {
	return c.Stream(ctx, r, func(string) error { return nil })
}

// Stream calls said with each piece of the answer, and returns all of it. One that breaks off after its first word is returned as far as it came, IsCut. An error of said, or
// the end of ctx, ends the call: then the answer so far comes with the error. fault.Unavailable, fault.BadGateway.
func (c *Client) Stream(ctx context.Context, r Request, said func(delta string) error) (Answer, error) {
	if err := c.open(); err != nil {
		return Answer{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.limits.Whole, errSlow)
	defer cancel()
	var err error
	for try := 0; ; try++ {
		var a Answer
		var wait time.Duration
		a, wait, err = c.attempt(ctx, r, said)
		if err == nil || ctx.Err() != nil && !errors.Is(context.Cause(ctx), errSlow) {
			c.note(nil)
			return a, err
		}
		if a.Text != "" || wait < 0 || try == mostRepeats || wait > mostWait {
			c.note(err)
			return a, err
		}
		if failed := c.pause(ctx, wait+time.Duration(try)*time.Second/4); failed != nil {
			c.note(err)
			return a, err
		}
	}
}

// open refuses calls while the server is not asked.
func (c *Client) open() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if left := c.closed.Sub(c.clock.Now()); left > 0 {
		return fault.New(fault.Unavailable, "ai_unavailable", awayText).WithRetryAfter(left)
	}
	return nil
}

// note remembers how a call ended.
func (c *Client) note(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := new(fault.Error)
	if !errors.As(err, &known) {
		c.failures, c.lastCode = nil, ""
		return
	}
	now := c.clock.Now()
	if c.lastCode = known.Code; known.Kind != fault.Unavailable {
		return
	}
	recent := []time.Time{now}
	for _, at := range c.failures {
		if now.Sub(at) < failureWindow {
			recent = append(recent, at)
		}
	}
	if c.failures = recent; len(recent) >= mostFailures {
		c.failures, c.closed = nil, now.Add(closedFor)
	}
}

// State is how the server is doing.
type State struct {
	IsClosed bool   // it is not asked for a while, because it kept failing
	LastCode string // of the error with which the last call ended; "" for none
}

// State returns how the server is doing, by the calls so far.
func (c *Client) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return State{c.closed.After(c.clock.Now()), c.lastCode}
}

// Models asks the server for its list of models, which shows that it can be reached, and returns how long that took.
func (c *Client) Models(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	begun := c.clock.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.config.URL+"/models", nil)
	if err != nil {
		return 0, err
	}
	c.sign(r)
	answer, err := c.http.Do(r)
	if err != nil {
		return 0, unavailable(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, unavailable(outbound.StatusError{Status: answer.StatusCode})
	}
	return c.clock.Now().Sub(begun), nil
}

func (c *Client) sign(r *http.Request) {
	if c.config.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.config.Key)
	}
}
