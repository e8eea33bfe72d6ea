package uploader_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/video/uploader"
)

var (
	lecture = uploader.File{Name: "lecture.mp4", Size: 95, Content: pattern{95}}
	options = uploader.Options{CourseID: "course-1", ChunkSize: 10}
)

// fileContent returns the content of a file of that size.
func fileContent(size int64) []byte {
	b := make([]byte, size)
	_, _ = pattern{size}.ReadAt(b, 0) // its only error is its end
	return b
}

func TestRawPartsThreeInFlight(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, true)
	server.waitFor(3)
	client, waits := server.client()
	if _, err := client.New(lecture, options).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(server.log) != 12 || server.mostOpen != 3 || len(waits()) != 0 {
		t.Errorf("%d requests, %d at once, waits %v", len(server.log), server.mostOpen, waits())
	}
	if !bytes.Equal(server.content("up-1"), fileContent(95)) {
		t.Error("the server has different content")
	}
}

func TestFallbackToChunks(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name    string
		trouble func(line string, times int) int
		least   int // chunks; parts in flight beside the refused one are given up too
	}{
		{"unreachable", func(line string, _ int) int { return when(strings.HasPrefix(line, "PUT"), -1) }, 10},
		{"all are refused", func(line string, _ int) int { return when(strings.HasPrefix(line, "PUT"), 403) }, 10},
		{"one is refused", func(line string, _ int) int { return when(line == "PUT 10", 403) }, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := newPartServer(t, true)
			server.trouble = c.trouble
			client, waits := server.client()
			if _, err := client.New(lecture, options).Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if chunks := server.chunks(); len(chunks) < c.least || len(chunks) > c.least+2 || !inOrder(chunks) || len(waits()) != 0 {
				t.Errorf("chunks %v, waits %v", chunks, waits())
			}
			if !bytes.Equal(server.content("up-1"), fileContent(95)) {
				t.Error("the server has different content")
			}
		})
	}
}

func when(is bool, status int) int {
	if is {
		return status
	}
	return 0
}

func inOrder(chunks []string) bool {
	return slices.IsSortedFunc(chunks, func(a, b string) int { return len(a)*100 + strings.Compare(a, b) - len(b)*100 })
}

func TestRawPartIsRetried(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, true)
	server.trouble = func(line string, times int) int {
		return when(line == "PUT 1" && times == 1, 500) + when(line == "PUT 9" && times == 1, -1)
	}
	client, waits := server.client()
	if _, err := client.New(lecture, options).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []time.Duration{time.Second, 2 * time.Second}; !slices.Equal(waits(), want) || len(server.chunks()) != 0 {
		t.Errorf("waits %v, want %v; chunks %v", waits(), want, server.chunks())
	}
}

func TestRawPartFailsAfterThreeAttempts(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, true)
	var well atomic.Bool
	server.trouble = func(line string, _ int) int { return when(!well.Load() && line == "PUT 7", 500) }
	client, _ := server.client()
	u := client.New(lecture, options)
	_, err := u.Run(t.Context())
	if e, ok := errors.AsType[*uploader.Error](err); !ok || e.Error() != "Failed to upload chunk after 3 attempts" || e.Class != uploader.ServerTrouble {
		t.Fatalf("the run ended with %v", err)
	}
	well.Store(true)
	if _, err := u.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := server.count("PUT 1"); n != 1 || server.opened != 1 {
		t.Errorf("part 1 was sent %d times, %d sessions opened", n, server.opened)
	}
	if !bytes.Equal(server.content("up-1"), fileContent(95)) {
		t.Error("the server has different content")
	}
}

func TestSessionExpiresDuringRawParts(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, true)
	server.trouble = func(line string, times int) int { return when(line == "PUT 5" && times == 1, 410) }
	client, _ := server.client()
	u := client.New(lecture, options)
	result, err := u.Run(t.Context())
	if err != nil || result.VideoID != "vid-up-2" || u.Refreshes() != 1 || len(server.chunks()) != 0 {
		t.Errorf("%+v %v after %d refreshes, chunks %v", result, err, u.Refreshes(), server.chunks())
	}
	if !bytes.Equal(server.content("up-2"), fileContent(95)) {
		t.Error("the server has different content")
	}
}

// A 50 MB chunk is never in memory as a whole, neither as bytes nor as text.
func TestChunkUsesConstantMemory(t *testing.T) {
	const size = 6 << 20
	wire := &drain{}
	client := &uploader.Client{BaseURL: "http://server.test", HTTP: &http.Client{Transport: wire},
		Token: func(context.Context, bool) (string, error) { return "token", nil }}
	u := client.New(uploader.File{Name: "long.mp4", Size: size, Content: pattern{size}}, uploader.Options{CourseID: "c", ChunkSize: size})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := u.Run(t.Context())
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; err != nil || wire.bytes < size*4/3 || allocated > size/6 {
		t.Errorf("%d bytes allocated for %d sent, %v", allocated, wire.bytes, err)
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, true)
	server.trouble = func(line string, times int) int { return when(line == "PUT 3" && times < 3, 500) }
	client, _ := server.client()
	var most, last atomic.Int64
	with := options
	with.Progress = func(sent, total int64) {
		if total != 95 {
			t.Errorf("of %d bytes", total)
		}
		most.Store(max(most.Load(), sent))
		last.Store(sent)
	}
	if _, err := client.New(lecture, with).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if most.Load() != 95 || last.Load() != 95 {
		t.Errorf("most %d, at the end %d of 95", most.Load(), last.Load())
	}
}

func TestCancelPausesTheUpload(t *testing.T) {
	t.Parallel()
	server := newPartServer(t, false)
	client, _ := server.client()
	ctx, cancel := context.WithCancel(t.Context())
	server.trouble = func(line string, times int) int {
		if line == "upload-chunk 4" && times == 1 {
			cancel()
			return -1
		}
		return 0
	}
	u := client.New(lecture, options)
	if _, err := u.Run(ctx); !errors.Is(err, context.Canceled) || u.State() != uploader.Initialized || u.Session() == nil {
		t.Fatalf("paused with %v, state %s", err, u.State())
	}
	if _, err := u.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if server.count("upload-chunk 3") != 1 || !bytes.Equal(server.content("up-1"), fileContent(95)) {
		t.Errorf("the log is %v", server.log)
	}
}
