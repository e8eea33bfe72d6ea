package certificate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/certificate"
	"lectern/internal/learning/progress"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// class is a course whose learners get certificates.
type class struct {
	*testapp.Class
	t      *testing.T
	admin  testapp.User
	lesson string
}

func newClass(t *testing.T) class {
	t.Helper()
	c := class{Class: testapp.NewClass(t), t: t}
	c.admin = c.User(access.Admin)
	c.lesson = c.Lesson(c.Section("").ID, "").ID
	c.Publish()
	return c
}

func (c class) rule(members string) {
	c.t.Helper()
	full := `{"trigger":"course_completed","auto":true,"min_percent":0,"min_score":0,"min_minutes":0,"hold_days":0,"valid_months":0,"remind_days":0,"language":"en","signatory":"Ada Byron"}`
	for _, m := range strings.Split(members, ",") {
		if name, _, found := strings.Cut(m, ":"); found {
			from := strings.Index(full, name+":")
			to := from + strings.IndexAny(full[from:], ",}")
			full = full[:from] + m + full[to:]
		}
	}
	c.Teacher.Do("PUT", "/certificates/courses/"+c.CourseID+"/rule", full, 200)
}

// learner enrols another learner.
func (c class) learner(name string) testapp.User {
	u := c.User(access.Student)
	c.Exec("UPDATE users SET full_name = ? WHERE id = ?", name, u.ID)
	c.Enroll(u, c.CourseID)
	return u
}

// completes lets a learner complete the course.
func (c class) completes(u testapp.User) {
	c.t.Helper()
	u.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		db.NewID(), c.CourseID, c.lesson, c.Clock.Now().Format(time.RFC3339)), 200)
	c.Work()
}

func (c class) of(u testapp.User) []certificate.Certificate {
	c.t.Helper()
	return testapp.Read[rest.List[certificate.Certificate]](c.t, u.Do("GET", "/certificates", "", 200)).Data
}

func (c class) verify(code string) certificate.Verification {
	c.t.Helper()
	return testapp.Read[rest.Answer[certificate.Verification]](c.t, c.Nobody().Do("GET", "/certificates/verify/"+code, "", 200)).Data
}

// completeAgain publishes once more that a learner has completed the course.
func (c class) completeAgain(u testapp.User) {
	must(c.t, c.DB.InTx(c.t.Context(), func(tx bun.IDB) error {
		return events.Publish(c.t.Context(), tx, c.Clock.Now(), progress.CompletedEvent{UserID: u.ID, CourseID: c.CourseID})
	}))
}

func (c class) files() int {
	keys, err := c.Blob.List(c.t.Context(), objectkey.Certificates)
	must(c.t, err)
	return len(keys)
}

