package session

import "testing"

func TestDeviceNames(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0":       "Edge on Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0":                                                          "Firefox on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15":              "Safari on macOS",
		"Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari": "Samsung Internet on Android",
		"curl/8.5.0": "curl", "": "An unknown device", "Mozilla/5.0 (Windows NT 10.0)": "Windows",
	} {
		if got := deviceName(agent); got != want {
			t.Errorf("%q: %q, want %q", agent, got, want)
		}
	}
}
