package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"lectern/internal/platform/blob"
)

// A second attempt at a part must never damage the acknowledged first one.
func TestInterruptedAttemptKeepsTheAcknowledgedOne(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for _, partSize := range []int64{5 * mib, mib} {
			for _, again := range []bool{true, false} { // false: the store has to notice by itself
				key, content := folder(t)+"/x", noise(2*partSize, 1)
				ref, stored := upload(t, s, key, content, partSize, []int{0, 1})
				part := cut(key, ref, content, partSize)[0]
				part.Retry = again
				other := noise(partSize+1, 2)
				for name, body := range map[string]io.Reader{
					"too short": bytes.NewReader(other[:partSize-1]), "too long": bytes.NewReader(other), "empty": strings.NewReader(""),
					"broken": io.MultiReader(bytes.NewReader(other[:partSize/2]), iotest.ErrReader(errors.New("gone"))),
					"cut":    io.MultiReader(bytes.NewReader(other[:partSize]), iotest.ErrReader(io.ErrUnexpectedEOF)),
				} {
					if _, err := s.PutPart(t.Context(), part, body); err == nil {
						t.Errorf("a part that is %s was stored", name)
					}
				}
				must(t, s.Verify(t.Context(), key, ref, stored))
				must(t, s.Finish(t.Context(), key, ref, stored))
				if !bytes.Equal(read(t, s, key), content) {
					t.Error("an interrupted attempt changed the object")
				}
			}
		}
	})
}

func TestFinishSelectsTheAttempt(t *testing.T) {
	t.Parallel()
	d, err := blob.NewDisk(t.TempDir())
	must(t, err)
	for _, wins := range []int{0, 1, 2} {
		key, content := folder(t)+"/x", noise(2*mib, 1)
		ref, stored := upload(t, d, key, content, mib, []int{0, 1})
		part := cut(key, ref, content, mib)[0]
		attempts, bodies := []blob.StoredPart{stored[0]}, [][]byte{content[:mib]}
		for seed := range byte(2) {
			bodies = append(bodies, noise(mib, 2+seed))
			attempt, err := d.PutPart(t.Context(), part, bytes.NewReader(bodies[1+seed]))
			must(t, err)
			attempts = append(attempts, attempt)
		}
		for i, attempt := range attempts {
			if i != wins {
				must(t, d.DropPart(t.Context(), part, attempt))
			}
		}
		stored[0] = attempts[wins]
		must(t, d.Finish(t.Context(), key, ref, stored))
		if want := slices.Concat(bodies[wins], content[mib:]); !bytes.Equal(read(t, d, key), want) {
			t.Errorf("the object does not have the bytes of attempt %d", wins)
		}
	}
}

func TestConcurrentAttempts(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		key, content := folder(t)+"/x", noise(12*mib, 1)
		ref, err := s.Begin(t.Context(), key, 12*mib, 6*mib)
		must(t, err)
		var mu sync.Mutex
		stored := make([]blob.StoredPart, 2)
		var wait sync.WaitGroup
		for i := range 8 {
			part := cut(key, ref, content, 6*mib)[i%2]
			wait.Go(func() {
				one, err := s.PutPart(context.Background(), part, bytes.NewReader(bytesOf(content, part)))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				stored[i%2] = one
			})
		}
		wait.Wait()
		must(t, s.Finish(t.Context(), key, ref, stored))
		if !bytes.Equal(read(t, s, key), content) {
			t.Error("the object is not what was sent")
		}
	})
}

// A second concurrent finish may find the parts already deleted: they are not damaged, the object is finished.
func TestConcurrentFinishes(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s blob.Store) {
		for round := range byte(5) {
			key, content := fmt.Sprint(folder(t), "/", round), noise(300, round)
			ref, stored := upload(t, s, key, content, 100, []int{0, 1, 2})
			again := cut(key, ref, content, 100)[1]
			again.Retry = true
			var err error
			stored[1], err = s.PutPart(t.Context(), again, bytes.NewReader(bytesOf(content, again)))
			must(t, err)
			var wait sync.WaitGroup
			for range 6 {
				wait.Go(func() {
					if err := s.Verify(t.Context(), key, ref, stored); err != nil {
						t.Errorf("verify: %v", err)
					}
					if err := s.Finish(t.Context(), key, ref, stored); err != nil {
						t.Errorf("finish: %v", err)
					}
				})
			}
			wait.Wait()
			if !bytes.Equal(read(t, s, key), content) {
				t.Error("the object is not what was sent")
			}
		}
	})
}

// A connection that has hung since before the object was finished must not write into it.
func TestLateWriteDoesNotReachTheObject(t *testing.T) {
	t.Parallel()
	d, err := blob.NewDisk(t.TempDir())
	must(t, err)
	key, content := folder(t)+"/x", noise(mib, 1)
	ref, err := d.Begin(t.Context(), key, mib, mib)
	must(t, err)
	part := cut(key, ref, content, mib)[0]
	hanging, stuck := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		_, err := d.PutPart(context.Background(), part, hanging)
		_ = hanging.Close() // as a server hangs up
		failed <- err
	}()
	_, err = stuck.Write([]byte("x")) // it owns the place now
	must(t, err)
	stored, err := d.PutPart(t.Context(), part, bytes.NewReader(content))
	must(t, err)
	must(t, d.Finish(t.Context(), key, ref, []blob.StoredPart{stored}))
	if _, err := io.Copy(stuck, bytes.NewReader(noise(mib-1, 2))); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the late attempt was read to the end: %v", err)
	}
	if err := <-failed; !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the late attempt: %v", err)
	}
	if !bytes.Equal(read(t, d, key), content) {
		t.Error("the late attempt reached the object")
	}
}
