package app_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/testapp"
)

// A world holds objects that belong to a user and that others must not learn of.
type world struct {
	*testapp.App
	t            *testing.T
	owner        testapp.User // an instructor and student who owns everything below
	course       string       // a draft
	video        string       // in that course
	identity     string
	passkey      string
	notification string
	quiz         string // a lesson of that course, with an attempt
	attempt      string
	assignment   string // a lesson of that course, with a submission
	submission   string
	lesson       string // published, in that course
	batch        string // of that course, with a session of the owner
	cohort       string // another one, of which the owner is a member
	class        string // a session of the latter, in the built-in room
	recording    string // of that session
	post         string // of the owner, a draft
	picture      string // of the media library, of the owner
	announcement string // of the owner, to that course and to themselves
	waiting      string // the owner's place on the waiting list of the first
	demo         string // of the owner as a learner, with themselves
	pastDemo     string // likewise
	meeting      string // online, of the owner
	demoFeedback string // of the owner, on another demo with themselves
	goal         string // of the owner, with one milestone
	note         string // of the owner, beside that lesson, like the comment
	comment      string
	blogComment  string            // of the owner, on their draft; it waits
	calendarFeed string            // of the owner
	calendar     string            // that the owner keeps elsewhere
	review       string            // of another learner's, of that course
	order        string            // of the owner, unpaid
	sold         string            // a course with a price, of nobody
	plan, due    string            // of the owner: a course in instalments, and the one that is overdue
	company      string            // of which the owner is a manager
	invitation   string            // to it
	pool         string            // its seats
	seat         string            // one that is offered
	names        *strings.Replacer // of other path parameters, by name
}

// withJitsi gives the school a meeting server that needs no network until a participant enters.
func withJitsi(d *app.Deps) {
	d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://jitsi.example.org"}
}

func newWorld(t *testing.T) world {
	t.Helper()
	w := world{App: testapp.New(t, withJitsi), t: t, identity: db.NewID(), passkey: db.NewID(), notification: db.NewID()}
	w.owner = w.User(access.Instructor, access.Student)
	w.course = w.Course(w.owner)
	w.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", w.course)
	w.video = w.owner.Video(w.course)
	w.Exec("UPDATE videos SET status = 'processing', live_generation = 0 WHERE id = ?", w.video)
	w.Exec(`INSERT INTO video_generations (video_id, generation, source_key, plan, playable, has_images, images_settled, images_fence, thumbnails_at, started_at)
		VALUES (?, 1, '', 'null', ?, ?, ?, 0, '[]', ?)`, w.video, false, false, false, w.Clock.Now())
	w.Exec("INSERT INTO video_logs (id, video_id, generation, level, step, message, detail, created_at) VALUES (?, ?, 1, 'info', 'upload', 'Received', '', ?)",
		db.NewID(), w.video, w.Clock.Now())
	w.Exec(`INSERT INTO federated_identities (id, user_id, provider, issuer, subject, email, created_at, last_used_at)
		VALUES (?, ?, 'google', 'google', '1', '', ?, ?)`, w.identity, w.owner.ID, w.Clock.Now(), w.Clock.Now())
	w.Exec("INSERT INTO passkeys (id, user_id, credential_id, credential, name, created_at) VALUES (?, ?, 'k', '{}', 'Key', ?)",
		w.passkey, w.owner.ID, w.Clock.Now())
	w.Exec(`INSERT INTO notifications (id, user_id, dedup_key, kind, data, number, in_app, mail, created_at)
		VALUES (?, ?, '1', 'sign_in', '{}', 1, ?, 'none', ?)`, w.notification, w.owner.ID, true, w.Clock.Now())
	w.Exec("INSERT INTO notification_inboxes (user_id, version, unread) VALUES (?, 1, 1) ON CONFLICT (user_id) DO UPDATE SET version = 1, unread = 1", w.owner.ID)
	w.teach()
	return w
}

