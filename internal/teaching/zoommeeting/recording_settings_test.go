package zoommeeting_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/testapp"
)

// Administrators read and set what becomes of the recordings of a batch by the meeting of one of its sessions, over the version that they have seen; whether sessions are recorded
// stays.
func TestRecordingSettingsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-time.Hour)
	w.plan()
	path := "/zoom/meetings/" + w.session + "/recordings/settings"
	put := func(body string, version int64) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), "PUT", "/api/v1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", fmt.Sprintf(`"v%d-x"`, version))
		return w.admin.SendRaw(r)
	}
	w.Exec("INSERT INTO recording_settings (batch_id, records, imports, publishes, trashes, version, updated_at) VALUES (?, TRUE, TRUE, TRUE, FALSE, 1, ?)", w.batch, w.Clock.Now())
	const held = `{"auto_import":false,"delete_after_import":true,"publish":false}`
	w.Teacher.Do("GET", path, "", 403)
	w.Teacher.Do("PUT", path, held, 403)
	w.admin.Do("GET", "/zoom/meetings/none/recordings/settings", "", 404)
	if got := put(held, 1); got.Code != 412 || !strings.Contains(got.Body.String(), `"auto_import":true`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.admin.Do("GET", path, "", 200); !strings.Contains(got, `"auto_import":true,"delete_after_import":false,"publish":true`) || len(w.logged("recording_settings.changed")) != 0 {
		t.Error(got)
	}
	if got := put(held, 2); got.Code != 200 || !strings.Contains(got.Body.String(), `"auto_import":false,"delete_after_import":true,"publish":false`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.Teacher.Do("GET", "/batches/"+w.batch+"/recording-settings", "", 200); !strings.Contains(got, `"records":true,"auto_import":false,"publish":false,"delete_after_import":true`) {
		t.Error(got)
	}
	if got := w.logged("recording_settings.changed"); len(got) != 1 || !strings.HasPrefix(got[0], w.admin.ID+": "+w.batch) {
		t.Error(got)
	}
	number := w.atZoom(w.Teacher, w.session).MeetingID
	w.admin.Do("GET", "/zoom/meetings/"+number+"/recordings/settings", "", 200)
	online := testapp.Read[zoomAnswer](t, w.Teacher.Do("POST", "/zoom/meetings", w.hour(`,"start_time":"2026-09-07T19:30:00"`), 201)).Data
	w.admin.Do("GET", "/zoom/meetings/"+online.ID+"/recordings/settings", "", 404)
}
