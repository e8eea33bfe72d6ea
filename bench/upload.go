package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Like the product's own clients: this many concurrent parts of one file, of the configured size.
const (
	partsInFlight = 4
	partSize      = 10 * mib
)

// session is what initialize-upload answers.
type session struct {
	UploadID    string    `json:"uploadId"`
	VideoID     string    `json:"videoId"`
	Key         string    `json:"key"`
	Bucket      string    `json:"bucket"`
	UploadURLs  []address `json:"uploadUrls"` // of all parts, in order: nothing has been sent yet
	ChunkSize   int64     `json:"chunkSize"`
	TotalChunks int       `json:"totalChunks"`
}

// address accepts one PUT of a part.
type address struct{ URL string }

type part struct {
	PartNumber int    `json:"partNumber"`
	ETag       string `json:"etag"`
}

// initialize opens an upload of the file in parts of this size.
func (l *lectern) initialize(film *os.File, chunkSize int64) (s session, err error) {
	info, err := film.Stat()
	if err != nil {
		return s, err
	}
	request := map[string]any{"fileName": "film.mp4", "fileSize": info.Size(), "contentType": "video/mp4", "courseId": l.course,
		"chunkSize": chunkSize, "metadata": map[string]any{"originalFileName": "film.mp4", "courseId": l.course}}
	return s, l.call(http.MethodPost, "/video-streaming/initialize-upload", request, &s)
}

// A sender sends part n of the file and returns its etag.
type sender func(s session, n int, body io.Reader, size int64) (etag string, err error)

// sendParts sends every part, atOnce concurrently.
func (l *lectern) sendParts(film *os.File, s session, atOnce int, send sender) ([]part, error) {
	info, err := film.Stat()
	if err != nil {
		return nil, err
	}
	parts := make([]part, s.TotalChunks)
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i := range s.TotalChunks {
		group.Go(func() error {
			offset := int64(i) * s.ChunkSize
			size := min(s.ChunkSize, info.Size()-offset)
			etag, err := send(s, i+1, io.NewSectionReader(film, offset, size), size)
			parts[i] = part{i + 1, etag}
			return err
		})
	}
	return parts, group.Wait()
}

// sendRaw sends a part to its signed URL.
func (l *lectern) sendRaw(s session, n int, body io.Reader, size int64) (string, error) {
	url := s.UploadURLs[n-1].URL
	if strings.HasPrefix(url, "/") {
		url = l.url + url
	}
	var stored struct{ ETag string }
	err := l.send(http.MethodPut, url, "application/octet-stream", body, size, &stored)
	return stored.ETag, err
}

// sendBase64 sends a part as the JSON chunk of the API, encoded while it is sent and, like the product's own clients, with
// the data last.
func (l *lectern) sendBase64(s session, n int, body io.Reader, size int64) (string, error) {
	head, err := json.Marshal(map[string]any{"uploadSession": map[string]string{"uploadId": s.UploadID, "videoId": s.VideoID,
		"key": s.Key, "bucket": s.Bucket}, "partNumber": n, "originalFileName": "film.mp4", "courseId": l.course,
		"contentType": "video/mp4"})
	if err != nil {
		return "", err
	}
	before, after := strings.TrimSuffix(string(head), "}")+`,"chunkData":"`, `"}`
	read, write := io.Pipe()
	go func() {
		large := bufio.NewWriterSize(write, 256<<10) // the encoder writes only a kilobyte at a time
		encoder := base64.NewEncoder(base64.StdEncoding, large)
		_, err := io.Copy(encoder, body)
		if err == nil {
			err = errors.Join(encoder.Close(), large.Flush())
		}
		write.CloseWithError(err)
	}()
	text := io.MultiReader(strings.NewReader(before), read, strings.NewReader(after))
	length := int64(len(before)+len(after)) + int64(base64.StdEncoding.EncodedLen(int(size)))
	var stored struct{ ETag string }
	err = l.send(http.MethodPost, l.url+"/api/v1/video-streaming/upload-chunk", "application/json", text, length, &stored)
	return stored.ETag, err
}

func (l *lectern) complete(s session, parts []part) error {
	return l.call(http.MethodPost, "/video-streaming/complete-upload", map[string]any{"uploadSession": s, "parts": parts}, nil)
}

// upload does a whole upload: initialize, every part, complete. It returns the video's id.
func (l *lectern) upload(film *os.File, send sender) (string, error) {
	s, err := l.initialize(film, partSize)
	if err != nil {
		return "", err
	}
	parts, err := l.sendParts(film, s, partsInFlight, send)
	if err != nil {
		return "", err
	}
	return s.VideoID, l.complete(s, parts)
}