// copies returns a function that makes applications with copies of the world as it is now. The world itself can no longer
// be used.
func (w world) copies() func(t *testing.T) world {
	snapshot := w.Snapshot()
	return func(t *testing.T) world {
		t.Helper()
		w := w
		w.t, w.App = t, snapshot.New(t, withJitsi)
		w.owner = w.owner.On(w.App)
		return w
	}
}

// teach gives the course a curriculum, published once, and saves it as a template.
func (w *world) teach() {
	type made = rest.Answer[struct{ ID string }]
	base := "/curriculum/course/" + w.course
	section := testapp.Read[made](w.t, w.owner.Do("POST", base+"/sections", `{"title":"Basics","kind":"week"}`, 201)).Data.ID
	lesson := testapp.Read[made](w.t, w.owner.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"text","title":"Bees","content":{"html":"x"}}`, 201)).Data.ID
	question := w.assess(base + "/sections/" + section + "/lessons")
	published := testapp.Read[rest.Answer[struct{ Publication struct{ ID string } }]](w.t, w.owner.Do("POST", "/courses/"+w.course+"/publications", `{"in_catalogue":false}`, 200)).Data.Publication.ID
	template := testapp.Read[made](w.t, w.owner.Do("POST", "/curriculum/templates", `{"course_id":"`+w.course+`","title":"Bees","category":"Nature"}`, 201)).Data.ID
	w.lesson = lesson
	planned := testapp.Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](w.t, w.owner.Do("POST", "/batches/courses/"+w.course+"/batches", `{"batch_name":"Bees","assigned_instructor":"`+w.owner.ID+`","start_date":"2026-09-07","end_date":"2026-09-30",
		"schedule":[{"date":"2026-09-07","start_time":"18:00","end_time":"19:00"}]}`, 201)).Data
	w.batch = planned.ID
	w.cohort = testapp.Read[made](w.t, w.owner.Do("POST", "/batches/courses/"+w.course+"/batches", `{"batch_name":"Wasps","start_date":"2026-10-01","end_date":"2026-10-31"}`, 201)).Data.ID
	w.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', ?, '', ?, ?)", w.cohort, w.owner.ID, false, w.Clock.Now(), w.Clock.Now())
	w.Exec("UPDATE batches SET enrolled = 1 WHERE id = ?", w.cohort)
	w.class = testapp.Read[rest.Answer[struct{ Entries []struct{ ID string } }]](w.t, w.owner.Do("POST", "/batches/"+w.cohort+"/schedule", `{"date":"2026-10-07","start_time":"18:00","end_time":"19:00"}`, 201)).Data.Entries[0].ID
	w.owner.Do("PUT", "/batches/"+w.cohort+"/room", `{"provider":"built_in"}`, 200)
	w.recording = testapp.Read[made](w.t, w.owner.Do("POST", "/batches/"+w.cohort+"/schedule/"+w.class+"/recorded-lessons", `{"title":"Bees","url":"https://bees.example.org"}`, 201)).Data.ID
	w.waiting = db.NewID()
	w.Exec("INSERT INTO batch_waiting (id, batch_id, user_id, position, status, created_at, updated_at) VALUES (?, ?, ?, 1, 'waiting', ?, ?)", w.waiting, w.batch, w.owner.ID, w.Clock.Now(), w.Clock.Now())
	timeOff := testapp.Read[made](w.t, w.owner.Do("POST", "/instructors/me/time-off", `{"from":"2026-09-14","until":"2026-09-15"}`, 201)).Data.ID
	w.announcement = testapp.Read[made](w.t, w.owner.Do("POST", "/announcements", `{"title":"Bees","content":"Bees","type":"general","notify":"none","targetAudience":"course:`+w.course+`"}`, 201)).Data.ID
	w.Exec("INSERT INTO announcement_targets SELECT announcement_id, ?, visible_from, visible_until FROM announcement_targets", "user:"+w.owner.ID)
	w.owner.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[{"weekday":1,"from":"09:00","until":"17:00"}]}`, 200)
	w.owner.Do("PUT", "/instructors/me/demo-room", `{"provider":"link","url":"https://bees.example.org"}`, 200)
	w.demo = testapp.Read[made](w.t, w.owner.Do("POST", "/demo-booking", `{"email":"ann@lectern.test","fullName":"Ann","timeSlot":"2026-10-05T10:00:00Z"}`, 201)).Data.ID
	w.pastDemo = testapp.Read[made](w.t, w.owner.Do("POST", "/demo-booking", `{"email":"ann@lectern.test","fullName":"Ann","timeSlot":"2026-10-12T10:00:00Z"}`, 201)).Data.ID
	w.Exec("UPDATE demo_bookings SET starts_at = ?, ends_at = ? WHERE id = ?", w.Clock.Now().Add(-2*time.Hour), w.Clock.Now().Add(-time.Hour), w.pastDemo)
	w.meeting = testapp.Read[made](w.t, w.owner.Do("POST", "/online-meetings/create", officeHours(w.course, "2026-10-20"), 201)).Data.ID
	w.demoFeedback = testapp.Read[made](w.t, w.owner.Do("POST", "/demo-feedback", demoFeedback(w.completedDemo(w.owner, "2026-10-12T13:00:00Z").ID), 201)).Data.ID
	w.note = testapp.Read[made](w.t, w.owner.Do("POST", "/progress/lessons/"+lesson+"/notes", `{"body":"Bees"}`, 201)).Data.ID
	w.comment = testapp.Read[made](w.t, w.owner.Do("POST", "/progress/lessons/"+lesson+"/comments", `{"body":"Bees"}`, 201)).Data.ID
	set := testapp.Read[rest.Answer[struct {
		ID         string
		Milestones []struct{ ID string }
	}]](w.t, w.owner.Do("POST", "/goals", `{"title":"Bees","kind":"custom","milestones":[{"title":"Bees"}]}`, 201)).Data
	w.goal = set.ID
	w.review = w.reviewOf(w.owner)
	w.sell()
	w.employ()
	w.post = testapp.Read[made](w.t, w.owner.Do("POST", "/blogs", `{"title":"Bees"}`, 201)).Data.ID
	w.owner.Do("PUT", "/blogs/"+w.post, `{"title":"Bees","html":"<p>Bees</p>"}`, 200)
	w.picture = db.NewID()
	w.Exec(`INSERT INTO media (id, version, name, name_key, alt, credit, width, height, content_hash, uploaded_by, created_at, updated_at)
		VALUES (?, 1, 'Bees', 'bees', '', '', 800, 600, 'x', ?, ?, ?)`, w.picture, w.owner.ID, w.Clock.Now(), w.Clock.Now())
	w.blogComment = db.NewID()
	w.Exec(`INSERT INTO blog_comments (id, post_id, thread_id, answers_id, author_id, body, body_hash, hosts, status, score, reasons, reports, form_id, created_at, reason)
		VALUES (?, ?, '', '', ?, 'Bees', '', '[]', 'pending', 0, '[]', 0, '', ?, '')`, w.blogComment, w.post, w.owner.ID, w.Clock.Now())
	revision := testapp.Read[rest.Answer[[]struct{ ID string }]](w.t, w.owner.Do("GET", "/blogs/"+w.post+"/revisions", "", 200)).Data[0].ID
	changed := testapp.Read[rest.Answer[classschedule.ChangedSessions]](w.t, w.owner.Do("PUT", "/batches/"+w.batch+"/schedule/"+planned.Schedule[0].ID, `{"title":"Bees"}`, 200)).Data.ChangeID
	w.calendarFeed = testapp.Read[made](w.t, w.owner.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data.ID
	w.calendar = testapp.Read[made](w.t, w.owner.Do("POST", "/calendar/external", `{"name":"Private","url":"https://127.0.0.1/private.ics"}`, 201)).Data.ID
	w.names = strings.NewReplacer("{sectionId}", section, "{weekId}", section, "{lessonId}", lesson, "{templateId}", template, "{sourceId}", w.course, "{courseId}", w.course,
		"{questionId}", question, "{publicationId}", published, "{number}", "1", "{type}", "free", "{userId}", w.owner.ID, "{studentId}", w.owner.ID, "{language}", "en",
		"{timeOffId}", timeOff, "{milestoneId}", set.Milestones[0].ID, "{revision}", revision, "{changeId}", changed, "{sessionId}", planned.Schedule[0].ID, "{waitingId}", w.waiting, "{invitationId}", w.invitation, "{poolId}", w.pool, "{seatId}", w.seat, "{batchId}", w.batch)
}

