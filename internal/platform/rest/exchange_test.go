package rest_test

import (
	"context"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/slots"
)

// Imports and exports are worked on a few at a time. A user who sends more than one may gets 429; with too many waiting, others get 503; both
// with Retry-After; a client that leaves ends its work and frees its slot, and each direction has slots of its own.
func TestImportsAndExportsWaitForSlots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, waitForSlots)
}

func waitForSlots(t *testing.T) {
	api := newAPI(t)
	api.UseSlots(slots.New(slots.Limits{Running: 1, Each: 1, Waiting: 1}), slots.New(slots.Limits{Running: 1, Each: 2}))
	ended := make(chan error, 1)
	rest.HandleRaw(api, rest.SignedIn, rest.Post("/import", "Takes a file").Imports(), func(ctx context.Context, _ access.Caller, _ *rest.Request) (rest.Reply, error) {
		<-ctx.Done()
		ended <- ctx.Err()
		return rest.Reply{}, ctx.Err()
	})
	sending := make(chan struct{})
	rest.HandleRaw(api, rest.SignedIn, rest.Get("/export", "Gives a file").Exports(), func(context.Context, access.Caller, *rest.Request) (rest.Reply, error) {
		return rest.Stream(rest.Headers{ContentType: "text/csv"}, func(w io.Writer) error {
			<-sending
			_, err := io.WriteString(w, "a,b\n")
			return err
		}), nil
	})
	begin := func(ctx context.Context, method, path string) (done chan *httptest.ResponseRecorder) {
		done = make(chan *httptest.ResponseRecorder, 1)
		go func() {
			r := httptest.NewRequestWithContext(ctx, method, "/api/v1"+path, strings.NewReader(""))
			r.Header.Set("Authorization", "Bearer ann")
			w := httptest.NewRecorder()
			api.ServeHTTP(w, r)
			done <- w
		}()
		synctest.Wait()
		return done
	}
	patient, leave := context.WithCancel(t.Context())
	begin(patient, "POST", "/import")
	if w := <-begin(t.Context(), "POST", "/import"); w.Code != 429 || w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "still being processed") {
		t.Errorf("a second import of a user: %d %s", w.Code, w.Body)
	}
	first := begin(t.Context(), "GET", "/export") // of the other direction
	if w := <-begin(t.Context(), "GET", "/export"); w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("one export more than may wait: %d %s", w.Code, w.Body)
	}
	close(sending)
	if w := <-first; w.Code != 200 || w.Body.String() != "a,b\n" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := <-begin(t.Context(), "GET", "/export"); w.Code != 200 {
		t.Errorf("after the other was sent: %d %s", w.Code, w.Body)
	}
	leave()
	if err := <-ended; err != context.Canceled {
		t.Errorf("the work of a client who has left: %v", err)
	}
	synctest.Wait()
	again, leave := context.WithCancel(t.Context())
	waits := begin(again, "POST", "/import")
	leave()
	if w := <-waits; w.Code == 429 || <-ended != context.Canceled {
		t.Errorf("after the client has left: %d %s", w.Code, w.Body)
	}
}
