// Package password hashes passwords, limits concurrent hashing, and rates how easily a new password is guessed.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"lectern/internal/platform/fault"
)

// Cost of one hash, and so of one guess.
type Cost struct {
	MemoryKiB, Passes uint32
}

// Argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
var Argon2id = Cost{MemoryKiB: 19 * 1024, Passes: 2}

const (
	lanes     = 1
	saltBytes = 16
	hashBytes = 32
)

// Options of a Hasher.
type Options struct {
	Cost     Cost
	Parallel int // concurrent hashes
	Waiting  int // calls that may wait; further ones are refused

	// OnQueue, unless nil, is called when the queue gets long and when it is empty again. Calls do not overlap.
	OnQueue func(long bool)
}

// Hasher hashes a few passwords at a time: each hash takes a core for about 30 ms and 19 MiB, so without a limit a flood of
// sign-ins would starve every other request.
type Hasher struct {
	cost    Cost
	running chan struct{} // one for each running hash
	places  chan struct{} // one for each call that hashes or waits
	hashed  atomic.Int64
	queue   queueWatch
}

// NewHasher returns a hasher. Hashes made at another cost still match, because a hash carries its parameters.
func NewHasher(o Options) *Hasher {
	return &Hasher{cost: o.Cost, running: make(chan struct{}, o.Parallel), places: make(chan struct{}, o.Parallel+o.Waiting),
		queue: queueWatch{report: o.OnQueue}}
}

// HashCount counts the hashes made so far. A sign-in costs exactly one, whether or not the account exists.
func (h *Hasher) HashCount() int64 { return h.hashed.Load() }

// Capacity returns how many calls may hash or wait; further ones are refused.
func (h *Hasher) Capacity() int64 { return int64(cap(h.places)) }

// Hash returns a password hash in PHC format with a random salt. fault.Unavailable when the queue is full.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails: crypto/rand
	p := phc{h.cost.MemoryKiB, h.cost.Passes, lanes, salt, make([]byte, hashBytes)}
	var err error
	if p.sum, err = h.sum(ctx, password, p); err != nil {
		return "", err
	}
	return p.String(), nil
}

// Matches reports whether hash is of password. For "", the hash of an account that does not exist, it returns false after
// the same work. fault.Unavailable when the queue is full.
func (h *Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	p := phc{h.cost.MemoryKiB, h.cost.Passes, lanes, make([]byte, saltBytes), make([]byte, hashBytes)} // no password comes to all zeros
	if hash != "" {
		var err error
		if p, err = parsePHC(hash); err != nil {
			return false, err
		}
	}
	sum, err := h.sum(ctx, password, p)
	return err == nil && subtle.ConstantTimeCompare(sum, p.sum) == 1, err
}

func (h *Hasher) sum(ctx context.Context, password string, p phc) (sum []byte, err error) {
	return sum, h.do(ctx, func() {
		h.hashed.Add(1)
		sum = argon2.IDKey([]byte(password), p.salt, p.passes, p.memory, p.lanes, uint32(len(p.sum)))
	})
}

// do waits for a free slot and runs work. fault.Unavailable when the queue is full.
func (h *Hasher) do(ctx context.Context, work func()) error {
	select {
	case h.places <- struct{}{}:
		defer func() { <-h.places }()
	default:
		return fault.New(fault.Unavailable, "too_busy",
			"Many people are signing in right now. Try again in a few seconds.").WithRetryAfter(2 * time.Second)
	}
	h.queue.add(+1)
	select {
	case h.running <- struct{}{}:
		h.queue.add(-1)
		defer func() { <-h.running }()
	case <-ctx.Done():
		h.queue.add(-1)
		return ctx.Err()
	}
	work()
	return nil
}

// phc is a hash in the format of the Password Hashing Competition: it carries its parameters, so that they can be raised
// later without locking anyone out.
type phc struct {
	memory, passes uint32
	lanes          uint8
	salt, sum      []byte
}

func (p phc) String() string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, p.memory, p.passes, p.lanes,
		b64.EncodeToString(p.salt), b64.EncodeToString(p.sum))
}

var errNotPHC = errors.New("password hash is not argon2id in PHC form")

func parsePHC(text string) (p phc, err error) {
	field := strings.Split(text, "$")
	if len(field) != 6 || field[1] != "argon2id" || field[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return phc{}, errNotPHC
	}
	if _, err := fmt.Sscanf(field[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.lanes); err != nil {
		return phc{}, errNotPHC
	}
	p.salt, err = base64.RawStdEncoding.DecodeString(field[4])
	if err != nil {
		return phc{}, errNotPHC
	}
	p.sum, err = base64.RawStdEncoding.DecodeString(field[5])
	if err != nil || len(p.sum) == 0 || p.passes == 0 || p.lanes == 0 {
		return phc{}, errNotPHC
	}
	return p, nil
}
