package media

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	for name, want := range map[string]Container{
		"bbb-480p-30s.mp4": MP4, "bbb-480p-30s.mov": MP4, "bbb-480p-30s.mkv": Matroska, "bbb-360p-10s.webm": Matroska, "bbb-480p-10s.avi": AVI,
	} {
		if got, err := sniffFile(filepath.Join(clips, name)); got != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
}

// masquerades are files that reference other files, or are not video at all, named video.mp4 (fault F23).
var masquerades = map[string]struct{ body, says string }{
	"ffconcat":            {"ffconcat version 1.0\nfile /etc/passwd\n", "playlist"},
	"HLS":                 {"#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nfile:///etc/passwd\n", "playlist"},
	"HLS after a mark":    {"\xef\xbb\xbf\n#EXTM3U\n", "playlist"},
	"SDP":                 {"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 5004 RTP/AVP 96\n", "playlist"},
	"DASH":                {"<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"></MPD>", "playlist"},
	"zip":                 {"PK\x03\x04\x14\x00\x00\x00\x08\x00", "ZIP"},
	"text":                {"Dear teacher, here is my homework. Größe: 3.", "text"},
	"PDF":                 {"%PDF-1.7\n", "PDF"},
	"picture":             {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "picture"},
	"MP3":                 {"ID3\x04\x00\x00\x00\x00\x00\x00", "sound"},
	"an absurd first box": {"\x00\x00\x00\x03ftypisom\x00\x00\x00\x00", "not a supported type of video"},
	"zeros":               {strings.Repeat("\x00", 4096), "not a supported type of video"},
	"nothing":             {"", "empty"},
}

func TestSniffRefusesOtherFiles(t *testing.T) {
	for name, c := range masquerades {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "film.mp4")
			if err := os.WriteFile(path, []byte(c.body), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Inspect(t.Context(), tools(t), path)
			refused, ok := errors.AsType[*Refusal](err)
			if !ok || refused.Code != RefusedNotVideo || !strings.Contains(refused.Message, c.says) || !strings.Contains(refused.Message, "Upload the video itself") {
				t.Errorf("got %v, want a refusal that says %q", err, c.says)
			}
		})
	}
}