// moveTo moves the clock on.
func (c class) moveTo(at time.Time) { c.Clock.Advance(at.Sub(c.Clock.Now())) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A learner completes a course and gets a certificate that says so; a stranger checks it by its code, and sees a revocation.
func TestCompletingACourse(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	early := c.learner("Early Bird")
	c.completes(early) // before there is a rule
	c.rule("")
	ann := c.learner("  Anna  Lindqvist-Öberg ")
	c.completes(ann)
	if got := c.of(early); len(got) != 0 {
		t.Errorf("without a rule: %+v", got)
	}
	mine := c.of(ann)
	if len(mine) != 1 || mine[0].Name != "Anna Lindqvist-Öberg" || mine[0].Status != "issued" || mine[0].CourseTitle != "Bees" || mine[0].Facts.CompletedOn != "2026-09-01" ||
		mine[0].Facts.Signatory != "Ada Byron" || mine[0].ExpiresAt != nil || !strings.HasPrefix(mine[0].Address, "https://lectern.test/verify/") {
		t.Fatalf("%+v", mine)
	}
	one := "/certificates/" + mine[0].ID
	bob := c.learner("Bob")
	pdf := ann.Do("GET", one+"/pdf", "", 200)
	sum := sha256.Sum256([]byte(pdf))
	if !strings.HasPrefix(pdf, "%PDF-") || hex.EncodeToString(sum[:]) != mine[0].PDFSHA256 {
		t.Errorf("the file is not the one that was issued: %.20q", pdf)
	}
	for _, who := range []testapp.User{c.Teacher, c.admin} {
		who.Do("GET", one, "", 200)
	}
	for _, who := range []testapp.User{bob, c.User(access.Instructor)} {
		who.Do("GET", one, "", 404)
		who.Do("GET", one+"/pdf", "", 404)
	}
	v := c.verify(strings.ToLower(mine[0].ShownCode))
	if v.Name != mine[0].Name || v.Course != "Bees" || v.Status != "issued" || v.PDFSHA256 != mine[0].PDFSHA256 || v.Facts.CompletedOn != "2026-09-01" || v.Code != mine[0].ShownCode {
		t.Errorf("%+v", v)
	}
	revocation := `{"cause":"error","reason":"Issued to the wrong person"}`
	for _, who := range []testapp.User{ann, bob, c.Teacher} {
		who.Do("POST", one+"/revoke", revocation, 403)
		who.Do("POST", one+"/reissue", `{"reason":"Bees"}`, 403)
	}
	if c.verify(mine[0].ShownCode).Status != "issued" || c.Count("SELECT count(*) FROM certificates") != 1 {
		t.Error("a refused request changed something")
	}
	c.admin.Do("POST", one+"/revoke", revocation, 200)
	c.admin.Do("POST", one+"/revoke", revocation, 409)
	c.admin.Do("POST", one+"/reissue", `{"reason":"Bees"}`, 409)
	if v := c.verify(mine[0].ShownCode); v.Status != "revoked" || v.Cause != "error" || v.Ended == nil {
		t.Errorf("%+v", v)
	}
	if answer := c.Nobody().Do("GET", "/certificates/verify/"+mine[0].ShownCode, "", 200); strings.Contains(answer, "wrong person") {
		t.Error("everybody sees the reason: " + answer)
	}
	c.Work()
	if n := c.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind IN ('certificate.issued', 'certificate.revoked')", ann.ID); n != 2 {
		t.Errorf("%d notifications", n)
	}
	if n := c.Count("SELECT count(*) FROM audit_log WHERE action IN ('certificate.rule_changed', 'certificate.revoked')"); n != 2 {
		t.Errorf("%d audit entries", n)
	}
	c.completeAgain(ann)
	c.Work()
	if got := c.of(ann); len(got) != 1 {
		t.Error("what was revoked came back by itself")
	}
	c.Teacher.Do("POST", "/certificates/courses/"+c.CourseID+"/issue", fmt.Sprintf(`{"user_ids":[%q]}`, ann.ID), 200)
	c.Work()
	if got := c.of(ann); len(got) != 2 || got[0].Status != "issued" || got[0].ShownCode == got[1].ShownCode {
		t.Errorf("by hand: %+v", got)
	}
}

// Repeated completion events and issuing in bulk at the same time leave each learner with one valid certificate (C23).
func TestOneLiveCertificate(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule("")
	var learners []testapp.User
	for i := range 4 {
		u := c.learner(fmt.Sprint("Learner ", i))
		learners = append(learners, u)
		c.Exec("INSERT INTO course_completions (user_id, course_id, version, completed_at) VALUES (?, ?, 1, ?)", u.ID, c.CourseID, c.Clock.Now())
		for range 10 {
			c.completeAgain(u)
		}
		c.Teacher.Do("POST", "/certificates/courses/"+c.CourseID+"/issue", `{"all_eligible":true}`, 200)
	}
	var crowd sync.WaitGroup
	for range 4 { // workers
		crowd.Go(func() { must(t, c.Runner.Drain(t.Context())) })
	}
	crowd.Wait()
	for _, u := range learners {
		mine := c.of(u)
		if len(mine) != 1 {
			t.Fatalf("%d certificates", len(mine))
		}
		u.Do("POST", "/certificates/"+mine[0].ID+"/name-correction", `{"name":"Another Name","reason":"Married"}`, 200)
	}
	for _, u := range learners { // issued anew while the completion arrives and certificates are issued in bulk
		id := c.of(u)[0].ID
		c.completeAgain(u)
		crowd.Go(func() {
			c.admin.Do("POST", "/certificates/"+id+"/reissue", `{"name":"Another Name","reason":"Married"}`, 201)
		})
	}
	crowd.Go(func() { must(t, c.Runner.Drain(t.Context())) })
	crowd.Wait()
	c.Work()
	if live, all := c.Count("SELECT count(*) FROM certificates WHERE status = 'issued' AND name = 'Another Name'"), c.Count("SELECT count(*) FROM certificates"); live != 4 || all != 8 {
		t.Errorf("%d of %d are valid", live, all)
	}
	if files := c.files(); files != 8 {
		t.Errorf("%d files: those of certificates that were not issued stay", files)
	}
}

