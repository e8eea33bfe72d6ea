package account

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

func TestPasswordsAreTakenToTheByte(t *testing.T) {
	t.Parallel()
	h := NewHasher(Argon2id, 2, 0)
	long := strings.Repeat("x", 127)
	for _, c := range []struct{ name, password, other string }{
		{"another", "correct horse battery", "correct horse batterz"},
		{"case", "correct horse battery", "Correct horse battery"},
		{"blank at the end", "correct horse battery", "correct horse battery "},
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
		t.Errorf("no account has no password: %v, %v", ok, err)
	}
}

func TestHashesSayHowTheyWereMade(t *testing.T) {
	t.Parallel()
	h := NewHasher(Argon2id, 1, 0)
	hash, err := h.Hash(t.Context(), "correct horse battery")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%s, %v", hash, err)
	}
	if again, _ := h.Hash(t.Context(), "correct horse battery"); again == hash {
		t.Error("two hashes of one password are the same: there is no salt")
	}
	old := phc{memory: 8, passes: 1, lanes: 1, salt: []byte("somesalt"), sum: make([]byte, 32)}
	if p, err := parsePHC(old.String()); err != nil || p.memory != 8 || p.passes != 1 || string(p.salt) != "somesalt" {
		t.Errorf("parameters of another time: %+v, %v", p, err)
	}
	for _, bad := range []string{"x", "$2y$10$abc", strings.Replace(hash, "v=19", "v=16", 1), strings.Replace(hash, "t=2", "t=0", 1),
		strings.Replace(hash, "m=", "q=", 1), hash[:strings.LastIndex(hash, "$")+1], hash + "!"} {
		if ok, err := h.Matches(t.Context(), "correct horse battery", bad); ok || !errors.Is(err, errNotPHC) {
			t.Errorf("%q: %v, %v", bad, ok, err)
		}
	}
}

// With the only core taken, one may wait; who comes then is sent away at once, and whoever gives up waiting costs no hash.
func TestACrowdAtTheDoorWaitsOutside(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher(Argon2id, 1, 1)
		h.places <- struct{}{}
		h.running <- struct{}{} // somebody is being hashed
		gone, leave := context.WithCancel(t.Context())
		var waited error
		go func() { _, waited = h.Hash(gone, "correct horse battery") }()
		synctest.Wait()
		_, err := h.Matches(t.Context(), "correct horse battery", "")
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Unavailable || f.Retry == 0 {
			t.Errorf("the second in the queue: %v", err)
		}
		leave()
		synctest.Wait()
		if !errors.Is(waited, context.Canceled) || h.Hashed() != 0 {
			t.Errorf("the first in the queue left: %v, %d hashes", waited, h.Hashed())
		}
		<-h.running
		<-h.places
		if _, err := h.Hash(t.Context(), "correct horse battery"); err != nil || h.Hashed() != 1 {
			t.Errorf("afterwards: %v, %d hashes", err, h.Hashed())
		}
	})
}

// However many wait to be hashed, whoever needs no hash does not wait, and the queue has an end.
func TestTheQueueAtTheDoorHasAnEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const parallel, waiting, crowd = 2, 64, 200
		h := NewHasher(Cost{MemoryKiB: 8, Passes: 1}, parallel, waiting)
		open := make(chan struct{})
		var running, most, refused atomic.Int64
		for range crowd {
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
		if running.Load() != parallel || refused.Load() != crowd-parallel-waiting {
			t.Errorf("%d are hashed at once, %d were sent away", running.Load(), refused.Load())
		}
		close(open)
		synctest.Wait()
		if most.Load() != parallel || len(h.places) != 0 || len(h.running) != 0 {
			t.Errorf("%d at most; %d and %d places are still taken", most.Load(), len(h.places), len(h.running))
		}
	})
}

// A crowd is told of once when it has come and once when nobody waits any more, also when those who wait give up.
func TestACrowdIsToldOf(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := NewHasher(Cost{MemoryKiB: 8, Passes: 1}, 1, 3*crowdFrom)
		var told []bool
		h.OnCrowd(func(present bool) { told = append(told, present) })
		hash := func(ctx context.Context, n int) {
			for range n {
				go func() { _, _ = h.Hash(ctx, "correct horse battery") }()
			}
			synctest.Wait()
		}
		h.running <- struct{}{} // somebody is being hashed
		hash(t.Context(), crowdFrom-1)
		if len(told) > 0 {
			t.Errorf("%d who wait are called a crowd: %v", crowdFrom-1, told)
		}
		impatient, leave := context.WithCancel(t.Context())
		hash(impatient, crowdFrom)
		leave()
		synctest.Wait()
		if !slices.Equal(told, []bool{true}) {
			t.Errorf("while some still wait it was told: %v", told)
		}
		<-h.running
		synctest.Wait()
		if !slices.Equal(told, []bool{true, false}) {
			t.Errorf("when nobody waits it was told: %v", told)
		}
	})
}
