package writing

import (
	"context"
	"sync"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/site/writing/offline"
)

// WritingHealth says whether the language model can be used.
type WritingHealth struct {
	Status    string `json:"status" enum:"ok,degraded,off" doc:"off: the school has no language model; degraded: it can't be reached, or its last call failed. What works without one always does."`
	LatencyMs int64  `json:"latencyMs" doc:"How long its server took to list its models, asked at most every 30 seconds; 0 when it didn't."`
	IsPaused  bool   `json:"isPaused" doc:"It failed so often that it is not asked for half a minute."`
	LastError string `json:"lastError" doc:"The code with which the last call failed; empty for none."`
}

// WritingCapabilities say which tools there are.
type WritingCapabilities struct {
	Configured bool              `json:"configured" doc:"There is a language model."`
	Model      string            `json:"model" doc:"Empty for none."`
	Quota      WritingQuota      `json:"quota" doc:"What the caller may still use today of the language model."`
	Tools      []WritingTool     `json:"tools"`
	Limits     WritingLimits     `json:"limits"`
	Measured   []WritingMeasured `json:"measured" doc:"How good the offline tools are, at least: the tests of every version measure it on the posts of two real blogs."`
}

// WritingTool is a tool.
type WritingTool struct {
	Name      string `json:"name" enum:"tags,meta-description,suggestions,generate-from-prompt,generate-content,enhance"`
	Available bool   `json:"available"`
	Offline   bool   `json:"offline" doc:"It works without a language model."`
}

// WritingLimits are the lengths of a text, in characters.
type WritingLimits struct {
	MinContent int64 `json:"minContent"`
	MaxContent int64 `json:"maxContent"`
}

// WritingMeasured is a figure of the quality of a tool.
type WritingMeasured struct {
	Tool    string  `json:"tool" enum:"tags,meta-description"`
	Measure string  `json:"measure" enum:"recall_at_5,hit_at_5,rouge_1"`
	AtLeast float64 `json:"atLeast"`
}

// Capabilities lists the tools. For instructors and administrators.
func (s *Service) Capabilities(ctx context.Context, who access.Caller) (WritingCapabilities, error) {
	c := WritingCapabilities{Tools: []WritingTool{}, Limits: WritingLimits{shortestContent, longestContent}, Measured: []WritingMeasured{
		{toolTags, "recall_at_5", offline.LeastRecall}, {toolTags, "hit_at_5", offline.LeastHits}, {toolDescription, "rouge_1", offline.LeastOverlap}}}
	for _, name := range []string{toolTags, toolDescription, toolSuggestions} {
		c.Tools = append(c.Tools, WritingTool{Name: name, Available: true, Offline: true})
	}
	for _, name := range []string{toolFromPrompt, toolContent, toolEnhance} {
		c.Tools = append(c.Tools, WritingTool{Name: name, Available: s.deps.Model != nil})
	}
	if s.deps.Model != nil {
		c.Configured, c.Model = true, s.deps.Model.Model()
	}
	var err error
	c.Quota, err = s.quota(ctx, s.deps.DB.Reader(), who.ID)
	return c, err
}

// asked is when the server of the model was last asked for its models, and how long it took; 0 when it did not answer.
type asked struct {
	mu      sync.Mutex
	at      time.Time
	latency time.Duration
}

// askedEvery is how often it is asked, however many ask.
const askedEvery = 30 * time.Second

// Health says whether the language model can be used. For instructors and administrators.
func (s *Service) Health(ctx context.Context) WritingHealth {
	if s.deps.Model == nil {
		return WritingHealth{Status: "off"}
	}
	s.asked.mu.Lock()
	defer s.asked.mu.Unlock()
	if now := s.deps.Clock.Now(); now.Sub(s.asked.at) >= askedEvery {
		took, err := s.deps.Model.Models(ctx)
		if s.asked.at, s.asked.latency = now, 0; err == nil {
			s.asked.latency = max(took, time.Millisecond)
		}
	}
	state := s.deps.Model.State()
	h := WritingHealth{Status: "ok", LatencyMs: s.asked.latency.Milliseconds(), IsPaused: state.IsClosed, LastError: state.LastCode}
	if h.LatencyMs == 0 || h.IsPaused || h.LastError != "" {
		h.Status = "degraded"
	}
	return h
}
