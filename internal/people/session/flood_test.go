package session_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	passwords "lectern/internal/people/password"
	"lectern/internal/testapp"
)

// While 200 sign-ins queue for hashing, at the real cost, other requests do not wait for them: a hundred are answered long
// before the queue is empty. How much slower they are is logged and not judged, because that depends on the machine.
func TestReadersDoNotWaitForASignInFlood(t *testing.T) {
	a := testapp.New(t, func(p *app.Deps) { p.Hasher = app.NewHasher(passwords.Argon2id, nil) })
	reads := func(n int) time.Duration {
		took := make([]time.Duration, n)
		for i := range took {
			start := time.Now()
			if w := a.Nobody().Send("GET", "/api/v1/courses/get", ""); w.Code != 200 {
				t.Fatal(w.Code)
			}
			took[i] = time.Since(start)
		}
		slices.Sort(took)
		return took[n*99/100]
	}
	reads(50)
	quiet := reads(100)
	var flood sync.WaitGroup
	waiting, leave := context.WithCancel(t.Context())
	for i := range 200 {
		flood.Go(func() {
			body := strings.NewReader(fmt.Sprintf(`{"email":"eve%d@lectern.test","password":"none of these"}`, i))
			r := httptest.NewRequestWithContext(waiting, "POST", "/api/v1/auth/login", body)
			r.Header.Set("Content-Type", "application/json")
			a.Nobody().SendRaw(r)
		})
	}
	for a.Hasher.HashCount() == 0 { // until the first is being hashed
		runtime.Gosched()
	}
	flooded := reads(100)
	through := a.Hasher.HashCount()
	leave()
	flood.Wait()
	t.Logf("p99 %v quiet, %v while 200 sign in; %d were hashed in that time", quiet, flooded, through)
	if all := a.Hasher.Capacity(); through >= all {
		t.Errorf("readers waited until all %d who had a place were through", all)
	}
}
