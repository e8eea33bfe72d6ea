package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/learning/content"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/consistency"
	"lectern/internal/testapp"
)

// What has happened to objects behind the back of the servers, the check of all objects names: whatever kind they are of.
func TestDamagedObjectsAreNamed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	course := teacher.CreateCourse("")
	keys := map[string]string{}
	for _, name := range []string{"flipped.txt", "cut.txt", "gone.txt", "whole.txt"} {
		f := teacher.AddFile(course.ID, name, "the content of "+name)
		keys[name] = content.CourseFile{CourseID: f.CourseID, ID: f.ID}.Key()
	}
	teacher.Do("PUT", "/courses/"+course.ID+"/brochure?name=b.pdf", "%PDF-1.4 of eighteen", 200)
	keys["brochure"] = only(t, app, "brochures/")[0]
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 200, 200))); err != nil {
		t.Fatal(err)
	}
	for path, u := range map[string]testapp.User{"/profile/me/avatar": teacher, "/courses/" + course.ID + "/cover": teacher, "/settings/logo": app.User(access.Admin)} {
		r := httptest.NewRequest("PUT", "/api/v1"+path, bytes.NewReader(picture.Bytes()))
		r.Header.Set("Content-Type", "image/png")
		r.Header.Set("If-Match", "*")
		if w := u.SendRaw(r); w.Code != 200 {
			t.Fatal(w.Code, w.Body)
		}
	}
	keys["avatar"], keys["logo"], keys["cover"] = only(t, app, "avatars/")[0], only(t, app, "logos/")[0], only(t, app, "covers/")[0]
	if wrong := wrongObjects(t, app, consistency.Options{Full: true}); len(wrong) > 0 {
		t.Fatal("before anything has happened:", wrong)
	}

	for _, name := range []string{"flipped.txt", "brochure", "avatar", "logo", "cover"} {
		rewrite(t, app.Blob, keys[name], func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
	}
	rewrite(t, app.Blob, keys["cut.txt"], func(b []byte) []byte { return b[:len(b)-1] })
	if err := app.Blob.Delete(t.Context(), keys["gone.txt"]); err != nil {
		t.Fatal(err)
	}
	const stranger = "submissions/01980000-0000-7000-8000-000000000001/x"
	if err := app.Blob.Put(t.Context(), stranger, strings.NewReader("of another time"), 15); err != nil {
		t.Fatal(err)
	}
	for _, repair := range []bool{false, true} {
		wrong := wrongObjects(t, app, consistency.Options{Full: true, Repair: repair})
		for _, want := range []string{
			keys["flipped.txt"] + " (other bytes than were stored)", keys["brochure"] + " (other bytes", keys["avatar"] + " (other bytes", keys["logo"] + " (other bytes", keys["cover"] + " (other bytes",
			keys["cut.txt"] + " (21 bytes, and 22 were stored)", "are gone; bring them back from a backup: " + keys["gone.txt"],
		} {
			if !strings.Contains(wrong, want) {
				t.Errorf("repair %v does not say %q:\n%s", repair, want, wrong)
			}
		}
		if strings.Contains(wrong, keys["whole.txt"]) || strings.Contains(wrong, stranger) == repair {
			t.Errorf("repair %v:\n%s", repair, wrong)
		}
	}
	rewrite(t, app.Blob, stranger, func(b []byte) []byte { return append(b, '!') })
	if wrong := wrongObjects(t, app, consistency.Options{Full: true}); !strings.Contains(wrong, stranger+" (16 bytes, and 15") {
		t.Error("what a repair has recorded is not compared:", wrong)
	}
	teacher.Do("DELETE", "/courses/"+course.ID+"/brochure", "", 200)
	if n := app.Count("SELECT count(*) FROM object_hashes WHERE key = ?", keys["brochure"]); n != 0 {
		t.Error("a deleted object is still recorded")
	}
}

func only(t *testing.T, app *testapp.App, prefix string) []string {
	t.Helper()
	keys, err := app.Blob.List(t.Context(), prefix)
	if err != nil || len(keys) == 0 {
		t.Fatal(prefix, keys, err)
	}
	return keys
}

// rewrite changes an object behind the back of the application.
func rewrite(t *testing.T, store blob.Store, key string, change func([]byte) []byte) {
	t.Helper()
	object, err := store.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(object)
	if err != nil {
		t.Fatal(err)
	}
	_ = object.Close()
	body = change(body)
	if err := store.Put(t.Context(), key, bytes.NewReader(body), int64(len(body))); err != nil {
		t.Fatal(err)
	}
}

// wrongObjects returns what a check of the installation says is wrong with objects.
func wrongObjects(t *testing.T, app *testapp.App, o consistency.Options) string {
	t.Helper()
	findings, err := app.CheckConsistency(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var wrong strings.Builder
	for _, f := range findings {
		if !f.OK && f.Part == "objects" {
			fmt.Fprintln(&wrong, f.Text)
		}
	}
	return wrong.String()
}