// modelRun is a call of the language model by the owner.
func (w world) modelRun() string {
	const id = "01a218d1-04a7-7f0b-b4ad-cf2e072cfa5c"
	w.Exec(`INSERT INTO ai_runs (id, user_id, tool, model, prompt_version, state, day, reserved, input_tokens, output_tokens, is_estimated, error_code, cache_key, result, accepted, refused, began_at)
		VALUES (?, ?, 'enhance', 'm', 'v1', 'done', '2026-09-01', 0, 1, 1, ?, '', '', 'Bees', 0, 0, ?) ON CONFLICT (id) DO NOTHING`, id, w.owner.ID, false, w.Clock.Now())
	return id
}

// completedDemo books a demo class, which is then over.
func (w *world) completedDemo(learner testapp.User, at string) (demo struct{ ID, ManageURL string }) {
	demo = testapp.Read[rest.Answer[struct{ ID, ManageURL string }]](w.t, learner.Do("POST", "/demo-booking", `{"email":"ann@lectern.test","fullName":"Ann","timeSlot":"`+at+`"}`, 201)).Data
	w.Exec("UPDATE demo_bookings SET starts_at = ?, ends_at = ?, status = 'completed' WHERE id = ?", w.Clock.Now().Add(-2*time.Hour), w.Clock.Now().Add(-time.Hour), demo.ID)
	return demo
}

