package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
)

// tone writes a WAV file of silence: 8000 one-byte samples a second.
func tone(t *testing.T, seconds uint32) string {
	t.Helper()
	const rate = 8000
	size := seconds * rate
	var b bytes.Buffer
	for _, part := range []any{
		[]byte("RIFF"), 36 + size, []byte("WAVEfmt "), uint32(16), uint16(1), uint16(1), uint32(rate), uint32(rate), uint16(1), uint16(8),
		[]byte("data"), size, make([]byte, size),
	} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a:b.wav")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMinutesOf(t *testing.T) {
	film := tone(t, 90)
	if got := minutesOf(t.Context(), film); got != 1.5 {
		t.Errorf("90 seconds are %v minutes", got)
	}
	text := filepath.Join(t.TempDir(), "notes.mp4")
	if err := os.WriteFile(text, []byte("no film"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := minutesOf(t.Context(), text); got != 0 {
		t.Errorf("a file that is not a video has %v minutes", got)
	}
	t.Setenv("PATH", t.TempDir())
	if got := minutesOf(t.Context(), film); got != 0 {
		t.Errorf("without ffprobe it has %v minutes", got)
	}
}
