package transcode_test

import (
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
)

// Reopening an upload leaves its video failed, and a failed video may be deleted: the upload still ends, and its bytes are
// removed.
func TestUploadOfDeletedVideoEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(app *testapp.App, teacher testapp.User, session string){
		"an abort": func(_ *testapp.App, teacher testapp.User, session string) {
			teacher.Do("POST", "/video-streaming/abort-upload", session, 200)
		},
		"a sweep": func(app *testapp.App, _ testapp.User, _ string) {
			app.Clock.Advance(48 * time.Hour)
			if err := app.Uploads.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			teacher := app.User(access.Instructor)
			body := fmt.Sprintf(`{"fileName":"a.mp4","fileSize":8,"contentType":"video/mp4","chunkSize":4,"metadata":{"courseId":%q}}`, app.Course(teacher))
			s := testapp.Read[rest.Answer[upload.UploadSession]](t, teacher.Do("POST", "/video-streaming/initialize-upload", body, 201)).Data
			session := fmt.Sprintf(`"uploadSession":{"uploadId":%q}`, s.UploadID)
			teacher.Do("POST", "/video-streaming/upload-chunk",
				fmt.Sprintf(`{%s,"partNumber":1,"chunkData":%q}`, session, base64.StdEncoding.EncodeToString([]byte("bees"))), 200)
			err := app.DB.InTx(t.Context(), func(tx bun.IDB) error {
				return app.Videos.Release(t.Context(), tx, s.VideoID, "failed", "The file could not be put together.")
			})
			if err != nil {
				t.Fatal(err)
			}
			teacher.Do("DELETE", "/video-streaming/"+s.VideoID, "", 200)
			app.Work()

			end(app, teacher, "{"+session+"}")
			unfinished, err := app.Blob.Unfinished(t.Context())
			if err != nil || len(unfinished) != 0 {
				t.Errorf("left are %v (%v)", unfinished, err)
			}
			if n := app.Count("SELECT count(*) FROM upload_sessions WHERE status IN ('aborted', 'failed')"); n != 1 {
				t.Error("the session has not ended")
			}
		})
	}
}
