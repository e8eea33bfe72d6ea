package session_test

import (
	passwords "lectern/internal/people/password"

	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// sample holds the durations of several attempts.
type sample []time.Duration

func (s sample) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	return float64(sorted[len(sorted)/2])
}

// apart returns how many standard deviations the ranks of two samples are from those of two draws of one distribution (Mann
// and Whitney).
func apart(a, b sample) float64 {
	n, m := float64(len(a)), float64(len(b))
	var less float64 // pairs in which a was faster
	for _, x := range a {
		for _, y := range b {
			if x < y {
				less++
			} else if x == y {
				less += 0.5
			}
		}
	}
	return math.Abs(less-n*m/2) / math.Sqrt(n*m*(n+m+1)/12)
}

// 60 attempts each, 200 in soak, in pairs and alternating order, so that other load affects both. The hash costs a twelfth
// of the real one, so 5 percent here are less than half a percent there. Noise alone does not fail the test: both the
// medians and the ranks must differ, which happens by chance less than once in 10,000 runs.
func TestTimingRevealsNothing(t *testing.T) {
	t.Parallel()
	const allowed, unlikely = 0.05, 4.0
	tries := soak.Rounds(60, 200)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ path, body string }{
		{"/auth/login", `{"email":%q,"password":"` + wrong + `"}`},
		{"/auth/forgot-password", `{"email":%q}`},
		{"/auth/register", `{"full_name":"Ann","email":%q,"password":"` + another + `"}`},
	} {
		t.Run(c.path, func(t *testing.T) {
			a := testapp.New(t, func(p *app.Deps) { p.Hasher = app.NewHasher(passwords.Cost{MemoryKiB: 19 * 1024 / 6, Passes: 1}, nil) })
			a.Register("ann@lectern.test")
			once := func(email string) time.Duration {
				a.Exec("DELETE FROM lockouts")
				a.Exec("DELETE FROM rate_limits")
				body := fmt.Sprintf(c.body, email)
				start := time.Now()
				w := a.Nobody().Send("POST", "/api/v1"+c.path, body)
				took := time.Since(start)
				if w.Code != 200 && w.Code != 401 {
					t.Fatal(testapp.Summary(w))
				}
				return took
			}
			var known, unknown sample
			for range tries {
				if rng.IntN(2) == 0 {
					known, unknown = append(known, once("ann@lectern.test")), append(unknown, once("eve@lectern.test"))
				} else {
					unknown, known = append(unknown, once("eve@lectern.test")), append(known, once("ann@lectern.test"))
				}
			}
			k, u, z := known.median(), unknown.median(), apart(known, unknown)
			t.Logf("known %v, unknown %v, %.1f deviations", time.Duration(k), time.Duration(u), z)
			if math.Abs(k-u)/u > allowed && z > unlikely {
				t.Errorf("an account takes %v, none %v: the ranks are %.1f deviations apart", time.Duration(k), time.Duration(u), z)
			}
		})
	}
}
