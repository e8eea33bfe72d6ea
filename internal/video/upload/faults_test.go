package upload_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

// onDisk is for tests that look at the disk's own files.
func onDisk(t *testing.T) func(*app.Deps) {
	return func(p *app.Deps) {
		d, err := blob.NewDisk(filepath.Join(p.Config.Data, "on-disk"))
		must(t, err)
		p.Blob = d
	}
}

// F07: one winner, the same answer for all.
func TestConcurrentIdenticalParts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(400*kib, 1)
	s := w.open(content, 200*kib)
	etags := make([]string, 16)
	var wait sync.WaitGroup
	for i := range etags {
		wait.Go(func() {
			r := httptest.NewRequest("POST", "/api/v1/video-streaming/upload-chunk", strings.NewReader(chunkBody(s, 1, content[:200*kib])))
			r.Header.Set("Content-Type", "application/json")
			if a := w.teacher.SendRaw(r); a.Code == 200 {
				etags[i] = testapp.Read[stored](t, a.Body.String()).Data.Etag
			} else {
				t.Errorf("%d %s", a.Code, a.Body)
			}
		})
	}
	wait.Wait()
	if len(slices.Compact(etags)) != 1 || w.Count("SELECT count(*) FROM upload_parts") != 1 {
		t.Errorf("etags %v", etags)
	}
	w.send(s, 2, content[200*kib:])
	w.complete(s, w.validate(s).UploadedParts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

// F08: the last one acknowledged counts.
func TestPartWithOtherContentReplacesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := noise(200*kib, 1), noise(200*kib, 2)
	s := w.open(first, 100*kib)
	old := w.sendAll(s, first)
	w.send(s, 1, second[:100*kib])
	newer := w.send(s, 1, first[:100*kib])
	newest := w.send(s, 1, second[:100*kib])
	if newest.Etag == old[0].Etag || newer.Etag != old[0].Etag {
		t.Errorf("etags %s, %s, %s", old[0].Etag, newer.Etag, newest.Etag)
	}
	w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, old), 400)
	old[0].Etag = newest.Etag
	w.complete(s, old)
	if !bytes.Equal(w.storedFile(s), slices.Concat(second[:100*kib], first[100*kib:])) {
		t.Error("the file does not have the bytes that were acknowledged last")
	}
}

// F11: a stuck connection does not hold up a new one, and what it brings afterwards is refused.
func TestNewRequestSupersedesAStuckOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(100*kib, 1)
	s := w.open(content, len(content))
	body, stuck := io.Pipe()
	answered := make(chan int, 1)
	go func() {
		a := w.Nobody().SendRaw(httptest.NewRequest("PUT", s.UploadURLs[0].URL, body))
		_ = body.Close()
		answered <- a.Code
	}()
	_, err := stuck.Write(noise(10, 2)) // it is being received now
	must(t, err)
	begun := time.Now()
	etag := w.send(s, 1, content).Etag
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("taking over took %s", took)
	}
	_, _ = stuck.Write(noise(len(content)-10, 2)) // an error means that the server has closed the connection
	must(t, stuck.Close())
	if code := <-answered; code != 409 {
		t.Errorf("the late request was answered %d", code)
	}
	if v := w.validate(s); len(v.UploadedParts) != 1 || v.UploadedParts[0].Etag != etag {
		t.Errorf("the parts are %+v", v.UploadedParts)
	}
	w.complete(s, []upload.UploadedPart{{PartNumber: 1, Etag: etag}})
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the late bytes reached the file")
	}
}

