package certificate_test

import (
	"archive/zip"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/certificate"
	"lectern/internal/learning/openbadge"
	"lectern/internal/platform/access"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// holder returns a learner who has completed the course, and the path of their certificate.
func (c class) holder() (learner testapp.User, path string) {
	c.t.Helper()
	c.rule("")
	learner = c.learner("Ann")
	c.completes(learner)
	return learner, "/certificates/" + c.of(learner)[0].ID
}

// The holder chooses which figures everybody sees; what is hidden is named, so that nobody takes it for missing.
func TestShown(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	ann, one := c.holder()
	c.Exec(`UPDATE certificates SET facts = '{"language":"en","score":61,"hours":4}'`)
	hide := `{"hides_score":true,"hides_hours":false}`
	for _, who := range []testapp.User{c.learner("Bob"), c.Teacher, c.admin} {
		who.Do("PATCH", one, hide, 404)
	}
	if v := c.verify(c.of(ann)[0].ShownCode); len(v.Hidden) != 0 || v.Facts.Score == nil {
		t.Errorf("a refused request hid something: %+v", v)
	}
	ann.Do("PATCH", one, hide, 200)
	if v := c.verify(c.of(ann)[0].ShownCode); fmt.Sprint(v.Hidden) != "[score]" || v.Facts.Score != nil || v.Facts.Hours != 4 {
		t.Errorf("%+v", v)
	}
	next := testapp.Read[rest.Answer[certificate.Certificate]](t, c.admin.Do("POST", one+"/reissue", `{"reason":"Lost"}`, 201)).Data
	if v := c.verify(next.ShownCode); fmt.Sprint(v.Hidden) != "[score]" {
		t.Errorf("the next certificate shows what its holder hides: %+v", v)
	}
	ann.Do("PATCH", "/certificates/"+next.ID, `{"hides_score":false,"hides_hours":true}`, 200)
	if v := c.verify(next.ShownCode); fmt.Sprint(v.Hidden) != "[hours]" || *v.Facts.Score != 61 {
		t.Errorf("%+v", v)
	}
}

// Instructors of the course propose that a certificate is revoked, and an administrator decides; the holder sees nothing of it.
func TestProposals(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	ann, one := c.holder()
	propose, because := one+"/revocation-proposal", `{"cause":"misconduct","reason":"Copied the work"}`
	ann.Do("POST", propose, because, 403)
	c.User(access.Instructor).Do("POST", propose, because, 404)
	c.Teacher.Do("POST", propose, `{"cause":"misconduct","reason":""}`, 400)
	c.admin.Do("POST", one+"/decline", `{"request":"revocation","reason":"Nothing proposed"}`, 409)
	if c.Count("SELECT count(*) FROM certificates WHERE proposed_at IS NOT NULL OR status <> 'issued'") != 0 {
		t.Error("a refused proposal was kept")
	}
	c.Teacher.Do("POST", propose, because, 200)
	seen := func(who testapp.User) string { return who.Do("GET", one, "", 200) }
	if strings.Contains(seen(ann), "Copied") || !strings.Contains(seen(c.Teacher), "Copied") || !strings.Contains(seen(c.admin), "Copied") || strings.Contains(ann.Do("GET", "/certificates", "", 200), "Copied") {
		t.Error("who sees the proposal?")
	}
	c.Teacher.Do("POST", one+"/decline", `{"request":"revocation","reason":"Mine"}`, 403)
	c.admin.Do("POST", one+"/decline", `{"request":"name","reason":"Not asked for"}`, 409)
	c.admin.Do("POST", one+"/decline", `{"request":"revocation","reason":"The work was her own"}`, 200)
	if strings.Contains(seen(c.admin), "Copied") || c.verify(c.of(ann)[0].ShownCode).Status != "issued" {
		t.Error("a declined proposal is still there")
	}
	c.Teacher.Do("POST", propose, because, 200)
	c.admin.Do("POST", one+"/revoke", because, 200)
	c.Teacher.Do("POST", propose, because, 409)
	c.Work()
	for kind, want := range map[string]int64{"admin.certificate_asked": 2, "certificate.revocation_declined": 1, "certificate.revoked": 1} {
		if n := c.Count("SELECT count(*) FROM notifications WHERE kind = ?", kind); n != want {
			t.Errorf("%d notifications %s, not %d", n, kind, want)
		}
	}
}

// A name that is declined stays as it is, and the holder learns why.
func TestDeclinedNames(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	ann, one := c.holder()
	ann.Do("POST", one+"/name-correction", `{"name":"Queen Ann","reason":"Nicer"}`, 200)
	for _, who := range []testapp.User{ann, c.Teacher} {
		who.Do("POST", one+"/decline", `{"request":"name","reason":"No"}`, 403)
	}
	c.admin.Do("POST", one+"/decline", `{"request":"name","reason":"Not on your passport"}`, 200)
	c.admin.Do("POST", one+"/decline", `{"request":"name","reason":"Again"}`, 409)
	mine := c.of(ann)[0]
	if mine.AskedName != "" || mine.AskedAnswer != "Not on your passport" || mine.Name != "Ann" {
		t.Errorf("%+v", mine)
	}
	ann.Do("POST", one+"/name-correction", `{"name":"Queen Ann","reason":"Please"}`, 409)
	c.Work()
	if n := c.Count("SELECT count(*) FROM notifications WHERE kind = 'certificate.name_declined' AND user_id = ?", ann.ID); n != 1 {
		t.Errorf("%d notifications", n)
	}
}

// A rule may ask for time spent, or wait for the end of a batch; then those get a certificate who were in it to its end.
func TestBatchesAndTime(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule(`"trigger":"batch_ended","hold_days":1,"min_minutes":60`)
	stayed, left, alone, idle := c.learner("Stayed"), c.learner("Left"), c.learner("Alone"), c.learner("Idle")
	batch := testapp.Read[rest.Answer[struct{ ID string }]](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches",
		`{"batch_name":"Evening","capacity":9,"timezone":"UTC","schedule":[{"date":"2026-09-07","start_time":"18:00","end_time":"19:00"}]}`, 201)).Data.ID
	c.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q,%q,%q]}`, batch, stayed.ID, left.ID, idle.ID), 200)
	c.Exec("UPDATE batch_members SET status = 'dropped' WHERE user_id = ?", left.ID)
	for _, u := range []testapp.User{stayed, left, alone} {
		c.completes(u)
		c.Exec("UPDATE course_progress SET time_spent = 3600 WHERE user_id = ?", u.ID)
	}
	outcomes := func() (all string) {
		for _, u := range []testapp.User{stayed, left, alone, idle} {
			said := testapp.Read[rest.Answer[certificate.Selected]](t, c.Teacher.Do("POST", "/certificates/courses/"+c.CourseID+"/issue", fmt.Sprintf(`{"dry_run":true,"user_ids":[%q]}`, u.ID), 200)).Data
			all += said.Learners[0].Outcome + " "
		}
		return all
	}
	if got := outcomes(); got != "batch_not_ended batch_not_ended batch_not_ended batch_not_ended " {
		t.Error(got)
	}
	c.Clock.Advance(time.Hour)
	c.Exec("UPDATE batches SET status = 'Completed', ends_at = ? WHERE id = ?", c.Clock.Now(), batch)
	if got := outcomes(); got != "on_hold batch_not_ended batch_not_ended minutes_too_low " {
		t.Error(got)
	}
	must(t, c.Certificates.CatchUp(t.Context()))
	c.Work()
	if n := c.Count("SELECT count(*) FROM certificates"); n != 0 {
		t.Errorf("%d certificates before the wait is over", n)
	}
	c.Clock.Advance(24 * time.Hour)
	for range 2 {
		must(t, c.Certificates.CatchUp(t.Context()))
		c.Work()
	}
	if n := c.Count("SELECT count(*) FROM certificates"); n != 1 || len(c.of(stayed)) != 1 {
		t.Errorf("%d certificates", n)
	}
	body := strings.NewReplacer(`"trigger":"course_completed"`, `"trigger":"manual"`).Replace(`{"trigger":"course_completed","auto":true,"min_percent":0,"min_score":0,"min_minutes":0,"hold_days":0,"valid_months":0,"remind_days":0,"language":"en","signatory":""}`)
	c.Teacher.Do("PUT", "/certificates/courses/"+c.CourseID+"/rule", body, 400)
	c.Teacher.Do("PUT", "/certificates/courses/"+c.CourseID+"/rule", strings.Replace(body, `"min_minutes":0`, `"min_minutes":-1`, 1), 400)
}

// All certificates of a course come as one file, by an address that works for a quarter of an hour and cannot be changed.
func TestDownloads(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule("")
	path := "/certificates/courses/" + c.CourseID + "/downloads"
	c.Teacher.Do("POST", path, "", 409)
	ann, bob := c.learner("../../Ann: Lindqvist"), c.learner("Bob")
	c.completes(ann)
	c.completes(bob)
	c.admin.Do("POST", "/certificates/"+c.of(bob)[0].ID+"/revoke", `{"cause":"error","reason":"Not his"}`, 200)
	ann.Do("POST", path, "", 403)
	c.User(access.Instructor).Do("POST", path, "", 403)
	fetch := func(query string) map[string]string {
		t.Helper()
		d := testapp.Read[rest.Answer[certificate.CertificateDownload]](t, c.Teacher.Do("POST", path+query, "", 200)).Data
		packed := c.Nobody().Do("GET", strings.TrimPrefix(d.URL, "/api/v1"), "", 200)
		r, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
		must(t, err)
		files, size := map[string]string{}, int64(0)
		for _, f := range r.File {
			open, err := f.Open()
			must(t, err)
			content, err := io.ReadAll(open)
			must(t, err)
			files[f.Name], size = string(content), size+int64(len(content))
		}
		if int64(len(files)) != d.Certificates || size != d.Bytes {
			t.Errorf("%d files of %d bytes; %+v", len(files), size, d)
		}
		return files
	}
	if all := fetch(""); len(all) != 2 {
		t.Errorf("%d files", len(all))
	}
	mine := c.of(ann)[0]
	if valid := fetch("?status=issued"); len(valid) != 1 || valid["-..-Ann- Lindqvist "+mine.ShownCode+".pdf"] != ann.Do("GET", "/certificates/"+mine.ID+"/pdf", "", 200) {
		for name := range valid {
			t.Errorf("%q", name)
		}
	}
	url := strings.TrimPrefix(testapp.Read[rest.Answer[certificate.CertificateDownload]](t, c.Teacher.Do("POST", path, "", 200)).Data.URL, "/api/v1")
	c.Nobody().Do("GET", url[:len(url)-2]+"xx", "", 401)
	c.Clock.Advance(16 * time.Minute)
	c.Nobody().Do("GET", url, "", 401)
}

// A new key signs, those before stay listed, and what they have signed stays valid; operators learn when a key is old or cannot be opened.
func TestRotatingTheKey(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	finding := func() consistency.Finding {
		t.Helper()
		found, err := c.Certificates.Checks()[0](t.Context(), consistency.Options{})
		must(t, err)
		return found[0]
	}
	if f := finding(); !f.OK || f.Text != "" {
		t.Errorf("without a certificate: %+v", f)
	}
	c.rule("")
	ann, bob := c.learner("Ann"), c.learner("Bob")
	c.completes(ann)
	c.Clock.Advance(3 * 365 * 24 * time.Hour)
	if f := finding(); !f.OK || !strings.Contains(f.Text, "3 years old") {
		t.Errorf("%+v", f)
	}
	must(t, c.Certificates.RotateKey(t.Context()))
	if f := finding(); !f.OK || f.Text != "" {
		t.Errorf("%+v", f)
	}
	c.completes(bob)
	profile := c.document("/certificates/issuer")
	for _, u := range []testapp.User{ann, bob} {
		must(t, openbadge.Check(c.document("/certificates/verify/"+c.of(u)[0].ShownCode+"/credential"), profile))
	}
	if n := len(profile["assertionMethod"].([]any)); n != 2 {
		t.Errorf("%d keys", n)
	}
	c.Exec("UPDATE issuer_keys SET sealed = (SELECT sealed FROM issuer_keys WHERE retired_at IS NOT NULL) WHERE retired_at IS NULL")
	if f := finding(); f.OK || !strings.Contains(f.Text, "rotate-key") {
		t.Errorf("a key that can't be opened: %+v", f)
	}
	must(t, c.Certificates.RotateKey(t.Context()))
	c.Exec(`UPDATE certificates SET credential = '{"issuer":{"id":"https://elsewhere.test/api/v1/certificates/issuer"}}'`)
	if f := finding(); f.OK || !strings.Contains(f.Text, "elsewhere.test") {
		t.Errorf("another address: %+v", f)
	}
}
