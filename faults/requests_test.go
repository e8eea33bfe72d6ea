package faults

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// session is what a client needs to continue an upload.
type session struct {
	UploadID    string `json:"uploadId"`
	VideoID     string `json:"videoId"`
	Key         string `json:"key"`
	Bucket      string `json:"bucket"`
	ChunkSize   int64  `json:"chunkSize"`
	TotalChunks int    `json:"totalChunks"`
}

// part is an acknowledged part.
type part struct {
	PartNumber int    `json:"partNumber"`
	ETag       string `json:"etag"`
}

// begin opens an upload of a file of this size.
func begin(t *testing.T, by *client, name, course string, size, chunk int) session {
	t.Helper()
	var s session
	by.must("POST", "/video-streaming/initialize-upload", map[string]any{
		"fileName": name, "fileSize": size, "contentType": "video/mp4", "courseId": course, "chunkSize": chunk,
		"metadata": map[string]any{"originalFileName": name, "courseId": course},
	}, &s)
	return s
}

// chunk returns the bytes of part number of content.
func (s session) chunk(content []byte, number int) []byte {
	return content[int64(number-1)*s.ChunkSize : min(int64(number)*s.ChunkSize, int64(len(content)))]
}

// put sends one part as JSON and returns what the server acknowledged.
func (s session) put(by *client, content []byte, number int) (part, error) {
	a, err := by.send("POST", "/video-streaming/upload-chunk", map[string]any{
		"uploadSession": s, "chunkData": base64.StdEncoding.EncodeToString(s.chunk(content, number)), "partNumber": number,
	})
	if err != nil || !a.Success {
		return part{}, fmt.Errorf("part %d: %d %s (%w)", number, a.Status, a.Raw, err)
	}
	var data struct {
		ETag string `json:"etag"`
	}
	err = json.Unmarshal(a.Data, &data)
	return part{number, data.ETag}, err
}

// upload sends a file through several servers in turn.
func upload(t *testing.T, file, course string, through ...*client) (videoID string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := begin(t, through[0], filepath.Base(file), course, len(content), 1<<20)
	var parts []part
	for number := 1; number <= s.TotalChunks; number++ {
		p, err := s.put(through[number%len(through)], content, number)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p)
	}
	through[0].must("POST", "/video-streaming/complete-upload", map[string]any{"uploadSession": s, "parts": parts}, nil)
	return s.VideoID
}

// partPath returns the path to which the raw bytes of a part are sent.
func (s session) partPath(number int) string {
	return fmt.Sprintf("/video-streaming/upload-chunk?uploadId=%s&partNumber=%d", s.UploadID, number)
}

// putRaw sends the raw bytes of one part and returns what the server acknowledged.
func (s session) putRaw(by *client, content []byte, number int) (part, answer, error) {
	a, err := by.send("POST", s.partPath(number), s.chunk(content, number))
	if err != nil || !a.Success {
		return part{}, a, err
	}
	var p part
	err = json.Unmarshal(a.Data, &p)
	return p, a, err
}

// held returns the parts that the server reports.
func (s session) held(by *client) []part {
	by.t.Helper()
	var state struct {
		UploadedParts []part `json:"uploadedParts"`
	}
	by.must("POST", "/video-streaming/validate-session", map[string]any{"uploadSession": s}, &state)
	return state.UploadedParts
}

// complete completes the upload and returns the answer.
func (s session) complete(by *client, parts []part) (answer, error) {
	return by.send("POST", "/video-streaming/complete-upload", map[string]any{"uploadSession": s, "parts": parts})
}

// sendRest sends every part that the server does not hold and completes the upload.
func (s session) sendRest(by *client, content []byte) {
	by.t.Helper()
	parts := s.held(by)
	for number := 1; number <= s.TotalChunks; number++ {
		if slices.ContainsFunc(parts, func(p part) bool { return p.PartNumber == number }) {
			continue
		}
		p, a, err := s.putRaw(by, content, number)
		if err != nil || !a.Success {
			by.t.Fatalf("part %d: %v %s", number, err, a.Raw)
		}
		parts = append(parts, p)
	}
	if a, err := s.complete(by, parts); err != nil || !a.Success {
		by.t.Fatalf("complete: %v %s", err, a.Raw)
	}
}

// lost lists the acknowledged parts that the server no longer holds unchanged.
func lost(acknowledged map[int]part, held []part) (missing []part) {
	for _, p := range acknowledged {
		if !slices.Contains(held, p) {
			missing = append(missing, p)
		}
	}
	return missing
}

// noise returns incompressible bytes, different for every part.
func noise(size int, seed uint64) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)}).Read(b) // it never fails
	return b
}

// newSeed returns a seed that the test prints, so that a failure can be repeated.
func newSeed(t *testing.T) uint64 {
	seed := uint64(time.Now().UnixNano()) % (1 << 24)
	t.Logf("seed %d", seed)
	return seed
}

// wantFile fails unless the file holds the content.
func wantFile(t *testing.T, file string, content []byte) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		t.Fatal(err)
	}
	if want := sha256.Sum256(content); hex.EncodeToString(sum.Sum(nil)) != hex.EncodeToString(want[:]) {
		t.Errorf("%s is not the file that was sent", filepath.Base(file))
	}
}

// idOf returns the id in the data of an answer.
func idOf(a answer) string {
	var made struct{ ID string }
	if json.Unmarshal(a.Data, &made) != nil {
		return ""
	}
	return made.ID
}

// unmarshal decodes the data of an answer.
func unmarshal(a answer, into any) error { return json.Unmarshal(a.Data, into) }