func TestConcurrentParts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(2000*kib+7, 1)
	s := w.open(content, 100*kib)
	var wait sync.WaitGroup
	for n := range int(s.TotalChunks) {
		wait.Go(func() {
			a := w.Nobody().SendRaw(httptest.NewRequest("PUT", s.UploadURLs[n].URL, bytes.NewReader(bytesOf(content, s, n+1))))
			if a.Code != 200 {
				t.Errorf("part %d: %d %s", n+1, a.Code, a.Body)
			}
		})
	}
	wait.Wait()
	w.complete(s, w.validate(s).UploadedParts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

func TestConcurrentCompletes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for round := range 5 {
		content := noise(300, byte(round))
		s := w.open(content, 100)
		parts := w.sendAll(s, content)
		answers := make([]string, 4)
		var wait sync.WaitGroup
		for i := range answers {
			wait.Go(func() {
				answers[i] = testapp.Read[completed](t, w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 200)).Data.ProcessingJobID
			})
		}
		wait.Wait()
		if len(slices.Compact(answers)) != 1 || w.Count("SELECT count(*) FROM jobs WHERE ref = ?", s.VideoID) != 1 || !bytes.Equal(w.storedFile(s), content) {
			t.Errorf("answers %v, %d jobs", answers, w.Count("SELECT count(*) FROM jobs WHERE ref = ?", s.VideoID))
		}
	}
}

// One of them wins, and storage and database agree on which.
func TestAbortDuringComplete(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for round := range 8 {
		content := noise(300, byte(round))
		s := w.open(content, 100)
		parts := w.sendAll(s, content)
		var completeCode, abortCode int
		var wait sync.WaitGroup
		wait.Go(func() {
			completeCode = w.teacher.Send("POST", "/api/v1/video-streaming/complete-upload", completeBody(s, parts)).Code
		})
		wait.Go(func() { abortCode = w.teacher.Send("POST", "/api/v1/video-streaming/abort-upload", reference(s)).Code })
		wait.Wait()
		_, err := w.Blob.Stat(t.Context(), s.Key)
		switch status := w.videoStatus(s); {
		case completeCode == 200 && abortCode == 409 && status == "pending" && err == nil:
		case completeCode == 404 && abortCode == 200 && status == "cancelled" && err != nil:
		default:
			t.Errorf("complete %d, abort %d, the video is %s, its file %v", completeCode, abortCode, status, err)
		}
	}
}

// flipBit changes a bit of the file in which the parts are stored.
func flipBit(t *testing.T, dir string, at int64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "on-disk", "uploads", "*", "data"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	f, err := os.OpenFile(files[0], os.O_RDWR, 0)
	must(t, err)
	defer f.Close()
	b := make([]byte, 1)
	_, err = f.ReadAt(b, at)
	must(t, err)
	b[0] ^= 1
	_, err = f.WriteAt(b, at)
	must(t, err)
}