// The rule of a course decides who gets a certificate, and a dry run says why others get none.
func TestRules(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	rule, issue := "/certificates/courses/"+c.CourseID+"/rule", "/certificates/courses/"+c.CourseID+"/issue"
	done, half, chinese, outsider := c.learner("Done"), c.learner("Half"), c.learner("王小明"), c.User(access.Student)
	for _, u := range []testapp.User{done, chinese} {
		c.completes(u)
	}
	for _, who := range []testapp.User{done, c.User(access.Instructor)} {
		who.Do("GET", rule, "", 403)
		who.Do("GET", "/certificates/courses/"+c.CourseID, "", 403)
		who.Do("POST", issue, `{"all_eligible":true}`, 403)
	}
	outcomes := func(body string) string {
		t.Helper()
		said := map[string]string{}
		for _, l := range testapp.Read[rest.Answer[certificate.Selected]](t, c.Teacher.Do("POST", issue, body, 200)).Data.Learners {
			said[l.UserID] = l.Outcome
		}
		return said[done.ID] + " " + said[half.ID] + " " + said[chinese.ID] + " " + said[outsider.ID]
	}
	all := fmt.Sprintf(`{"dry_run":true,"user_ids":[%q,%q,%q,%q]}`, done.ID, half.ID, chinese.ID, outsider.ID)
	expect := func(members, want string) {
		t.Helper()
		if members != "" {
			c.rule(members)
		}
		if got := outcomes(all); got != want {
			t.Errorf("%s: %s, not %s", members, got, want)
		}
	}
	expect("", "no_rule no_rule no_rule not_enrolled")
	expect(`"auto":false`, "eligible not_completed name_not_printable not_enrolled")
	expect(`"auto":false,"hold_days":3`, "on_hold not_completed on_hold not_enrolled")
	expect(`"auto":false,"min_score":60`, "score_too_low not_completed score_too_low not_enrolled")
	c.Exec("UPDATE lesson_progress SET score = 60 WHERE user_id = ?", done.ID)
	expect("", "eligible not_completed score_too_low not_enrolled")
	expect(`"trigger":"manual","auto":false,"min_percent":50`, "eligible percent_too_low name_not_printable not_enrolled")
	expect(`"trigger":"manual","auto":false`, "eligible eligible name_not_printable not_enrolled")
	c.Work()
	if n := c.Count("SELECT count(*) FROM certificates"); n != 0 {
		t.Errorf("a dry run issued %d", n)
	}
	c.Teacher.Do("POST", issue, `{"all_eligible":true}`, 200)
	c.Work()
	if got := outcomes(all); got != "issued issued name_not_printable not_enrolled" {
		t.Error(got)
	}
	if got := c.of(half)[0].Facts; got.CompletedOn != "" || got.Score != nil {
		t.Errorf("%+v", got)
	}
	if got := c.of(done)[0].Facts; got.CompletedOn == "" || got.Score == nil || *got.Score != 60 {
		t.Errorf("%+v", got)
	}
	valid := `{"trigger":"manual","auto":false,"min_percent":0,"min_score":0,"min_minutes":0,"hold_days":0,"valid_months":0,"remind_days":0,"language":"en","signatory":""}`
	for was, is := range map[string]string{`"auto":false`: `"auto":true`, `"min_percent":0`: `"min_percent":101`, `"remind_days":0`: `"remind_days":7`, `"language":"en"`: `"language":"xx"`, `"signatory":""`: `"signatory":"王小明"`} {
		c.Teacher.Do("PUT", rule, strings.Replace(valid, was, is, 1), 400)
	}
	for _, body := range []string{`{}`, `{"user_ids":[]}`, `{"user_ids":["x"],"all_eligible":true}`} {
		c.Teacher.Do("POST", issue, body, 400)
	}
}