// officeHours is an online meeting for the learners of a course.
func officeHours(course, date string) string {
	return `{"title":"Bees","date":"` + date + `","start_time":"07:00","end_time":"08:00","timezone":"UTC","provider":"built_in","audience":"course:` + course + `"}`
}

func demoFeedback(bookingID string) string {
	return `{"demoBookingId":"` + bookingID + `","overallRating":5,"contentQuality":"good","instructorPerformance":"good","wouldRecommend":true,"likedMost":"Bees"}`
}

// sell adds a course with a price, and an order of the owner for it.
func (w *world) sell() {
	seller, now := w.User(access.Instructor), w.Clock.Now()
	w.sold, w.order = w.Course(seller), db.NewID()
	w.Exec("UPDATE courses SET is_free = FALSE, course_type = 'live', course_fee = 500, fee_currency = 'EUR' WHERE id = ?", w.sold)
	w.Exec(`INSERT INTO course_prices (course_id, currency, position, individual, batch, min_batch_size, max_batch_size, early_bird_discount, group_discount, is_active)
		VALUES (?, 'EUR', 1, 900, 500, 2, 10, 0, 0, TRUE)`, w.sold)
	w.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
		VALUES (?, 'LEC-00000000', ?, 'the cart of the owner', 'pending', 'EUR', FALSE, 500, 0, 0, 500, 0, 0, 0, '{"name":"Ann"}', ?, ?, ?)`, w.order, w.owner.ID, now.AddDate(1, 0, 0), now, now)
	w.Exec(`INSERT INTO order_lines (id, order_id, position, course_id, title, plan, list, early_bird, coupon, charged, beneficiary_id)
		VALUES (?, ?, 1, ?, 'Bees', 'batch', 500, 0, 0, 500, ?)`, db.NewID(), w.order, w.sold, w.owner.ID)
	w.sellInParts(w.Course(seller), now)
}

// sellInParts lets the owner pay a course in two instalments, of which the second is overdue.
func (w *world) sellInParts(course string, now time.Time) {
	order, first := db.NewID(), db.NewID()
	w.plan, w.due = db.NewID(), db.NewID()
	w.Exec("INSERT INTO payment_plans (id, user_id, course_id, title, currency, status, created_at, updated_at) VALUES (?, ?, ?, 'Bees', 'EUR', 'past_due', ?, ?)", w.plan, w.owner.ID, course, now, now)
	w.Exec("INSERT INTO dues (id, plan_id, number, charged, amount, due_at, status) VALUES (?, ?, 1, 250, 250, ?, 'paid'), (?, ?, 2, 250, 250, ?, 'overdue')",
		first, w.plan, now, w.due, w.plan, now)
	w.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
		VALUES (?, 'LEC-00000001', ?, 'the plan of the owner', 'paid', 'EUR', FALSE, 250, 0, 0, 250, 250, 0, 0, '{"name":"Ann"}', ?, ?, ?)`, order, w.owner.ID, now, now, now)
	w.Exec(`INSERT INTO order_lines (id, order_id, position, course_id, title, plan, list, early_bird, coupon, charged, beneficiary_id, due_id)
		VALUES (?, ?, 1, ?, 'Bees (1/2)', 'batch', 250, 0, 0, 250, ?, ?)`, db.NewID(), order, course, w.owner.ID, first)
}

