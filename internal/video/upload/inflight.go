package upload

import (
	"context"
	"errors"
	"sync"
)

// inFlight are the parts that this process is receiving, by video.
type inFlight struct {
	mu      sync.Mutex
	cancels map[string]map[string]context.CancelCauseFunc // by attempt
}

// errUploadEnded cancels what is in flight of an upload that has been completed or aborted.
var errUploadEnded = errors.New("the upload has ended")

// start registers an attempt at a part; done must be called when it is over.
func (f *inFlight) start(ctx context.Context, videoID, attempt string) (attemptCtx context.Context, done func()) {
	attemptCtx, cancel := context.WithCancelCause(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancels == nil {
		f.cancels = map[string]map[string]context.CancelCauseFunc{}
	}
	if f.cancels[videoID] == nil {
		f.cancels[videoID] = map[string]context.CancelCauseFunc{}
	}
	f.cancels[videoID][attempt] = cancel
	return attemptCtx, func() {
		cancel(nil)
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.cancels[videoID], attempt)
		if len(f.cancels[videoID]) == 0 {
			delete(f.cancels, videoID)
		}
	}
}

// has reports whether anything of a video is in flight.
func (f *inFlight) has(videoID string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.cancels[videoID]) > 0
}

// cancelAll cancels everything in flight of a video.
func (f *inFlight) cancelAll(videoID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, cancel := range f.cancels[videoID] {
		cancel(errUploadEnded)
	}
}