// Certificates wait, are reminded of, expire and are issued anew in another cycle.
func TestTimes(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule(`"hold_days":2,"valid_months":6,"remind_days":10,"language":"de"`)
	c.Clock.Advance(30*24*time.Hour + 15*time.Hour) // 1 October, 23:00 UTC
	ann := c.learner("Ann")
	c.completes(ann)
	if len(c.of(ann)) != 0 {
		t.Fatal("issued at once")
	}
	c.Clock.Advance(48 * time.Hour)
	c.Work()
	mine := c.of(ann)
	if len(mine) != 1 || mine[0].Facts.IssuedOn != "2026-10-03" || mine[0].Facts.CompletedOn != "2026-10-01" || mine[0].Facts.ValidUntil != "2027-04-03" || mine[0].ExpiresAt.Format(time.RFC3339) != "2027-04-04T00:00:00Z" {
		t.Fatalf("%+v", mine)
	}
	reminders := func() int64 {
		for range 2 {
			must(t, c.Certificates.Expire(t.Context()))
			c.Work()
		}
		return c.Count("SELECT count(*) FROM notifications WHERE kind = 'certificate.expiring'")
	}
	c.moveTo(time.Date(2027, 3, 24, 0, 30, 0, 0, time.UTC))
	if n := reminders(); n != 0 {
		t.Errorf("reminded %d times too early", n)
	}
	c.moveTo(time.Date(2027, 3, 25, 0, 30, 0, 0, time.UTC))
	if n := reminders(); n != 1 {
		t.Errorf("reminded %d times", n)
	}
	issue := "/certificates/courses/" + c.CourseID + "/issue"
	c.Teacher.Do("POST", issue, `{"all_eligible":true}`, 200)
	c.moveTo(time.Date(2027, 4, 4, 0, 0, 0, 0, time.UTC))
	if v := c.verify(mine[0].ShownCode); v.Status != "expired" {
		t.Errorf("%+v", v) // even before the job
	}
	c.admin.Do("POST", "/certificates/"+mine[0].ID+"/revoke", `{"cause":"error","reason":"Late"}`, 409)
	c.Clock.Advance(time.Hour)
	if n := reminders(); n != 1 || c.Count("SELECT count(*) FROM certificates WHERE status = 'expired'") != 1 {
		t.Errorf("reminded %d times", n)
	}
	c.Teacher.Do("POST", issue, `{"all_eligible":true}`, 200)
	c.Work()
	if got := c.of(ann); len(got) != 2 || got[0].Cycle != 2 || got[0].Status != "issued" {
		t.Errorf("%+v", got)
	}
}

// A certificate that the score or the name was in the way of is issued within the hour after it no longer is; nobody gets one for what was completed before
// the rule was saved, or another after one was revoked.
func TestCatchingUp(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	early, late, renamed, poor := c.learner("Early"), c.learner("Late"), c.learner("王小明"), c.learner("Poor")
	c.completes(early)
	c.Clock.Advance(time.Hour)
	c.rule(`"min_score":60`)
	for _, u := range []testapp.User{late, renamed, poor} {
		c.completes(u)
	}
	c.Exec("UPDATE lesson_progress SET score = 59")
	expect := func(want int64) {
		t.Helper()
		must(t, c.Certificates.CatchUp(t.Context()))
		c.Work()
		if n := c.Count("SELECT count(*) FROM certificates"); n != want {
			t.Errorf("%d certificates, not %d", n, want)
		}
	}
	expect(0)
	c.Exec("UPDATE lesson_progress SET score = 60 WHERE user_id <> ?", poor.ID)
	expect(1)
	c.Exec("UPDATE users SET full_name = 'Ananya' WHERE id = ?", renamed.ID)
	expect(2)
	c.admin.Do("POST", "/certificates/"+c.of(late)[0].ID+"/revoke", `{"cause":"error","reason":"Not hers"}`, 200)
	expect(2)
}