// employ adds a company with the owner and a colleague as managers, and an invitation to it.
func (w *world) employ() {
	now, colleague := w.Clock.Now(), w.User(access.Corporate)
	w.company, w.invitation = db.NewID(), db.NewID()
	w.Exec(`INSERT INTO companies (id, name, name_key, country, tax_id, address, status, note, version, created_at, updated_at) VALUES (?, 'Bees', 'bees', '', '', '', 'active', '', 1, ?, ?)`, w.company, now, now)
	for _, id := range []string{w.owner.ID, colleague.ID} {
		w.Exec("INSERT INTO company_people (company_id, user_id, role, department, state, joined_at) VALUES (?, ?, 'manager', '', 'active', ?)", w.company, id, now)
	}
	w.Exec(`INSERT INTO company_invitations (id, company_id, email, email_key, full_name, role, department, state, created_at, expires_at)
		VALUES (?, ?, 'new@lectern.test', 'new@lectern.test', '', 'member', '', 'open', ?, ?)`, w.invitation, w.company, now, now.AddDate(1, 0, 0))
	w.Exec("UPDATE orders SET company_id = ? WHERE id = ?", w.company, w.order)
	w.pool, w.seat = db.NewID(), db.NewID()
	w.Exec("INSERT INTO seat_pools (id, company_id, courses, total, taken, starts_at, swap_days, swaps_left, note, created_at) VALUES (?, ?, '[]', 5, 1, ?, 0, 0, '', ?)", w.pool, w.company, now, now)
	w.Exec(`INSERT INTO seats (id, company_id, pool_id, email, email_key, course_id, state, offered_at, expires_at)
		VALUES (?, ?, ?, 'new@lectern.test', 'new@lectern.test', ?, 'offered', ?, ?)`, w.seat, w.company, w.pool, w.course, now, now.AddDate(1, 0, 0))
}

// cart is a valid order of the course with a price.
func (w world) cart(who testapp.User) string {
	digest := testapp.Read[rest.Answer[struct{ Digest string }]](w.t, who.Do("POST", "/payments/quote", w.basket(), 200)).Data.Digest
	return `{"cart_key":"01990000-0000-7000-8000-000000000009","digest":"` + digest + `","currency":"EUR","lines":[{"course_id":"` + w.sold + `"}],"billing":{"name":"Ann"}}`
}