// F04: damage in storage is found, reported, and repaired by sending that part again.
func TestDamagedPartIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onDisk(t))
	content := noise(300, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	flipBit(t, w.Dir, 150)
	body := w.teacher.Do("POST", "/video-streaming/complete-upload", completeBody(s, parts), 409)
	if p := testapp.Read[rest.Problem](t, body); p.Code != "BACKEND_RESPONSE_ERROR" || !strings.Contains(body, `"missingParts":[2]`) {
		t.Errorf("%s", body)
	}
	if v := w.validate(s); !v.IsValid || len(v.UploadedParts) != 2 || w.videoStatus(s) != "uploading" || w.Count("SELECT count(*) FROM jobs WHERE ref <> ''") != 0 {
		t.Errorf("after the refusal: %+v", v)
	}
	w.send(s, 2, content[100:200])
	w.complete(s, parts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

// A large file is assembled in the background, where damage is found.
func TestLargeFileIsFinishedByAJob(t *testing.T) {
	t.Parallel()
	w := newWorld(t, onDisk(t))
	w.Uploads.FinishInline(200)
	content := noise(300, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	flipBit(t, w.Dir, 299)
	done := w.complete(s, parts)
	if again := w.complete(s, parts); done.ProcessingJobID == "" || again != done {
		t.Errorf("answers %+v, %+v", done, again)
	}
	w.teacher.Do("POST", "/video-streaming/abort-upload", reference(s), 409)
	w.teacher.Do("POST", "/video-streaming/upload-chunk", chunkBody(s, 1, content[:100]), 409)
	w.Work()
	if v := w.validate(s); !v.IsValid || len(v.UploadedParts) != 2 || w.videoStatus(s) != "failed" {
		t.Errorf("after the damage was found: %+v, the video is %s", v, w.videoStatus(s))
	}
	// The teacher is asked to choose the same file again, and only that part is sent.
	w.Clock.Advance(25 * time.Hour)
	if other := w.open(noise(301, 1), 100); other.VideoID == s.VideoID {
		t.Error("a file of another size resumes this upload")
	}
	again := w.open(content, 100)
	if again.VideoID != s.VideoID || len(again.UploadedParts) != 2 || len(again.UploadURLs) != 1 || again.UploadURLs[0].PartNumber != 3 {
		t.Fatalf("the same file chosen again: %+v", again)
	}
	s = again
	w.send(s, 3, content[200:])
	w.complete(s, parts)
	w.Work()
	if next := w.open(content, 100); next.VideoID == s.VideoID {
		t.Error("a complete upload is resumed")
	}
	if !bytes.Equal(w.storedFile(s), content) || w.validate(s).SessionInfo.Status != "completed" || w.Count("SELECT count(*) FROM upload_parts") != 0 {
		t.Errorf("after sending it again: %+v", w.validate(s))
	}
	if w.Count("SELECT count(*) FROM jobs WHERE ref = ? AND kind <> 'upload.finish'", s.VideoID) == 0 {
		t.Error("processing has not begun")
	}
}

// What was acknowledged before a crash between creating the object and writing its row is completed afterwards.
func TestCompleteResumesAfterACrash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(300, 1)
	s := w.open(content, 100)
	parts := w.sendAll(s, content)
	var ref string
	must(t, w.DB.Reader().NewRaw("SELECT storage_ref FROM upload_sessions").Scan(t.Context(), &ref))
	var rows []struct {
		PartNumber, Size, Crc32c int64
		StorageTag               string
	}
	must(t, w.DB.Reader().NewRaw("SELECT part_number, size, crc32c, storage_tag FROM upload_parts ORDER BY part_number").Scan(t.Context(), &rows))
	var held []blob.StoredPart
	for _, r := range rows {
		held = append(held, blob.StoredPart{Number: r.PartNumber, Size: r.Size, CRC32C: uint32(r.Crc32c), Tag: r.StorageTag})
	}
	must(t, w.Blob.Finish(t.Context(), s.Key, ref, held))
	if v := w.validate(s); !v.IsValid || len(v.UploadedParts) != 3 {
		t.Errorf("validated: %+v", v)
	}
	w.complete(s, parts)
	if !bytes.Equal(w.storedFile(s), content) {
		t.Error("the file is not what was sent")
	}
}

// nearlyFull is a disk with the given free space.
type nearlyFull struct {
	blob.Store
	free int64
}

func (n nearlyFull) Free(context.Context) (int64, bool) { return n.free, true }

func TestSpaceIsReserved(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(p *app.Deps) { p.Blob = nearlyFull{p.Blob, 700 * kib} })
	s := w.open(noise(200*kib, 1), 100*kib) // 500 KiB with its renditions, 300 of them still to come
	body := w.newUpload(200 * kib)
	got := w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 507)
	if !strings.Contains(got, `"availableBytes":409600`) || !strings.Contains(got, `"requiredBytes":512000`) {
		t.Errorf("the error lacks the figures: %s", got)
	}
	if w.Count("SELECT count(*) FROM upload_sessions") != 1 || len(w.storedNames()) > 1 {
		t.Errorf("refused requests left %v", w.storedNames())
	}
	w.Uploads.FinishInline(1)
	parts := w.sendAll(s, noise(200*kib, 1))
	w.complete(s, parts)
	w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 507) // while the file is being assembled
	w.Work()
	w.teacher.Do("POST", "/video-streaming/initialize-upload", body, 201)
}

// Of two concurrent uploads that both saw room for one, the second to insert its row is refused.
func TestConcurrentReservations(t *testing.T) {
	t.Parallel()
	var store *interposed
	w := newWorld(t, func(p *app.Deps) {
		store = &interposed{Store: nearlyFull{p.Blob, 560 * kib}}
		p.Blob = store
	})
	var other upload.UploadSession
	store.atBegin = func() { other = w.open(noise(200*kib, 1), 100*kib) }
	got := w.teacher.Do("POST", "/video-streaming/initialize-upload", w.newUpload(200*kib), 507)
	if !strings.Contains(got, `"availableBytes":266240`) || other.UploadID == "" {
		t.Errorf("the error lacks the figures: %s", got)
	}
	if w.Count("SELECT count(*) FROM upload_sessions")+w.Count("SELECT count(*) FROM videos") != 2 || len(w.storedNames()) > 1 {
		t.Errorf("refused requests left %v", w.storedNames())
	}
}

