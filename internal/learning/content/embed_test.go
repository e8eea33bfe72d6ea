package content

import "testing"

func TestEmbedAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.youtube.com/watch?v=abc123":      "https://www.youtube-nocookie.com/embed/abc123",
		"https://youtu.be/abc123":                     "https://www.youtube-nocookie.com/embed/abc123",
		"https://vimeo.com/12345":                     "https://player.vimeo.com/video/12345",
		"https://www.geogebra.org/m/xyz":              "https://www.geogebra.org/m/xyz",
		"http://www.youtube.com/watch?v=a":            "",
		"https://evil.test/embed/x":                   "",
		"https://www.youtube-nocookie.com.evil.test/": "",
		"https://user@player.vimeo.com/video/1":       "",
		"https://player.vimeo.com:8443/video/1":       "",
		"javascript:alert(1)":                         "",
		"https://docs.google.com/a/../evil":           "",
		"https://www.youtube-nocookie.com/embed/":     "",
		"//player.vimeo.com/video/1":                  "",
	} {
		if got, ok := EmbedAddress(address); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
