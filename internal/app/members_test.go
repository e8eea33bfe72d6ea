package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/app"
)

// documented returns every operation of the document by how it is called.
func documented(doc *huma.OpenAPI) map[string]*huma.Operation {
	all := map[string]*huma.Operation{}
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{"GET": item.Get, "HEAD": item.Head, "POST": item.Post, "PUT": item.Put, "PATCH": item.Patch, "DELETE": item.Delete} {
			if op != nil {
				all[method+" "+path] = op
			}
		}
	}
	return all
}

// members calls visit with every member of a schema, recursively, by path.
func members(doc *huma.OpenAPI, s *huma.Schema, path string, seen []string, visit func(path, name string)) {
	if s == nil || slices.Contains(seen, s.Ref) {
		return
	}
	if s.Ref != "" {
		seen, s = append(slices.Clone(seen), s.Ref), doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	for name, member := range s.Properties {
		visit(path+name, name)
		members(doc, member, path+name+".", seen, visit)
	}
	for _, part := range slices.Concat([]*huma.Schema{s.Items}, s.AllOf, s.AnyOf, s.OneOf) {
		members(doc, part, path, seen, visit)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		members(doc, values, path, seen, visit)
	}
}

// flat makes user_id and userId the same.
func flat(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// kept matches members that the server decides and that requests must not set. Names as flat returns them.
var kept = regexp.MustCompile(`^(id|roles?|permissions?|(is)?admin|(user|owner|student|learner|author|actor|instructor|teacher|sender|grader)(id|s)?|\w+by|status|state|` +
	`(is|email)?verified(at)?|(is)?(active|approved|published|enabled|locked|paid|completed)|(created|updated|deleted|revoked|expires|verified|approved|published)at|lockeduntil|` +
	`price|amount|total|balance|discount|capacity|seats|score|grade|points|revokedwhy|passwordhash|tokenhash|emailkey|generation|version)$`)

// written lists exceptions, by operation and member, with the reason.
var written = map[string]string{
	"PATCH /contacts/{id} status":                                                       "of administrators: what has become of a lead",
	"POST /certificates/courses/{id}/downloads status":                                  "which certificates are in the file",
	"PATCH /feedback/{id} status":                                                       "of administrators: whether feedback is published",
	"PATCH /complaints/{id} status":                                                     "of administrators: what has become of a complaint",
	"POST /contacts/bulk status":                                                        "of administrators: what has become of leads",
	"POST /auth/invitations roles":                                                      "of administrators: what the guest will be",
	"POST /auth/register application.role":                                              "is asked for; an administrator decides",
	"POST /auth/register accepted_documents.version":                                    whatWasRead,
	"POST /auth/accept-invitation accepted_documents.version":                           whatWasRead,
	"POST /legal-acceptances documents.version":                                         whatWasRead,
	"POST /auth/role-applications role":                                                 "is asked for; an administrator decides",
	"PUT /auth/two-factor-policy roles":                                                 "of administrators: who needs a second factor",
	"POST /auth/lock-account/{id} locked_until":                                         "of administrators: when their lock ends",
	"POST /users roles":                                                                 "of administrators",
	"PUT /users/{id}/roles roles":                                                       "of administrators",
	"POST /announcements status":                                                        "of its author: whether it is a draft",
	"PUT /announcements/{id} status":                                                    "of its author: whether it is a draft",
	"PUT /announcements/bulk-status status":                                             "of administrators",
	"PUT /blogs/comments/bulk status":                                                   "of administrators",
	"POST /batches/courses/{courseId}/batches capacity":                                 ofInstructors,
	"POST /batches/courses/{courseId}/batches student_id":                               "of instructors of the course: whom they teach alone",
	"POST /batches/individual/check-instructor-availability instructor_id":              "whose calendar is read: only of those with whom the caller shares a course",
	"POST /batches/individual/calculate-pricing instructor_id":                          "who is to teach; changes nothing",
	"POST /batches/{id}/convert-to-individual new_instructor_assignments.student_id":    "of instructors of the batch: who teaches which of its members",
	"POST /batches/{id}/convert-to-individual new_instructor_assignments.instructor_id": "of instructors of the batch: who teaches which of its members",
	"POST /batches/check-conflicts student_ids":                                         "whose other sessions are counted: only of those who are enrolled in a course of the caller",
	"POST /batches/check-conflicts instructor_id":                                       "whose calendar is read: only of those with whom the caller shares a course",
	"POST /instructors/{id}/time-off resolve.instructor_id":                             ofASubstitute,
	"POST /instructors/{id}/sick-day resolve.instructor_id":                             ofASubstitute,
	"POST /instructors/{id}/time-off resolve_bookings.instructor_id":                    ofASubstitute,
	"POST /instructors/{id}/sick-day resolve_bookings.instructor_id":                    ofASubstitute,
	"POST /instructors/{id}/time-off resolve_bookings.id":                               ofABooking,
	"POST /instructors/{id}/sick-day resolve_bookings.id":                               ofABooking,
	"PUT /batches/{id}/schedule/{sessionId} instructor_id":                              ofASubstitute,
	"POST /demo-booking instructorId":                                                   "of visitors: with whom they want the demo; nobody's time is taken twice",
	"POST /demo-booking/hold instructorId":                                              "likewise",
	"POST /demo-booking/{id}/assign-instructor instructorId":                            "of administrators: who gives the demo",
	"POST /demo-booking/{id}/convert userId":                                            "of staff: whose enrolment followed from the demo, in a course that they teach",
	"POST /online-meetings/create instructor_id":                                        "of administrators: who holds it; instructors only themselves",
	"PUT /online-meetings/update/{id} instructor_id":                                    "of administrators: who holds it; instructors only themselves",
	"POST /zoom/meetings/{id}/registrants user_id":                                      "of instructors: which of the people of their meeting they register",
	"PUT /zoom/meetings/{id}/registrants/status ids":                                    "of instructors: which of the registrants of their meeting they approve, cancel or deny",
	"POST /online-meetings/create student_ids":                                          "of instructors: whom of their learners they invite",
	"PUT /online-meetings/update/{id} student_ids":                                      "of instructors: whom of their learners they invite",
	"POST /sessions/{id}/attendance/assign user_id":                                     "of instructors of the batch: who a person of a list is",
	"PUT /recorded-lessons/{id} is_published":                                           "of instructors of the batch, or who holds the meeting: whether its people see it",
	"POST /batches/check-conflicts capacity":                                            "for how many learners classrooms are proposed",
	"POST /certificate-templates/preview layout.elements.id":                            ofElements,
	"POST /certificate-templates/preview layout.elements.points":                        ofElements,
	"PUT /certificate-templates/{id} layout.elements.points":                            ofElements,
	"PUT /certificate-templates/{id} layout.elements.id":                                ofElements,
	"POST /rooms capacity":                                                              ofClassrooms,
	"PATCH /rooms/{id} capacity":                                                        ofClassrooms,
	"PATCH /rooms/{id} active":                                                          ofClassrooms,
	"PUT /batches/{id} capacity":                                                        ofInstructors,
	"PUT /batches/{id}/status status":                                                   "of instructors of the batch: one that can follow",
	"PATCH /batches/{id}/students/{studentId}/status status":                            "of instructors of the batch: one that can follow",
	"POST /courses/{id}/enrollments status":                                             "of teachers of the course: whether a user may learn at once, is invited, or waits",
	"POST /corporate/{id}/invitations role":                                             ofACompany,
	"POST /corporate/{id}/pools total":                                                  "of administrators: how many seats they grant",
	"PATCH /corporate/{id}/people/{userId} role":                                        ofACompany,
	"PATCH /corporate/{id} status":                                                      "of administrators; for others it stays",
	"POST /payments/coupons amount":                                                     ofACoupon,
	"POST /payments/coupons active":                                                     ofACoupon,
	"PUT /payments/coupons/{couponId} amount":                                           ofACoupon,
	"PUT /payments/coupons/{couponId} active":                                           ofACoupon,
	"POST /payments/attempts/{id}/approve amount":                                       "of administrators: what has arrived; another amount than was asked for is held",
	"POST /payments/refund-requests/{id}/approve amount":                                "of administrators: how much is sent back; no more than was paid",
	"POST /payments/orders/{id}/refunds amount":                                         "of administrators: how much is sent back; no more than was paid",
	"PATCH /users/{id}/status status":                                                   "of administrators",
	"POST /users/bulk role":                                                             "of administrators",
	"POST /users/bulk-jobs role":                                                        "of administrators",
	"POST /auth/oauth/{provider}/finish state":                                          "of OAuth, RFC 6749 §4.1.2; compared with what was kept",
	"POST /auth/oauth/apple/callback state":                                             "of OAuth, RFC 6749 §4.1.2; passed on to finish, which compares it",
	"POST /auth/oauth/apple/callback user":                                              "Apple's: the name of a user who signs in for the first time; nobody's id",
	"POST /auth/passkeys credential.id":                                                 "of WebAuthn §5.1: which key the browser has made",
	"POST /auth/passkeys/sign-in credential.id":                                         "of WebAuthn §5.1: which key has signed",
	"POST /auth/two-factor/verify passkey.credential.id":                                "of WebAuthn §5.1: which key has signed",
	"POST /auth/two-factor/confirm-identity passkey.credential.id":                      "of WebAuthn §5.1: which key has signed",
	"POST /courses/create prices.is_active":                                             ofTheAuthor,
	"PUT /courses/update/{id} prices.is_active":                                         ofTheAuthor,
	"POST /tcourse prices.is_active":                                                    ofTheAuthor,
	"PUT /tcourse/{type}/{id} prices.is_active":                                         ofTheAuthor,
	"PUT /courses/{id}/instructors instructor_ids":                                      "of teachers of the course: who else teaches it",
	"POST /tcourse/blended/{id}/doubt-session instructor_id":                            "of the course: whose time the session takes",
	"PUT /tcourse/blended/{id}/doubt-schedule slots.instructor_id":                      "of the course: whose time the session takes",
	"POST /tcourse doubt_schedule.slots.instructor_id":                                  "of the course: whose time the session takes",
	"PUT /tcourse/{type}/{id} doubt_schedule.slots.instructor_id":                       "of the course: whose time the session takes",
	"POST /question-banks/{id}/questions points":                                        worth,
	"PUT /question-banks/{id}/questions/{questionId} points":                            worth,
	"POST /question-banks/{id}/import questions.points":                                 worth,
	"POST /quizzes/{id}/questions questions.points":                                     worth,
	"PUT /quizzes/{id}/settings settings.questions.points":                              worth,
	"PUT /quizzes/{id}/settings settings.draws.points":                                  worth,
	"PUT /assignments/{id}/settings settings.points":                                    worth,
	"PUT /assignments/{id}/settings settings.rubric.points":                             worth,
	"POST /submissions/{id}/grade-and-return marks.points":                              "of teachers of the course: the grade that they give",
	"PUT /submissions/{id}/grade marks.points":                                          "of teachers of the course: the grade that they give",
	"POST /sessions/{id}/make-ups user_id":                                              "of instructors of the batch: for whom a session is chosen",
	"POST /sessions/{id}/attendance/disputes/{userId} status":                           "of instructors of the batch: what the attendance becomes",
	"POST /online-meetings/{id}/attendance/disputes/{userId} status":                    "of who holds the meeting: what the attendance becomes",
	"POST /online-meetings/{id}/attendance/assign user_id":                              "of who holds the meeting: who a person of a list is",
	"PUT /online-meetings/{id}/attendance marks.user_id":                                "of who holds the meeting: who attended",
	"PUT /online-meetings/{id}/attendance marks.status":                                 "of who holds the meeting: who attended",
	"PUT /sessions/{id}/attendance marks.user_id":                                       "of instructors of the batch: who attended",
	"PUT /sessions/{id}/attendance marks.status":                                        "of instructors of the batch: who attended",
	"POST /progress/events events.id":                                                   "made by the client, so that an event sent twice counts once; counts for the caller alone",
	"POST /video-streaming/{id}/watch-events events.id":                                 "made by the client, so that an event sent twice counts once; counts for the caller alone",
}

const ofABooking = "of instructors: which demo class or meeting of theirs is meant; it must be in the way of the time off"

const whatWasRead = "which version the caller has read and accepts; compared with the one that applies"

const ofASubstitute = "of instructors of the batch: which other instructor of its course teaches the session"

const ofElements = "of administrators: a name within a layout, which is no id of an object, and the size of a text"

const ofClassrooms = "of administrators: what a classroom is like, and whether it can be chosen"

const ofInstructors = "of instructors: how many learners there can be"

const worth = "of teachers of the course: what the work is worth"

// Permissions, owners, prices and states are in no request, except where they are its very subject.
func TestRequestsHaveNoServerControlledMembers(t *testing.T) {
	t.Parallel()
	doc, met := app.NewForDocument().API.Document, map[string]bool{}
	for name, op := range documented(doc) {
		check := func(path, member string) {
			met[name+" "+path] = true
			if kept.MatchString(flat(member)) && written[name+" "+path] == "" {
				t.Errorf("%s takes %s: if the caller may decide that, give the reason in members_test.go", name, path)
			}
		}
		for _, p := range op.Parameters {
			if p.In == "query" && op.Method != http.MethodGet && op.Method != http.MethodHead {
				check(p.Name, p.Name)
			}
		}
		if op.RequestBody == nil {
			continue
		}
		for _, form := range op.RequestBody.Content {
			members(doc, form.Schema, "", nil, check)
		}
	}
	for name := range written {
		if !met[name] {
			t.Errorf("%s no longer exists: remove its reason", name)
		}
	}
	if len(met) < 150 {
		t.Errorf("only %d members were checked", len(met))
	}
}

// private matches members that answers should not have. Names as flat returns them.
var private = regexp.MustCompile(`password|hash|secret|token|seed|cookie|emailkey|email|private|masterkey|^key$|apikey`)

// shownAnyway lists exceptions, by schema and member, with the reason. What is for administrators alone is in no answer to anybody
// else.
var shownAnyway = map[string]string{
	"Lead.email":                         forAdministrators,
	"SiteFeedback.email":                 forAdministrators,
	"Subscriber.email":                   forAdministrators,
	"NewsletterDelivery.email":           forAdministrators,
	"Preferences.email":                  "of who has the link in an email to this address, and in part",
	"Preferences.token":                  "of who has just proved that the address is theirs: the link to its settings",
	"Complaint.email":                    forAdministrators,
	"ComplaintDetail.email":              forAdministrators,
	"LeadDetail.email":                   forAdministrators,
	"Impersonation.accessToken":          "of the administrator who begins to act as a user",
	"IdentityCallbackResult.key":         "of the browser that began the sign-in: the link in the email works only together with it",
	"ModelRun.inputTokens":               "how much text a model has read, no token that signs anybody in",
	"ModelRun.outputTokens":              "how much text a model has written",
	"WritingQuota.tokensLeft":            "how much text a model may still read and write for the caller",
	"WritingUsage.inputTokens":           "how much text a model has read",
	"WritingUsage.outputTokens":          "how much text a model has written",
	"AddressableStudent.email":           "of students whom the caller teaches, and to administrators",
	"AnnouncementReader.email":           "of those whom the caller has addressed as their instructor, and to administrators",
	"Booked.email":                       "of who has just sent it",
	"FormSettings.email_code":            "whom public forms ask for a code, not a code: for administrators",
	"DemoBooking.email":                  "of who booked: to themselves, to the instructor who gives the demo, and to administrators",
	"Application.email":                  "of the user who applied, to themselves and to administrators",
	"AuthenticatorSetup.secret":          "what the owner's app is to hold; shown once, before it counts",
	"ComprehensiveProfile.email":         "the caller's own",
	"ComprehensiveProfile.pendingEmail":  "the caller's own",
	"ComprehensiveProfile.emailVerified": "the caller's own",
	"Connected.email":                    "the caller's own, elsewhere",
	"CompanyInvitation.email":            "to managers of the company, who have invited it",
	"Seat.email":                         "to managers of the company, who have offered it",
	"Gift.email":                         "to the buyer, who has written it",
	"CompanyCertificate.email":           "to managers of the company, whose seat it was earned with",
	"CompanyProgress.email":              "to managers of the company, who have given the seat",
	"CompanyPerson.email":                "to managers of the company, as its people know",
	"InvitationPreview.email":            "to who has the link that was sent to it",
	"InvitationView.email":               forAdministrators,
	"Link.email":                         "of the account elsewhere with which the caller has just signed in",
	"Link.token":                         "with which a user who signed in elsewhere joins it to their account, once",
	"LockedAccount.email":                forAdministrators,
	"SecondStep.challengeToken":          "with which a user who knew the password takes the second step",
	"PaymentGroup.key":                   "what is added up: a month, a course, a provider; for administrators",
	"SessionInfo.key":                    "the name of an upload in the store, which opens nothing",
	"SignedIn.accessToken":               "of the user who has just signed in",
	"SignedIn.deviceToken":               "of the user who has just signed in",
	"SignedIn.refreshToken":              "of the user who has just signed in",
	"StreamingUrls.token":                "of the user who may play the video, for an hour",
	"UploadSession.key":                  "the name of an upload in the store, which opens nothing",
	"TwoFactorState.hasPassword":         "whether there is one, to its owner",
	"User.email":                         "the caller's own, and to administrators",
	"User.email_verified_at":             "the caller's own, and to administrators",
	"BatchLearner.email":                 "to instructors of the batch, who write to its members",
	"StudentDetail.email":                "to instructors of a course of the student, who write to them",
	"TaughtStudent.email":                "to instructors of a course of the student, who write to them",
	"BulkOutcome.email":                  forAdministrators,
	"ImportChange.email":                 forAdministrators,
	"UserDetail.email":                   forAdministrators,
	"UserDetail.email_verified_at":       forAdministrators,
	"UserFactors.password":               "whether there is one",
	"UserRow.email":                      forAdministrators,
	"UserRow.email_verified_at":          forAdministrators,
	"AuthorizationRequest.key":           "for the page that begins to sign in elsewhere: what comes back is good only together with it",
	"SecurityEvent.email":                forAdministrators,
	"LimitSettings.emails":               "a number",
	"SchoolInfo.password_min_length":     "a number",
	"DemoAccount.email":                  "of the demo: visitors sign in with it",
	"DemoAccount.password":               "of the demo: visitors sign in with it",
	"SchoolInfo.support_email":           "of the school: where everybody turns for help",
	"SchoolSettings.support_email":       "of the school: where everybody turns for help",
	"URLProof.plainToken":                "of Zoom, which has just sent it",
	"URLProof.encryptedToken":            "which shows Zoom that this server knows the secret of webhooks",
}

// ofTheAuthor is the reason for what teachers of a course see about its prices.
const ofTheAuthor = "of teachers of the course: whether people can pay by a price"

// ofACoupon is the reason for what administrators decide about coupons.
const ofACoupon = "of administrators: what a coupon is worth, and whether it can be used"

// ofACompany is the reason for what managers of a company decide.
const ofACompany = "of managers of the company: what the person will be in it"

const forAdministrators = "for administrators alone"

// A change in what answers contain, and for whom, shows in review as a change of answers.golden.
func TestAnswersHoldWhatWasAgreed(t *testing.T) {
	t.Parallel()
	doc := app.NewForDocument().API.Document
	var lines []string
	answers, open := map[string]bool{}, map[string]bool{} // all, and those that others than administrators get
	for name, op := range documented(doc) {
		line := fmt.Sprintf("%s\t%v", name, op.Extensions["x-gate"])
		for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
			if status >= "300" {
				continue
			}
			for _, form := range slices.Sorted(maps.Keys(op.Responses[status].Content)) {
				schema := op.Responses[status].Content[form].Schema
				line += "\t" + strings.TrimSpace(form+" "+shape(schema))
				reach(doc, schema, answers)
				if op.Extensions["x-gate"] != "admin" {
					reach(doc, schema, open)
				}
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	lines = append(lines, "")
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		var of []string
		for member, schema := range doc.Components.Schemas.Map()[name].Properties {
			of = append(of, strings.TrimSuffix(member+":"+shape(schema), ":"))
			if private.MatchString(flat(member)) && shownAnyway[name+"."+member] == "" {
				t.Errorf("answers contain %s.%s: if everybody who gets it may see it, give the reason in members_test.go", name, member)
			}
		}
		slices.Sort(of)
		lines = append(lines, name+"\t"+strings.Join(of, " "))
	}
	for name, why := range shownAnyway {
		schema, member, _ := strings.Cut(name, ".")
		if why == forAdministrators && open[schema] {
			t.Errorf("%s is %s, and others get it", name, why)
		}
		if !answers[schema] || doc.Components.Schemas.Map()[schema].Properties[member] == nil {
			t.Errorf("no answer has %s any more: remove its reason", name)
		}
	}
	agreed(t, "testdata/answers.golden", strings.Join(lines, "\n")+"\n")
}

// agreed compares with a golden file, or writes it with -update.
func agreed(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err == nil && got == string(want) {
		return
	}
	agreedOn := strings.Split(string(want), "\n")
	for line := range strings.SplitSeq(got, "\n") {
		if !slices.Contains(agreedOn, line) {
			t.Errorf("not in %s (%v); if that is meant: go test ./internal/app -update\n%s", file, err, line)
		}
	}
	t.Errorf("%s is not what is there now; if that is meant: go test ./internal/app -update", file)
}

// shape summarises a schema: its reference, [] for lists, {} for maps, * for anything.
func shape(s *huma.Schema) string {
	switch {
	case s == nil:
		return ""
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case s.Items != nil:
		return "[]" + shape(s.Items)
	case s.Type == "" && len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0:
		return "*"
	case s.Type == huma.TypeObject && len(s.Properties) == 0:
		values, _ := s.AdditionalProperties.(*huma.Schema)
		return "{}" + shape(values)
	}
	var parts []string
	for _, part := range slices.Concat(s.OneOf, s.AnyOf, s.AllOf) {
		parts = append(parts, shape(part))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		parts = append(parts, name+":"+shape(s.Properties[name]))
	}
	return strings.Join(parts, "|")
}

// reach collects the named schemas that a schema consists of.
func reach(doc *huma.OpenAPI, s *huma.Schema, into map[string]bool) {
	if s == nil {
		return
	}
	if s.Ref != "" {
		name := shape(s)
		if into[name] {
			return
		}
		into[name], s = true, doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	for _, part := range slices.Concat([]*huma.Schema{s.Items}, slices.Collect(maps.Values(s.Properties)), s.AllOf, s.AnyOf, s.OneOf) {
		reach(doc, part, into)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		reach(doc, values, into)
	}
}