// takeInvoices gives the school an account to which invoices are paid.
func (w requestWorld) takeInvoices() {
	w.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"","region":"","tax_id":"","registered":false,"prices_include_tax":false,"reverse_charge":false,"bank_account":"DE89","tax_rates":[]}`, 200)
}

func (w requestWorld) seats() string {
	return `{"currency":"EUR","lines":[{"course_id":"` + w.sold + `","quantity":2}]}`
}

// seatOrder is a valid order of the company of the owner.
func (w requestWorld) seatOrder() string {
	w.takeInvoices()
	digest := testapp.Read[rest.Answer[struct{ Digest string }]](w.t, w.owner.Do("POST", "/corporate/"+w.company+"/orders/quote", w.seats(), 200)).Data.Digest
	return `{"cart_key":"01990000-0000-7000-8000-000000000019","digest":"` + digest + `","currency":"EUR","lines":[{"course_id":"` + w.sold + `","quantity":2}]}`
}

// attemptToPay begins to pay the order of the owner, and returns the id of the attempt.
func (w world) attemptToPay() string {
	return testapp.Read[made](w.t, w.owner.Do("POST", "/payments/orders/"+w.order+"/attempts", `{"provider":"test"}`, 201)).Data.ID
}

// transfer begins to pay the order of the owner by bank transfer, once, and returns the id of the attempt, which is that of the order.
func (w world) transfer() string {
	now := w.Clock.Now()
	w.Exec(`INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount, currency, status, redirect_url, failure, checks, expires_at, created_at)
		VALUES (?, ?, 'bank_transfer', ?, 500, 'EUR', 'open', '', '', 0, ?, ?) ON CONFLICT DO NOTHING`, w.order, w.order, w.order, now.AddDate(0, 0, 7), now)
	w.Exec(`INSERT INTO bank_transfers (id, reference, account, amount, currency, state, proof_id, proof_name, proof_type, received, reason, expires_at, created_at, updated_at)
		VALUES (?, 'RF18539007547034', 'DE89', 500, 'EUR', 'open', '', '', '', 0, '', ?, ?, ?) ON CONFLICT DO NOTHING`, w.order, now.AddDate(0, 0, 7), now, now)
	return w.order
}

// heldPayment is money that has arrived for the order of the owner and does not match it, once.
func (w world) heldPayment() string {
	w.Exec(`INSERT INTO held_payments (id, attempt_id, provider, provider_ref, amount, currency, received_at)
		VALUES ('held', ?, 'bank_transfer', 'held', 400, 'EUR', ?) ON CONFLICT DO NOTHING`, w.transfer(), w.Clock.Now())
	return "held"
}

// certificate issues a certificate of the course to the owner, once, and returns its id. It has no file.
func (w world) certificate() string {
	w.Exec(`INSERT INTO certificates (id, code, user_id, course_id, cycle, status, name, course_title, issuer, facts, issued_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size)
		VALUES ('a-certificate', '0000000000000', ?, ?, 1, 'issued', 'Ann', 'Bees', 'Lectern', '{"language":"en"}', ?, '', '', '', '', '', 0) ON CONFLICT DO NOTHING`, w.owner.ID, w.course, w.Clock.Now())
	return "a-certificate"
}

// training gives the owner a seat of the company in the course, with a certificate, once, and returns the id of the company.
func (w world) training() string {
	now := w.Clock.Now()
	w.Exec(`INSERT INTO seats (id, company_id, pool_id, email, email_key, user_id, course_id, state, offered_at, expires_at, taken_at)
		VALUES ('a-seat', ?, ?, 'owner@lectern.test', 'owner@lectern.test', ?, ?, 'active', ?, ?, ?) ON CONFLICT DO NOTHING`, w.company, w.pool, w.owner.ID, w.course, now, now, now)
	w.certificate()
	return w.company
}

// pay pays the order of the owner, and returns the id of the payment at the test provider.
func (w world) pay() string {
	attempt := w.attemptToPay()
	w.Nobody().Do("POST", "/payments/test/"+attempt+"/pay", `{"number":"4242424242424242"}`, 200)
	w.owner.Do("POST", "/payments/orders/"+w.order+"/sync", "", 200)
	return attempt
}

// failedRefund adds a refund of the owner's order that failed.
func (w world) failedRefund() string {
	w.pay()
	id, now := db.NewID(), w.Clock.Now()
	w.Exec(`INSERT INTO refunds (id, order_id, payment_id, amount, reason, ends_access, origin, status, provider_ref, created_at, updated_at)
		SELECT ?, p.order_id, p.id, 100, 'Bees', FALSE, 'staff', 'failed', '', ?, ? FROM payments AS p WHERE p.order_id = ?`, id, now, now, w.order)
	return id
}

// refundRequest is a request of the owner to have their order refunded, once.
func (w world) refundRequest() string {
	w.Exec(`INSERT INTO refund_requests (id, order_id, asked_by, reason, status, answer, created_at)
		VALUES ('a-refund-request', ?, ?, 'Bees', 'open', '', ?) ON CONFLICT DO NOTHING`, w.order, w.owner.ID, w.Clock.Now())
	return "a-refund-request"
}

func (w world) basket() string { return `{"currency":"EUR","lines":[{"course_id":"` + w.sold + `"}]}` }

// reviewOf adds a review by a learner of the course.
func (w *world) reviewOf(learner testapp.User) (id string) {
	id = db.NewID()
	w.Exec(`INSERT INTO course_reviews (id, course_id, user_id, stars, body, revision, created_at, answer, open_reports, hidden_reason)
		VALUES (?, ?, ?, 4, 'Bees', 1, ?, '', 0, '')`, id, w.course, learner.ID, w.Clock.Now())
	w.Exec("UPDATE courses SET rating_average = 400, rating_count = 1, rating_distribution = '[0, 0, 0, 1, 0]', rating_rank = 3500000 WHERE id = ?", w.course)
	return id
}

// assess adds a quiz with a question, which the owner has started, and an assignment with a submission of theirs.
func (w *world) assess(lessons string) (question string) {
	type made = rest.Answer[struct{ ID string }]
	question = testapp.Read[made](w.t, w.owner.Do("POST", "/question-banks/"+w.course+"/questions", `{"kind":"true_false","prompt":"Bees dance","tags":["bees"]}`, 201)).Data.ID
	w.quiz = testapp.Read[made](w.t, w.owner.Do("POST", lessons, `{"type":"quiz","title":"Bees","content":{"questions":[{"question_id":"`+question+`"}]}}`, 201)).Data.ID
	w.attempt = testapp.Read[made](w.t, w.owner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "{}", 200)).Data.ID
	w.assignment = testapp.Read[made](w.t, w.owner.Do("POST", lessons, `{"type":"assignment","title":"Bees","content":{"instructions":"Bees"}}`, 201)).Data.ID
	w.submission = db.NewID()
	w.Exec(`INSERT INTO submissions (id, course_id, lesson_id, user_id, status, number, late, excused, draft_text, draft_link, draft_sequence, submitted_at,
		revision, grade, returned_grade, created_at, updated_at) VALUES (?, ?, ?, ?, 'submitted', 1, ?, ?, '', '', 0, ?, 0, 'null', 'null', ?, ?)`,
		w.submission, w.course, w.assignment, w.owner.ID, false, false, w.Clock.Now(), w.Clock.Now(), w.Clock.Now())
	w.Exec("INSERT INTO submission_versions (submission_id, number, text, link, penalty, submitted_at) VALUES (?, 1, 'Bees', '', 0, ?)", w.submission, w.Clock.Now())
	return question
}

func (w world) session() (id string) {
	_ = w.DB.Reader().NewRaw("SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NULL", w.owner.ID).Scan(w.t.Context(), &id)
	return id
}
