package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Check is one part that the server stands on. Its text is for operators and holds no secret; a part that is not vital
// may be in trouble while the server is ready.
type Check struct {
	Name     string
	Critical bool
	Run      func(context.Context) (text string, err error)
}

// checkTimeout is how long one part may take to answer.
const checkTimeout = 3 * time.Second

type checkResult struct {
	Name     string `json:"name"`
	OK       bool   `json:"ok"`
	Text     string `json:"text,omitempty"`
	Critical bool   `json:"vital"`
}

// Health serves /healthz, which says that the process is alive, and /readyz, which says whether what it stands on is
// there: 200, or 503 with the part that is not.
func (a *API) Health(checks ...Check) {
	a.Plain(http.MethodGet, "/healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"alive"}` + "\n")) // a failed write is the client gone
	})
	a.Plain(http.MethodGet, "/readyz", func(w http.ResponseWriter, r *http.Request) {
		parts, ready := runChecks(r.Context(), checks)
		status, word := http.StatusOK, "ready"
		if !ready {
			status, word = http.StatusServiceUnavailable, "not ready"
			w.Header().Set("Retry-After", "2")
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"status": word, "parts": parts}) // a failed write is the client gone
	})
}

func runChecks(ctx context.Context, checks []Check) (parts []checkResult, ready bool) {
	ready = true
	for _, c := range checks {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		text, err := c.Run(ctx)
		cancel()
		if err != nil {
			text = cmp.Or(text, "does not answer")
			ready = ready && !c.Critical
		}
		parts = append(parts, checkResult{c.Name, err == nil, text, c.Critical})
	}
	return parts, ready
}
