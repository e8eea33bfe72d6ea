package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/testapp"
	"lectern/internal/video/media"
	"lectern/internal/video/upload"
)

// requestWorld is a world with what valid requests need: its course is published, a student is enrolled, and there is an administrator.
type requestWorld struct {
	world
	learner, admin testapp.User
}

// newRequestWorlds returns a function that makes copies of one such world.
func newRequestWorlds(t *testing.T) func(t *testing.T) requestWorld {
	t.Helper()
	first := requestWorld{world: newWorld(t)}
	first.learner, first.admin = first.User(access.Student), first.User(access.Admin)
	first.Exec("UPDATE courses SET status = 'Published'")
	first.Enroll(first.learner, first.course)
	first.Work()
	fresh := first.copies()
	return func(t *testing.T) requestWorld {
		t.Helper()
		w := requestWorld{world: fresh(t)}
		w.learner, w.admin = first.learner.On(w.App), first.admin.On(w.App)
		return w
	}
}

// blogTag makes a tag that no post has, and returns its id.
func (w requestWorld) blogTag(name string) string {
	id := db.NewID()
	w.Exec("INSERT INTO blog_tags (id, name, name_key, slug, posts) VALUES (?, ?, ?, ?, 0)", id, name, text.Fold(name), text.Slug(name))
	return id
}

// publishedPost publishes the post of the owner, and returns its id.
func (w requestWorld) publishedPost() string {
	w.admin.Do("POST", "/blogs/"+w.post+"/publish", "{}", 200)
	return w.post
}

// request is a request to the API. token is "" for nobody's.
type request struct{ method, path, token, mediaType, body string }

