package upload_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

const kib = 1 << 10

type (
	session   = rest.Answer[upload.UploadSession]
	stored    = rest.Answer[upload.StoredChunk]
	state     = rest.Answer[upload.SessionState]
	completed = rest.Answer[upload.Completion]
)

// world is an application with a teacher and a course.
type world struct {
	*testapp.App
	t       *testing.T
	teacher testapp.User
	course  string
}

func newWorld(t *testing.T, changes ...func(*app.Deps)) *world {
	t.Helper()
	a := testapp.New(t, changes...)
	teacher := a.User(access.Instructor)
	return &world{a, t, teacher, a.Course(teacher)}
}

// noise returns random content.
func noise(size int, seed byte) []byte {
	b := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{seed}).Read(b)
	return b
}

// open opens a session for a file of these bytes.
func (w *world) open(content []byte, chunkSize int) upload.UploadSession {
	w.t.Helper()
	body := fmt.Sprintf(`{"fileName":"lecture.mp4","fileSize":%d,"contentType":"video/mp4","chunkSize":%d,"metadata":{"courseId":%q,"title":"Bees"}}`,
		len(content), chunkSize, w.course)
	return testapp.Read[session](w.t, w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 201)).Data
}

// bytesOf returns part n of a file, from 1.
func bytesOf(content []byte, s upload.UploadSession, n int) []byte {
	return content[(n-1)*int(s.ChunkSize) : min(n*int(s.ChunkSize), len(content))]
}

// chunkBody returns part n as the specification's JSON.
func chunkBody(s upload.UploadSession, n int, b []byte) string {
	text, _ := json.Marshal(map[string]any{
		"uploadSession": map[string]string{"uploadId": s.UploadID, "videoId": s.VideoID, "key": s.Key, "bucket": s.Bucket},
		"chunkData":     base64.StdEncoding.EncodeToString(b), "partNumber": n,
		"originalFileName": s.OriginalFileName, "courseId": s.CourseID, "contentType": s.ContentType,
	})
	return string(text)
}

// send sends part n as JSON.
func (w *world) send(s upload.UploadSession, n int, b []byte) upload.StoredChunk {
	w.t.Helper()
	return testapp.Read[stored](w.t, w.teacher.Do("POST", "/video-streaming/upload-chunk", chunkBody(s, n, b), 200)).Data
}

// sendAll sends every part in order and returns the parts for complete-upload.
func (w *world) sendAll(s upload.UploadSession, content []byte) (parts []upload.UploadedPart) {
	w.t.Helper()
	for n := 1; n <= int(s.TotalChunks); n++ {
		parts = append(parts, upload.UploadedPart{PartNumber: int64(n), Etag: w.send(s, n, bytesOf(content, s, n)).Etag})
	}
	return parts
}

func completeBody(s upload.UploadSession, parts []upload.UploadedPart) string {
	text, _ := json.Marshal(map[string]any{"uploadSession": map[string]string{"uploadId": s.UploadID}, "parts": parts})
	return string(text)
}

func (w *world) complete(s upload.UploadSession, parts []upload.UploadedPart) upload.Completion {
	w.t.Helper()
	return testapp.Read[completed](w.t, w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 200)).Data
}

func (w *world) validate(s upload.UploadSession) upload.SessionState {
	w.t.Helper()
	return testapp.Read[state](w.t, w.teacher.Do("POST", "/video-streaming/validate-session", reference(s), 200)).Data
}

func reference(s upload.UploadSession) string {
	return fmt.Sprintf(`{"uploadSession":{"uploadId":%q}}`, s.UploadID)
}

// storedFile returns the video's file in storage.
func (w *world) storedFile(s upload.UploadSession) []byte {
	w.t.Helper()
	o, err := w.Blob.Open(w.t.Context(), s.Key)
	must(w.t, err)
	defer o.Close()
	b, err := io.ReadAll(o)
	must(w.t, err)
	return b
}

// storedNames lists everything in storage.
func (w *world) storedNames() (names []string) {
	w.t.Helper()
	unfinished, err := w.Blob.Unfinished(w.t.Context())
	must(w.t, err)
	for _, u := range unfinished {
		names = append(names, "unfinished "+u.Ref)
	}
	keys, err := w.Blob.List(w.t.Context(), "sources/")
	must(w.t, err)
	return append(names, keys...)
}

