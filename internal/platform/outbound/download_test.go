package outbound_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/outbound"
)

// fetched downloads an address with a token, and returns what came.
func fetched(t *testing.T, client *http.Client, address string) (body string, err error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer secret")
	answer, err := client.Do(r)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	return string(content), err
}

// A download follows three redirects. The token goes to no other host, and no address inside this network is asked, by http or https, but for servers that the operator has named.
func TestRedirectsOfDownloads(t *testing.T) {
	t.Parallel()
	heard := map[string]string{} // the tokens that each server was sent, by path
	serve := func(name string, to func() string) *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			heard[name+r.URL.Path] = r.Header.Get("Authorization")
			if address := to(); address != "" {
				http.Redirect(w, r, address, http.StatusFound)
				return
			}
			_, _ = w.Write([]byte("the video"))
		}))
		t.Cleanup(s.Close)
		return s
	}
	end := func() string { return "" }
	storage, inside := serve("storage", end), serve("inside", end)
	sealed := httptest.NewTLSServer(inside.Config.Handler)
	t.Cleanup(sealed.Close)
	next := ""
	zoom := serve("zoom", func() string { return next })
	client := outbound.NewDownload(outbound.HostPort(zoom.URL), outbound.HostPort(storage.URL))

	next = storage.URL + "/file"
	if got, err := fetched(t, client, zoom.URL+"/first"); got != "the video" || err != nil || heard["zoom/first"] != "Bearer secret" || heard["storage/file"] != "" {
		t.Errorf("%q %v %v", got, err, heard)
	}
	next = inside.URL + "/file"
	if got, err := fetched(t, client, zoom.URL); got != "" || !errors.Is(err, outbound.ErrRedirect) {
		t.Errorf("inside by http: %q %v", got, err)
	}
	next = sealed.URL + "/file"
	if got, err := fetched(t, client, zoom.URL); got != "" || err == nil {
		t.Errorf("inside by https: %q %v", got, err)
	}
	next = "https://169.254.169.254/latest/meta-data"
	if got, err := fetched(t, client, zoom.URL); got != "" || err == nil {
		t.Errorf("the addresses of a cloud: %q %v", got, err)
	}
	next = zoom.URL + "/round"
	if got, err := fetched(t, client, zoom.URL); got != "" || !errors.Is(err, outbound.ErrRedirect) {
		t.Errorf("a loop: %q %v", got, err)
	}
	for path := range heard {
		if strings.HasPrefix(path, "inside") {
			t.Errorf("%s was asked", path)
		}
	}
}