// The holder asks once for another name; the new certificate names its predecessor, whose code leads to it. An erased account takes its name along.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule("")
	ann, bob := c.learner("Ann"), c.learner("Bob")
	c.completes(ann)
	first := c.of(ann)[0]
	one := "/certificates/" + first.ID
	bob.Do("POST", one+"/name-correction", `{"name":"Bob","reason":"Mine"}`, 404)
	c.admin.Do("POST", one+"/name-correction", `{"name":"Bob","reason":"Mine"}`, 404)
	ann.Do("POST", one+"/name-correction", `{"name":"王小明","reason":"Mine"}`, 400)
	ann.Do("POST", one+"/name-correction", `{"name":"Anna Berg","reason":"Married"}`, 200)
	ann.Do("POST", one+"/name-correction", `{"name":"Anna","reason":"Again"}`, 409)
	if c.verify(first.ShownCode).Name != "Ann" {
		t.Error("asking changed the name")
	}
	c.admin.Do("POST", one+"/reissue", `{"name":"王小明","reason":"Married"}`, 400)
	next := testapp.Read[rest.Answer[certificate.Certificate]](t, c.admin.Do("POST", one+"/reissue", `{"name":"Anna Berg","reason":"Married"}`, 201)).Data
	if next.Name != "Anna Berg" || next.ReplacesID == nil || *next.ReplacesID != first.ID || next.AskedName != "" || next.Cycle != first.Cycle || next.Facts.CompletedOn != first.Facts.CompletedOn {
		t.Errorf("%+v", next)
	}
	if v := c.verify(first.ShownCode); v.Status != "superseded" || v.ReplacedBy != next.ShownCode || v.Name != "Ann" {
		t.Errorf("%+v", v)
	}
	ann.Do("POST", "/certificates/"+next.ID+"/name-correction", `{"name":"Anna","reason":"Again"}`, 409)
	c.Exec("UPDATE certificates SET course_id = NULL") // as when the course is deleted
	last := testapp.Read[rest.Answer[certificate.Certificate]](t, c.admin.Do("POST", "/certificates/"+next.ID+"/reissue", `{"reason":"Lost"}`, 201)).Data
	must(t, c.DB.InTx(t.Context(), func(tx bun.IDB) error { return c.Certificates.Erase(t.Context(), tx, ann.ID) }))
	c.Work()
	for _, code := range []string{first.ShownCode, next.ShownCode, last.ShownCode} {
		if v := c.verify(code); v.Status != "revoked" || v.Cause != "withdrawn" || v.Name+v.Course+v.PDFSHA256+v.ReplacedBy+v.Facts.CompletedOn != "" {
			t.Errorf("%+v", v)
		}
	}
	if files := c.files(); files != 0 {
		t.Errorf("%d files are left", files)
	}
}

// Nobody learns anything by trying codes: the answer is the same for all that there are not, and an address may try thirty a minute (C22).
func TestGuessing(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule("")
	ann := c.learner("Ann")
	c.completes(ann)
	code := c.of(ann)[0].ShownCode
	wrong := strings.Map(func(r rune) rune {
		if r == rune(code[0]) {
			return rune(code[0]) ^ 1
		}
		return r
	}, code)
	said := map[string]bool{}
	for _, guess := range []string{"0000-0000-0000-0", wrong, "x", strings.Repeat("9", 300), "+", "..%2f.."} {
		body := c.Nobody().Do("GET", "/certificates/verify/"+guess, "", 404)
		_, message, _ := strings.Cut(body, `"message"`)
		message, _, _ = strings.Cut(message, ",")
		said[message] = true
	}
	if len(said) != 1 {
		t.Errorf("%v", said)
	}
	for range 24 {
		c.verify(code)
	}
	c.Nobody().Do("GET", "/certificates/verify/"+code, "", 429)
	c.Clock.Advance(time.Minute)
	c.verify(code)
	ctx := access.WithClient(t.Context(), access.Client{Address: netip.MustParseAddr("192.0.2.7")})
	if _, err := c.Certificates.Verify(ctx, code); err != nil {
		t.Errorf("another address: %v", err)
	}
}

// A name that would break out of a text stays one.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	c.rule("")
	ann := c.learner(`Ann) Tj /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (`)
	c.completes(ann)
	content := ann.Do("GET", "/certificates/"+c.of(ann)[0].ID+"/pdf", "", 200)
	if strings.Contains(content, "/JavaScript") || strings.Contains(content, "/OpenAction") {
		t.Error("the name became a command")
	}
}
