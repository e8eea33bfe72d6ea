package upload

import (
	"context"
	"errors"
	"sync"
)

// flights are the parts that this process is receiving, by video.
type flights struct {
	mu     sync.Mutex
	flying map[string]map[string]context.CancelCauseFunc // by attempt
}

// errEnded cuts off what is still received of an upload that has been completed or aborted.
var errEnded = errors.New("the upload has ended")

// start notes an attempt at a part; land must be called when it is over.
func (f *flights) start(ctx context.Context, videoID, attempt string) (flying context.Context, land func()) {
	flying, cancel := context.WithCancelCause(ctx)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.flying == nil {
		f.flying = map[string]map[string]context.CancelCauseFunc{}
	}
	if f.flying[videoID] == nil {
		f.flying[videoID] = map[string]context.CancelCauseFunc{}
	}
	f.flying[videoID][attempt] = cancel
	return flying, func() {
		cancel(nil)
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.flying[videoID], attempt)
		if len(f.flying[videoID]) == 0 {
			delete(f.flying, videoID)
		}
	}
}

// end cuts off what is received of a video.
func (f *flights) end(videoID string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, cancel := range f.flying[videoID] {
		cancel(errEnded)
	}
}
