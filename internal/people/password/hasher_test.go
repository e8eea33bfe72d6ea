package password

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"lectern/internal/platform/fault"
)

func TestPasswordsMatchByteByByte(t *testing.T) {
	t.Parallel()
	h := NewHasher(Options{Cost: Argon2id, Parallel: 2})
	long := strings.Repeat("x", 127)
	for _, c := range []struct{ name, password, other string }{
		{"another", "correct horse battery", "correct horse batterz"},
		{"case", "correct horse battery", "Correct horse battery"},
		{"trailing space", "correct horse battery", "correct horse battery "},
		{"after 72 bytes", long + "1", long + "2"},
		{"after a NUL", "correct\x00horse", "correct\x00house"},
		{"composed and decomposed", "caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me"},
	} {
		hash, err := h.Hash(t.Context(), c.password)
		if err != nil {
			t.Fatal(err)
		}
		right, err1 := h.Matches(t.Context(), c.password, hash)
		wrong, err2 := h.Matches(t.Context(), c.other, hash)
		if !right || wrong || err1 != nil || err2 != nil {
			t.Errorf("%s: %v %v, %v %v", c.name, right, wrong, err1, err2)
		}
	}
	if ok, err := h.Matches(t.Context(), "", ""); ok || err != nil {
		t.Errorf("a hash of no account matched: %v, %v", ok, err)
	}
}

func TestHashesCarryTheirParameters(t *testing.T) {
	t.Parallel()
	h := NewHasher(Options{Cost: Argon2id, Parallel: 1})
	hash, err := h.Hash(t.Context(), "correct horse battery")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	if again, _ := h.Hash(t.Context(), "correct horse battery"); again == hash {
		t.Error("two hashes of one password are the same: there is no salt")
	}
	old := phc{memory: 8, passes: 1, lanes: 1, salt: []byte("somesalt"), sum: make([]byte, 32)}
	if p, err := parsePHC(old.String()); err != nil || p.memory != 8 || p.passes != 1 || string(p.salt) != "somesalt" {
		t.Errorf("parameters of an older hash: %+v, %v", p, err)
	}
	for _, bad := range []string{"x", "$2y$10$abc", strings.Replace(hash, "v=19", "v=16", 1), strings.Replace(hash, "t=2", "t=0", 1),
		strings.Replace(hash, "m=", "q=", 1), hash[:strings.LastIndex(hash, "$")+1], hash + "!"} {
		if ok, err := h.Matches(t.Context(), "correct horse battery", bad); ok || !errors.Is(err, errNotPHC) {
			t.Errorf("%q: %v, %v", bad, ok, err)
		}
	}
}

// While the only slot is taken one call may wait; the next is refused at once, and a cancelled wait costs no hash.
func TestSignInQueueLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher(Options{Cost: Argon2id, Parallel: 1, Waiting: 1})
		h.places <- struct{}{}
		h.running <- struct{}{} // takes the only slot
		canceled, cancel := context.WithCancel(t.Context())
		var waited error
		go func() { _, waited = h.Hash(canceled, "correct horse battery") }()
		synctest.Wait()
		_, err := h.Matches(t.Context(), "correct horse battery", "")
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable || f.RetryAfter == 0 {
			t.Errorf("the second in the queue: %v", err)
		}
		cancel()
		synctest.Wait()
		if !errors.Is(waited, context.Canceled) || h.HashCount() != 0 {
			t.Errorf("the cancelled call: %v, %d hashes", waited, h.HashCount())
		}
		<-h.running
		<-h.places
		if _, err := h.Hash(t.Context(), "correct horse battery"); err != nil || h.HashCount() != 1 {
			t.Errorf("afterwards: %v, %d hashes", err, h.HashCount())
		}
	})
}

// However many calls are concurrent, only so many hash and only so many wait.
func TestHasherBoundsParallelHashes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const parallel, waiting, callers = 2, 64, 200
		h := NewHasher(Options{Cost: Cost{MemoryKiB: 8, Passes: 1}, Parallel: parallel, Waiting: waiting})
		open := make(chan struct{})
		var running, most, refused atomic.Int64
		for range callers {
			go func() {
				err := h.do(t.Context(), func() {
					for now := running.Add(1); ; {
						if seen := most.Load(); now <= seen || most.CompareAndSwap(seen, now) {
							break
						}
					}
					<-open
					running.Add(-1)
				})
				if fault.Is(err, fault.Unavailable) {
					refused.Add(1)
				} else if err != nil {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		if running.Load() != parallel || refused.Load() != callers-parallel-waiting {
			t.Errorf("%d hash concurrently, %d were refused", running.Load(), refused.Load())
		}
		close(open)
		synctest.Wait()
		if most.Load() != parallel || len(h.places) != 0 || len(h.running) != 0 {
			t.Errorf("%d at most; %d and %d places are still taken", most.Load(), len(h.places), len(h.running))
		}
	})
}

// A long queue is reported once, and once more when it is empty, also when waiting calls are cancelled.
func TestLongQueueIsReported(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var reports []bool
		h := NewHasher(Options{Cost: Cost{MemoryKiB: 8, Passes: 1}, Parallel: 1, Waiting: 3 * longQueue,
			OnQueue: func(long bool) { reports = append(reports, long) }})
		hash := func(ctx context.Context, n int) {
			for range n {
				go func() { _, _ = h.Hash(ctx, "correct horse battery") }()
			}
			synctest.Wait()
		}
		h.running <- struct{}{} // takes the only slot
		hash(t.Context(), longQueue-1)
		if len(reports) > 0 {
			t.Errorf("%d waiting calls are reported as a long queue: %v", longQueue-1, reports)
		}
		canceled, cancel := context.WithCancel(t.Context())
		hash(canceled, longQueue)
		cancel()
		synctest.Wait()
		if !slices.Equal(reports, []bool{true}) {
			t.Errorf("reports while calls still wait: %v", reports)
		}
		<-h.running
		synctest.Wait()
		if !slices.Equal(reports, []bool{true, false}) {
			t.Errorf("reports when the queue is empty: %v", reports)
		}
	})
}
