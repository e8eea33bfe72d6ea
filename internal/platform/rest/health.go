package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Check tests one dependency of the server. Its text is for operators, and not shown to clients of /readyz: it names versions.
// The server is ready even when a dependency that is not vital fails.
type Check struct {
	Name     string
	Critical bool
	Run      func(context.Context) (text string, err error)
}

// checkTimeout limits the time of one check.
const checkTimeout = 3 * time.Second

type checkResult struct {
	Name     string `json:"name"`
	OK       bool   `json:"ok"`
	Critical bool   `json:"vital"`
}

// Health serves /healthz, which says that the process is alive, and /readyz, which says whether its dependencies are
// available: 200, or 503 naming the ones that are not. What is wrong with them says `lectern doctor`.
func (a *API) Health(checks ...Check) {
	a.HandlePlain(http.MethodGet, "/healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"status":"alive"}` + "\n")) // a failed write means that the client has gone
	})
	a.HandlePlain(http.MethodGet, "/readyz", func(w http.ResponseWriter, r *http.Request) {
		parts, ready := runChecks(r.Context(), checks)
		status, word := http.StatusOK, "ready"
		if !ready {
			status, word = http.StatusServiceUnavailable, "not ready"
			w.Header().Set("Retry-After", "2")
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(map[string]any{"status": word, "parts": parts}) // a failed write means that the client has gone
	})
}

func runChecks(ctx context.Context, checks []Check) (parts []checkResult, ready bool) {
	ready = true
	for _, c := range checks {
		ctx, cancel := context.WithTimeout(ctx, checkTimeout)
		_, err := c.Run(ctx)
		cancel()
		ready = ready && (err == nil || !c.Critical)
		parts = append(parts, checkResult{c.Name, err == nil, c.Critical})
	}
	return parts, ready
}