func (w *world) videoStatus(s upload.UploadSession) (status string) {
	w.t.Helper()
	must(w.t, w.DB.Reader().NewRaw("SELECT status FROM videos WHERE id = ?", s.VideoID).Scan(w.t.Context(), &status))
	return status
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestUpload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(700*kib+5, 1)
	s := w.open(content, 256*kib)
	if s.TotalChunks != 3 || s.ChunkSize != 256*kib || len(s.UploadURLs) != 3 || s.OriginalFileName != "lecture.mp4" || s.CourseID != w.course ||
		!s.ExpiresAt.Equal(testapp.Start.Add(24*time.Hour)) || w.videoStatus(s) != "uploading" {
		t.Errorf("the session: %+v, the video %s", s, w.videoStatus(s))
	}
	parts := w.sendAll(s, content)
	if v := w.validate(s); !v.IsValid || !slices.Equal(v.UploadedParts, parts) || v.SessionInfo.ReceivedBytes != int64(len(content)) || len(v.SessionInfo.UploadURLs) != 0 {
		t.Errorf("validated: %+v", v)
	}
	slices.Reverse(parts)
	done := w.complete(s, parts)
	if done.VideoID != s.VideoID || done.Status != "pending" || done.ProcessingJobID == "" || done.EstimatedProcessingTime <= 0 || done.Message == "" {
		t.Errorf("completed: %+v", done)
	}
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
	if again := w.complete(s, nil); again != done {
		t.Errorf("the second answer %+v is not the first %+v", again, done)
	}
	if w.videoStatus(s) != done.Status {
		t.Errorf("complete says %s, then the status says %s", done.Status, w.videoStatus(s))
	}
	if jobs := w.Count("SELECT count(*) FROM jobs WHERE ref = ?", s.VideoID); jobs != 1 {
		t.Errorf("%d jobs for one video", jobs)
	}
	if w.videoStatus(s) != "pending" || !slices.Equal(w.storedNames(), []string{s.Key}) || w.Count("SELECT count(*) FROM upload_parts") != 0 {
		t.Errorf("the video is %s, left are %v", w.videoStatus(s), w.storedNames())
	}
	w.teacher.Do("POST", "/video-streaming/upload-chunk", chunkBody(s, 1, bytesOf(content, s, 1)), 409)
	w.teacher.Do("POST", "/video-streaming/abort-upload", reference(s), 409)
	if v := w.validate(s); v.IsValid || v.Reason != "The upload is complete." {
		t.Errorf("validated when complete: %+v", v)
	}
}

// Every way of sending a part stores the same bytes.
func TestEveryRequestFormatStoresTheSamePart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(8*100*kib, 1)
	s := w.open(content, 100*kib)
	text := func(n int) string { return base64.StdEncoding.EncodeToString(bytesOf(content, s, n)) }
	post := func(n int, kind, body, query string) {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1/video-streaming/upload-chunk"+query, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		if a := w.teacher.SendRaw(r); a.Code != 200 || testapp.Read[stored](t, a.Body.String()).Data.PartNumber != int64(n) {
			t.Errorf("part %d as %s: %d %s", n, kind, a.Code, a.Body)
		}
	}
	post(1, "application/json", chunkBody(s, 1, bytesOf(content, s, 1)), "")
	post(2, "application/json; charset=utf-8", fmt.Sprintf(`{"uploadId":%q,"partNumber":"2","chunkData":%q}`, s.UploadID, text(2)), "")
	post(3, "application/json", fmt.Sprintf(`{"chunkData":%q,"part_number":3,"upload_id":%q}`, text(3), s.UploadID), "")
	post(4, "application/x-www-form-urlencoded", "uploadId="+s.UploadID+"&partNumber=4&chunkData="+strings.ReplaceAll(strings.ReplaceAll(text(4), "+", "%2B"), "=", "%3d"), "")
	field := func(name, value string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	post(5, "multipart/form-data; boundary=x", field("uploadId", s.UploadID)+field("partNumber", "5")+field("chunkData", text(5))+"--x--\r\n", "")
	post(6, "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"chunkData\"; filename=\"blob\"\r\n\r\n"+
		string(bytesOf(content, s, 6))+"\r\n"+field("uploadId", s.UploadID)+field("partNumber", "6")+"--x--\r\n", "")
	post(7, "application/octet-stream", string(bytesOf(content, s, 7)), "?uploadId="+s.UploadID+"&partNumber=7")
	put := httptest.NewRequest("PUT", s.UploadURLs[7].URL, bytes.NewReader(bytesOf(content, s, 8)))
	if a := w.Nobody().SendRaw(put); a.Code != 200 {
		t.Errorf("the signed PUT: %d %s", a.Code, a.Body)
	}
	v := w.validate(s)
	w.complete(s, v.UploadedParts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

// etagOf is the etag of a part of these bytes.
func etagOf(b []byte) string {
	return fmt.Sprintf("%08x%x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)), len(b))
}
