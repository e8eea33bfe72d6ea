package faults

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// F20: after the database or the storage alone was restored, doctor reports the differences and repairs what it can;
// starting a server removes nothing unknown.
func TestDoctorFindsAndRepairs(t *testing.T) { everywhere(t, doctorFindsAndRepairs) }

func doctorFindsAndRepairs(t *testing.T, p *installation) {
	s, by := p.serve(nil)
	content := []byte(read(t, clip(t, 1)))
	kept := begin(t, by, "kept.mp4", p.course, len(content), 1<<20)
	kept.sendRest(by, content)
	missing := begin(t, by, "missing.mp4", p.course, len(content), 1<<20)
	missing.sendRest(by, content)
	lostUpload := begin(t, by, "lost.mp4", p.course, len(content), 20_000)
	if _, a, err := lostUpload.putRaw(by, content, 1); err != nil || !a.Success {
		t.Fatalf("%v %s", err, described(a))
	}
	noFilm := noise(300_000, 20) // which is removed when that is found, and rightly so
	refused := begin(t, by, "refused.mp4", p.course, len(noFilm), 1<<20)
	refused.sendRest(by, noFilm)
	broken := upload(t, clip(t, 1), p.course, by)
	worker := p.worker(nil, nil)
	for _, video := range []string{kept.VideoID, missing.VideoID, broken} {
		completed(t, by, video)
	}
	failed(t, by, refused.VideoID)
	worker.kill()
	s.kill()
	if out, err := p.run("doctor", "--data", p.data); err != nil {
		t.Errorf("a healthy installation: %v\n%s", err, out)
	}

	unknown := []string{source("01980000-0000-7000-8000-000000000001"), "videos/01980000-0000-7000-8000-000000000001/g1/240p/1/1"}
	for _, key := range unknown {
		p.put(key, []byte("of another time"))
	}
	away := map[string][]byte{}
	for _, key := range []string{source(missing.VideoID), "videos/" + broken + "/g1/240p/1/1"} {
		away[key] = p.take(key)
	}
	p.loseUploads()
	p.execute("UPDATE upload_sessions SET created_at = '2020-01-01 00:00:00+00:00'") // recent objects are left alone
	s, _ = p.serve(nil)
	s.kill()
	out, err := p.run("doctor", "--data", p.data)
	if err == nil {
		t.Error("doctor finds no problem in a damaged installation")
	}
	for _, want := range []string{missing.VideoID, lostUpload.VideoID, broken, "01980000-0000-7000-8000-000000000001"} {
		if !strings.Contains(out, want) {
			t.Errorf("doctor does not name %s:\n%s", want, out)
		}
	}
	for _, key := range append(unknown, source(kept.VideoID)) {
		if _, there := p.object(key); !there {
			t.Errorf("a start or a check removed %s", key)
		}
	}

	if out, err := p.run("doctor", "--repair", "--data", p.data); err == nil || !strings.Contains(out, missing.VideoID) || !strings.Contains(out, broken) {
		t.Errorf("the repair hides what it cannot fix: %v\n%s", err, out)
	}
	for _, key := range unknown {
		if _, there := p.object(key); there {
			t.Errorf("%s is still there", key)
		}
	}
	p.wantSource(kept.VideoID, content)
	_, by = p.serve(nil)
	if got := status(by, lostUpload.VideoID); got.Status != "failed" || got.FailureReason == "" {
		t.Errorf("the upload that was lost is %+v", got)
	}
	for key, content := range away { // from another backup
		p.put(key, content)
	}
	if out, err := p.run("doctor", "--data", p.data); err != nil {
		t.Errorf("after everything was repaired: %v\n%s", err, out)
	}

	segment := "videos/" + kept.VideoID + "/g1/240p/1/1"
	picture := p.keys("videos/" + kept.VideoID + "/g1/images/")[0]
	for _, key := range []string{segment, picture, source(kept.VideoID)} {
		whole, _ := p.object(key)
		p.put(key, whole[:len(whole)-1])
		if out, err := p.run("doctor", "--full", "--data", p.data); err == nil || !strings.Contains(out, key) {
			t.Errorf("%s without its last byte: %v\n%s", key, err, out)
		}
		flipped := slices.Clone(whole)
		flipped[len(flipped)/2] ^= 1
		p.put(key, flipped)
		out, err := p.run("doctor", "--full", "--data", p.data)
		if hashed := key != source(kept.VideoID); hashed && (err == nil || !strings.Contains(out, key)) { // of sources, a repair records the hash
			t.Errorf("%s with a flipped bit: %v\n%s", key, err, out)
		}
		p.put(key, whole)
	}
	if out, err := p.run("doctor", "--full", "--json", "--data", p.data); err != nil || !strings.Contains(out, `"ok": true`) {
		t.Errorf("as it was: %v\n%s", err, out)
	}
}

// doctor reads the database through: it finds a damaged page that no request happens to read, and a row that refers to none.
func TestDoctorFindsDamageInTheDatabase(t *testing.T) {
	p := newInstallation(t)
	if out, err := p.run("doctor", "--data", p.data); err != nil || !strings.Contains(out, "tables can be read") {
		t.Fatalf("a healthy database: %v\n%s", err, out)
	}
	p.execute("INSERT INTO user_roles (user_id, role) VALUES ('nobody', 'student')")
	if out, err := p.run("doctor", "--data", p.data); err == nil || !strings.Contains(out, "user_roles refers to 1 missing rows of users") {
		t.Errorf("a row that refers to none: %v\n%s", err, out)
	}
	p.execute("DELETE FROM user_roles WHERE user_id = 'nobody'")

	page := texts(t, p.database(), "SELECT CAST((rootpage - 1) * (SELECT page_size FROM pragma_page_size) AS TEXT) FROM sqlite_master WHERE type = 'index' ORDER BY rootpage DESC LIMIT 1")[0]
	p.execute("PRAGMA wal_checkpoint(TRUNCATE)")
	at, err := strconv.ParseInt(page, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(p.data, "lectern.db"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(noise(512, 1), at); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if out, err := p.run("doctor", "--data", p.data); err == nil || !strings.Contains(out, "The database is damaged; restore a backup") {
		t.Errorf("a damaged page: %v\n%s", err, out)
	}
}

// loseUploads removes what is stored of unfinished uploads behind the server's back.
func (p *installation) loseUploads() {
	p.t.Helper()
	store := p.store()
	unfinished, err := store.Unfinished(p.t.Context())
	for _, u := range unfinished {
		if err == nil {
			err = store.Discard(p.t.Context(), u.Key, u.Ref)
		}
	}
	if err != nil || len(unfinished) == 0 {
		p.t.Fatalf("%d unfinished uploads: %v", len(unfinished), err)
	}
}
