package uploader

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// rawInFlight is how many raw parts are in flight at a time.
const rawInFlight = 3

// errRawRefused means that the signed URLs cannot be used from here: unreachable, or no longer accepted.
var errRawRefused = errors.New("the signed URLs cannot be used")

// rawParts sends raw bytes to signed URLs: a quarter fewer bytes than base64, and several in flight.
type rawParts struct {
	upload *Upload
	stop   context.CancelCauseFunc

	mu      sync.Mutex
	waiting []PartURL
	reached bool // one PUT has succeeded
}

// sendRaw sends every missing part that has a URL. used is false when the URLs turn out to be unusable: the missing parts
// are then sent as chunks.
func (u *Upload) sendRaw(ctx context.Context) (used bool, err error) {
	held := u.partList()
	waiting := slices.DeleteFunc(slices.Clone(u.session.UploadURLs), func(p PartURL) bool {
		_, size := u.bounds(p.PartNumber)
		return size == 0 || slices.ContainsFunc(held, func(h Part) bool { return h.PartNumber == p.PartNumber })
	})
	sending, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	raw := &rawParts{upload: u, stop: stop, waiting: waiting}
	var lanes sync.WaitGroup
	for range rawInFlight {
		lanes.Go(func() { raw.worker(sending) })
	}
	lanes.Wait()
	err = context.Cause(sending)
	if errors.Is(err, errRawRefused) {
		return false, nil
	}
	return true, err
}

// worker sends parts until none is left or a worker has failed; the first failure stops all.
func (r *rawParts) worker(ctx context.Context) {
	for part, ok := r.next(); ok && ctx.Err() == nil; part, ok = r.next() {
		if err := r.send(ctx, part); err != nil {
			r.stop(err)
		}
	}
}

func (r *rawParts) next() (p PartURL, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) == 0 {
		return p, false
	}
	p, r.waiting = r.waiting[0], r.waiting[1:]
	return p, true
}

func (r *rawParts) send(ctx context.Context, p PartURL) error {
	start, size := r.upload.bounds(p.PartNumber)
	data, err := r.upload.file.part(start, size, func(n int64) { r.upload.countBytes(p.PartNumber, n) })
	if err != nil {
		return err
	}
	var stored storedChunk
	err = r.upload.client.attempt(ctx, chunkGivenUp, func() error {
		stored, err = readStored(r.upload.client.put(ctx, p.URL, data))
		if r.isRefused(err) {
			return errRawRefused
		}
		return err
	})
	if err != nil {
		return err
	}
	if stored.etag == "" {
		return errRawRefused
	}
	r.mu.Lock()
	r.reached = true
	r.mu.Unlock()
	r.upload.recordPart(p.PartNumber, stored.etag)
	return nil
}

// isRefused reports whether the URL, not the upload, is at fault: it is unreachable or refuses.
func (r *rawParts) isRefused(err error) bool {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Class == SessionExpired {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Class == NetworkLost {
		return !r.reached
	}
	// A 2xx without an etag counts as well: without it the part cannot be completed.
	return e.Status > 0 && e.Status < 500
}
