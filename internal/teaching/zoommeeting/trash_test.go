package zoommeeting_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
)

// What Zoom has recorded is moved into the trash there by those who teach the session, once, and before it is in the library only if they insist.
func TestRecordingsAreDeletedAtZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for _, id := range []string{"imported", "found", "other"} {
		state, kind := map[string]string{"imported": "imported", "found": "found", "other": "found"}[id], map[bool]string{true: "video", false: "transcript"}[id != "found"]
		w.Exec(`INSERT INTO recording_files (id, session_id, provider, external_id, instance, started_at, kind, size, address, state, upload_id, tries, reason, created_at, updated_at)
			VALUES (?, ?, ?, ?, '/i//=', ?, ?, 7, 'https://zoom.example/file', ?, ?, 0, '', ?, ?)`, id, w.session, map[bool]string{true: "bigbluebutton", false: "zoom"}[id == "other"], "at-zoom-"+id, w.starts, kind, state, id, w.starts, w.starts)
	}
	of := "/zoom/meetings/" + w.session + "/recordings/"
	gone := func() string {
		t.Helper()
		return fmt.Sprint(w.zoom.trash, w.Count("SELECT count(*) FROM recording_files WHERE trashed_at IS NOT NULL"))
	}
	w.ann.Do("DELETE", of+"imported", "", 403)
	w.User(access.Instructor).Do("DELETE", of+"imported", "", 404)
	w.Teacher.Do("DELETE", of+"nope", "", 404)
	w.Teacher.Do("DELETE", of+"other?force=true", "", 404)
	_, other := w.newBatch("Wasps", "20:00", "21:00", w.Teacher)
	w.Teacher.Do("DELETE", "/zoom/meetings/"+other+"/recordings/imported", "", 404)
	if got := w.Teacher.Do("DELETE", of+"found", "", 409); !strings.Contains(got, "recording_not_imported") {
		t.Error(got)
	}
	w.zoom.change(func() { w.zoom.down = true })
	w.Teacher.Do("DELETE", of+"imported", "", 503)
	w.zoom.change(func() { w.zoom.down = false })
	if got := gone(); got != "[] 0" {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'zoom_recording.deleted'"); n != 0 {
		t.Errorf("%d entries of the audit log for refused requests", n)
	}
	w.Teacher.Do("DELETE", of+"imported", "", 200)
	w.Teacher.Do("DELETE", of+"imported", "", 404)
	w.Teacher.Do("DELETE", of+"found?force=true", "", 200)
	if got := gone(); got != "[at-zoom-imported at-zoom-found] 2" {
		t.Error(got)
	}
	entries := fmt.Sprint(w.logged("zoom_recording.deleted"))
	if !strings.Contains(entries, `"in_library":true`) || !strings.Contains(entries, `"in_library":false`) || !strings.Contains(entries, `"recording_kind":"video"`) || strings.Count(entries, w.session) != 2 {
		t.Error(entries)
	}
	if got := w.Teacher.Do("GET", "/zoom/meetings/"+w.session+"/recordings", "", 200); !strings.Contains(got, `"data":[]`) {
		t.Error(got)
	}
	// the session still has what is in the library, and what was deleted before is not fetched again
	if got := w.Teacher.Do("GET", "/sessions/"+w.session+"/recording-files", "", 200); !strings.Contains(got, `"id":"imported"`) || strings.Contains(got, `"id":"found"`) || strings.Contains(got, `"can_trash":true`) {
		t.Error(got)
	}
	w.Teacher.Do("POST", "/sessions/"+w.session+"/recording-files/fetch", "", 200)
	if n := w.Count("SELECT count(*) FROM recording_files WHERE id = 'found' AND state = 'failed' AND reason = 'gone'"); n != 1 {
		t.Error("what was deleted is fetched again")
	}
}