func TestOpenBytesPerUserLimit(t *testing.T) {
	t.Parallel()
	var store *interposed
	w := newWorld(t, func(p *app.Deps) { store = &interposed{Store: p.Blob}; p.Blob = store })
	w.open(noise(1000, 1), 1000)
	const mostBut1000 = 200<<30 - 1000
	w.Exec("UPDATE upload_sessions SET status = 'uploading', file_size = ?, reserved_bytes = ?", mostBut1000, mostBut1000)
	got := w.teacher.Do("POST", "/video-streaming/initialize-upload", w.newUpload(1001), 429)
	if !strings.Contains(got, `"availableBytes":1000`) || !strings.Contains(got, `"requiredBytes":1001`) || !strings.Contains(got, "200.0 GB") {
		t.Errorf("the error lacks the figures: %s", got)
	}
	store.atBegin = func() { w.open(noise(500, 2), 500) }
	w.teacher.Do("POST", "/video-streaming/initialize-upload", w.newUpload(1000), 429) // another upload has taken some of it
	if w.Count("SELECT count(*) FROM upload_sessions") != 2 {
		t.Error("refused requests left a session")
	}
	colleague := w.User(access.Admin)
	colleague.Do("POST", "/video-streaming/initialize-upload", w.newUpload(1001), 201)
}

// newUpload returns an initialize-upload request for a file size.
func (w *world) newUpload(size int) string {
	return fmt.Sprintf(`{"fileName":"a.mp4","fileSize":%d,"contentType":"video/mp4","metadata":{"courseId":%q}}`, size, w.course)
}

// F20: what only the database or only the storage has is reported, and repaired only on request.
func TestCheckAfterRestore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	content := noise(300, 1)
	good, lost, whole, gone := w.open(content, 100), w.open(content, 100), w.open(content, 100), w.open(content, 100)
	w.send(good, 1, content[:100])
	w.send(lost, 1, content[:100])
	w.complete(whole, w.sendAll(whole, content))
	w.complete(gone, w.sendAll(gone, content))
	if r, err := w.Uploads.Check(t.Context(), false); err != nil || !r.IsConsistent() {
		t.Fatalf("a sound installation: %+v, %v", r, err)
	}
	var ref string
	must(t, w.DB.Reader().NewRaw("SELECT storage_ref FROM upload_sessions WHERE id = ?", lost.UploadID).Scan(t.Context(), &ref))
	must(t, w.Blob.Discard(t.Context(), lost.Key, ref))
	must(t, w.Blob.Delete(t.Context(), gone.Key))
	must(t, w.Blob.Put(t.Context(), "sources/nobody's", bytes.NewReader(content), 300))
	unknown, err := w.Blob.Begin(t.Context(), "sources/forgotten", 10<<20, 5<<20)
	must(t, err)
	w.Clock.Advance(time.Until(testapp.Start) * -1) // storages date by the machine's clock
	w.Clock.Advance(2 * time.Hour)
	for _, repair := range []bool{false, true} {
		r, err := w.Uploads.Check(t.Context(), repair)
		if err != nil || !slices.Equal(r.Lost, []string{lost.VideoID}) || !slices.Equal(r.Missing, []string{gone.VideoID}) || !slices.Equal(r.Unknown, []string{unknown, "sources/nobody's"}) {
			t.Errorf("repair %v: %+v, %v", repair, r, err)
		}
	}
	r, err := w.Uploads.Check(t.Context(), false)
	if err != nil || len(r.Lost)+len(r.Unknown) != 0 || len(r.Missing) != 1 || w.videoStatus(lost) != "failed" {
		t.Errorf("after the repair: %+v, %v", r, err)
	}
	if !bytes.Equal(w.storedFile(whole), content) || len(w.validate(good).UploadedParts) != 1 {
		t.Error("the repair touched what was sound")
	}
}
