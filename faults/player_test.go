package faults

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

// fetch requests a URL like a player; the status is 0 when there was no answer.
func fetch(t *testing.T, address string) (status int, body string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b)
}

// clearHLS returns the URL of a video's playlist in the clear variant; "" while it is not playable.
func clearHLS(t *testing.T, by *client, video string) string {
	t.Helper()
	a, err := by.send("GET", "/video-streaming/"+video+"/streaming-urls", nil)
	if err != nil {
		t.Fatal(err)
	}
	if !a.Success {
		return ""
	}
	var urls struct{ Clear struct{ HLS string } }
	by.must("GET", "/video-streaming/"+video+"/streaming-urls", nil, &urls)
	return strings.TrimSuffix(by.base, "/api/v1") + urls.Clear.HLS
}

// whole checks that everything in the manifests exists and returns the playlists; nil while nothing is playable.
func whole(t *testing.T, by *client, video string, segments int) (playlists []string) {
	t.Helper()
	master := clearHLS(t, by, video)
	if master == "" {
		return nil
	}
	for _, playlist := range references(t, master) {
		found := references(t, playlist)
		if media := len(found) - 1; media != segments { // one is the init
			t.Errorf("%s has %d segments, want %d", playlist, media, segments)
		}
		for _, segment := range found {
			if status, body := fetch(t, segment); status != 200 || len(body) == 0 {
				t.Errorf("a manifest names %s, which answers %d", segment, status)
			}
		}
		playlists = append(playlists, playlist)
	}
	return playlists
}

// references lists the URLs in an HLS playlist.
func references(t *testing.T, playlist string) (found []string) {
	t.Helper()
	base, err := url.Parse(playlist)
	if err != nil {
		t.Fatal(err)
	}
	status, text := fetch(t, playlist)
	if status != 200 {
		t.Errorf("%s answers %d", playlist, status)
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		name := lines.Text()
		if strings.HasPrefix(name, "#") {
			_, after, ok := strings.Cut(name, `URI="`)
			if !ok {
				continue
			}
			name, _, _ = strings.Cut(after, `"`)
		}
		if name == "" {
			continue
		}
		u, err := base.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, u.String())
	}
	return found
}

// decode decodes every quality of a video with ffmpeg and fails on its first warning.
func decode(t *testing.T, by *client, video string) {
	t.Helper()
	out, err := exec.Command("ffmpeg", "-v", "error", "-i", clearHLS(t, by, video), "-map", "0", "-f", "null", "-").CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("the video does not decode: %v %s", err, out)
	}
}

// completed waits until a video is complete.
func completed(t *testing.T, by *client, video string) {
	t.Helper()
	eventually(t, 2*patience, "the video is complete", func() bool {
		got := status(by, video)
		if got.Status == "failed" {
			t.Fatalf("the video has failed: %+v", got)
		}
		return got.Status == "completed"
	})
}