// postsFile is a zip file with one post.
func postsFile(t *testing.T) string {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.Create("a.md")
	if err == nil {
		_, err = w.Write([]byte("# Bees\n\nBees dance."))
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// importAnn is the import of one new user.
func (w requestWorld) importAnn() request {
	return request{http.MethodPost, "/users/imports", w.admin.Token(), "text/csv", "email,full_name,roles\n" + annEmail + ",Ann,student\n"}
}

// send sends the request with additional headers, given as names and values.
func (w requestWorld) send(r request, headers ...string) *httptest.ResponseRecorder {
	sent := httptest.NewRequest(r.method, "/api/v1"+r.path, strings.NewReader(r.body))
	sent.Header.Set("Content-Type", r.mediaType)
	sent.Header.Set("If-Match", "*")
	if r.token != "" {
		sent.Header.Set("Authorization", "Bearer "+r.token)
	}
	for i := 0; i < len(headers); i += 2 {
		sent.Header.Set(headers[i], headers[i+1])
	}
	return w.Nobody().SendRaw(sent)
}

const jsonType = "application/json"

// by is a POST of JSON by a user.
func by(who testapp.User, path, body string) request { return byToken(who.Token(), path, body) }

func byToken(token, path, body string) request {
	return request{http.MethodPost, path, token, jsonType, body}
}

func (w requestWorld) beginAuthenticator(who authn.SignedIn) (secret string) {
	w.t.Helper()
	return testapp.Read[rest.Answer[struct{ Secret string }]](w.t, w.DoAs(who, "POST", "/auth/two-factor/authenticator", "", 200)).Data.Secret
}

// withAuthenticator registers a user with an authenticator app.
func (w requestWorld) withAuthenticator() (who authn.SignedIn, secret string) {
	w.t.Helper()
	who = w.Register(annEmail)
	secret = w.beginAuthenticator(who)
	w.DoAs(who, "POST", "/auth/two-factor/authenticator/confirm", w.code(secret), 200)
	w.Clock.Advance(time.Minute) // each code counts once
	return who, secret
}

// code returns the body of a request with the code of this moment.
func (w requestWorld) code(secret string) string {
	w.t.Helper()
	code, err := totp.GenerateCode(secret, w.Clock.Now())
	if err != nil {
		w.t.Fatal(err)
	}
	return `{"code":"` + code + `"}`
}

// challenge signs in as far as the second step.
func (w requestWorld) challenge() string {
	w.t.Helper()
	answer := w.SignIn(annEmail, testapp.Password).Body.String()
	return testapp.Read[rest.Answer[struct{ ChallengeToken string }]](w.t, answer).Data.ChallengeToken
}

// mandatoryEnrolment signs in a student without the second factor that students need.
func (w requestWorld) mandatoryEnrolment() (challenge string) {
	w.t.Helper()
	w.Register(annEmail)
	w.admin.Do("PUT", "/auth/two-factor-policy", `{"roles":["student"]}`, 200)
	return w.challenge()
}

// bookDemo books a demo class and returns the address at which its visitor manages it.
func (w requestWorld) bookDemo() string {
	w.t.Helper()
	return testapp.Read[rest.Answer[struct{ ManageURL string }]](w.t, w.learner.Do("POST", "/demo-booking", `{"email":"eve@lectern.test","timeSlot":"2026-10-26T10:00:00Z"}`, 201)).Data.ManageURL
}

// application is one of the learner, to be decided.
func (w requestWorld) application() string {
	w.t.Helper()
	return testapp.Read[made](w.t, w.learner.Do("POST", "/auth/role-applications", bodies["POST /api/v1/auth/role-applications"], 201)).Data.ID
}

// requireOnly makes the course one that is completed with a lesson.
func (w requestWorld) requireOnly(lesson string) {
	w.t.Helper()
	w.Exec("UPDATE published_lessons SET required = (lesson_id = ?)", lesson)
}

func (w requestWorld) draftTerms() {
	w.t.Helper()
	w.admin.Do("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"Terms","body":"<p>Be kind to bees.</p>"}]}`, 200)
}

func (w requestWorld) openUpload() upload.UploadSession {
	w.t.Helper()
	body := fmt.Sprintf(`{"fileName":"bees.mp4","fileSize":4,"contentType":"video/mp4","metadata":{"courseId":%q,"title":"Bees"}}`, w.course)
	return testapp.Read[rest.Answer[upload.UploadSession]](w.t, w.owner.Do("POST", "/video-streaming/initialize-upload", body, 201)).Data
}

// chunk is the only part of an upload.
func (w requestWorld) chunk(s upload.UploadSession) request {
	return by(w.owner, "/video-streaming/upload-chunk", `{"uploadId":"`+s.UploadID+`","partNumber":1,"chunkData":"YmVlcw=="}`)
}

// processed gives the world's video the state of one whose processing has ended.
func (w requestWorld) processed(status, failure string) string {
	w.t.Helper()
	w.Exec("UPDATE videos SET status = ?, failure_code = ?, uploaded_at = created_at, live_generation = 1, generation = 1 WHERE id = ?", status, failure, w.video)
	w.Exec("UPDATE video_generations SET source_key = ? WHERE video_id = ?", db.NewID(), w.video)
	return w.video
}

// encoded returns the video, which can be downloaded, with the rows of one rendition.
func (w requestWorld) encoded() string {
	w.t.Helper()
	plan, err := json.Marshal(media.NewPlan(media.Probe{Duration: 10, FrameRate: 25, PicturesEnd: 10, Video: media.VideoFacts{Width: 426, Height: 240}}, media.PlanOptions{}))
	if err != nil {
		w.t.Fatal(err)
	}
	id := w.processed("completed", "")
	w.Exec("UPDATE videos SET is_downloadable = TRUE WHERE id = ?", id)
	w.Exec("UPDATE video_generations SET plan = ?, playable = TRUE WHERE video_id = ?", string(plan), id)
	w.Exec(`INSERT INTO video_renditions (video_id, generation, name, rank, status, failure_reason, pieces_total, pieces_done, frames_total, frames_done, codec, init_hash, init_fence, init_size, peak_bandwidth, bytes, media_ms)
		VALUES (?, 1, '240p', 0, 'completed', '', 0, 0, 0, 0, 'avc1.64001f', '', 1, 1, 1, 1, 1)`, id)
	return id
}

// participants is a request to import who was in the session of the owner, which takes place now.
func (w requestWorld) participants() request {
	w.t.Helper()
	now := w.Clock.Now()
	w.Exec("UPDATE batch_sessions SET starts_at = ?, ends_at = ? WHERE id = ?", now.Add(-30*time.Minute), now.Add(30*time.Minute), w.class)
	return request{http.MethodPost, "/sessions/" + w.class + "/attendance/import", w.owner.Token(), "text/csv", "email,join_time,duration_minutes\n" + annEmail + "," + now.Format(time.RFC3339) + ",5\n"}
}

// meetingParticipants is a request to import who was in the meeting of the owner, a learner of their own course, which takes place now.
func (w requestWorld) meetingParticipants() request {
	w.t.Helper()
	w.enrolOwner()
	now := w.Clock.Now()
	w.Exec("UPDATE online_meetings SET starts_at = ?, ends_at = ? WHERE id = ?", now.Add(-30*time.Minute), now.Add(30*time.Minute), w.meeting)
	return request{http.MethodPost, "/online-meetings/" + w.meeting + "/attendance/import", w.owner.Token(), "text/csv", "email,join_time,duration_minutes\n" + annEmail + "," + now.Format(time.RFC3339) + ",5\n"}
}

// dispute is a request of the owner, a member of their own batch, to dispute their attendance of its session, which is over.
func (w requestWorld) dispute() request {
	w.t.Helper()
	now := w.Clock.Now()
	w.Exec("UPDATE batch_sessions SET starts_at = ?, ends_at = ? WHERE id = ?", now.Add(-2*time.Hour), now.Add(-time.Hour), w.class)
	w.Exec("UPDATE batch_members SET joined_at = ? WHERE batch_id = ?", now.Add(-24*time.Hour), w.cohort)
	return by(w.owner, "/sessions/"+w.class+"/attendance/dispute", `{"reason":"I was there"}`)
}

// disputeMeeting is a request of the owner, a learner of their own course, to dispute their attendance of its meeting, which is over.
func (w requestWorld) disputeMeeting() request {
	w.t.Helper()
	w.enrolOwner()
	w.Exec("UPDATE enrollments SET created_at = ?", w.Clock.Now().Add(-24*time.Hour))
	w.Exec("UPDATE online_meetings SET starts_at = ?, ends_at = ? WHERE id = ?", w.Clock.Now().Add(-2*time.Hour), w.Clock.Now().Add(-time.Hour), w.meeting)
	w.Exec("INSERT INTO online_meeting_marks (meeting_id, user_id, status, note, marked_at) VALUES (?, ?, 'absent', '', ?)", w.meeting, w.owner.ID, w.Clock.Now())
	return by(w.owner, "/online-meetings/"+w.meeting+"/attendance/dispute", `{"reason":"I was there"}`)
}

// otherClass excuses the owner from their session, and returns one of another batch in which they can make it up.
func (w requestWorld) otherClass() string {
	w.t.Helper()
	w.enrolOwner()
	w.owner.Do("PUT", "/sessions/"+w.class+"/attendance", `{"marks":[{"user_id":"`+w.owner.ID+`","status":"excused"}]}`, 200)
	return testapp.Read[rest.Answer[struct{ Schedule []struct{ ID string } }]](w.t, w.owner.Do("POST", "/batches/courses/"+w.course+"/batches",
		`{"batch_name":"Hornets","schedule":[{"date":"2026-10-08","start_time":"18:00","end_time":"19:00"}]}`, 201)).Data.Schedule[0].ID
}

const aCoupon = `{"code":"AUTUMN","active":true,"kind":"percent","rate_ppm":100000}`

// giftTo buys a gift with a coupon for all of its price, and returns the token of its link.
func (w requestWorld) giftTo(email string) string {
	w.admin.Do("POST", "/payments/coupons", `{"code":"GIFT","active":true,"kind":"percent","rate_ppm":1000000}`, 201)
	w.Exec("UPDATE orders SET status = 'cancelled' WHERE id = ?", w.order)
	cart := `{"is_gift":true,"coupon":"GIFT",` + w.basket()[1:]
	digest := testapp.Read[rest.Answer[struct{ Digest string }]](w.t, w.owner.Do("POST", "/payments/quote", cart, 200)).Data.Digest
	w.owner.Do("POST", "/payments/orders", `{"cart_key":"01990000-0000-7000-8000-000000000010","digest":"`+digest+`","billing":{"name":"Ann"},"gift":{"email":"`+email+`","sender_name":"Ann"},`+cart[1:], 201)
	return w.EmailToken(email, "/gift")
}

// coupon adds a coupon and returns its id.
func (w requestWorld) coupon() string {
	return testapp.Read[made](w.t, w.admin.Do("POST", "/payments/coupons", strings.Replace(aCoupon, "AUTUMN", "WINTER", 1), 201)).Data.ID
}
