// Package notificationkind lists the kinds of notifications: who can receive them, by which channels, their page and their words.
package notificationkind

import (
	"slices"
	"strings"

	"lectern/internal/platform/access"
)

// Kind is a kind of notification. Its name is stored in the database and must not change.
type Kind string

const (
	PasswordChanged     Kind = "security.password_changed"
	AccountLocked       Kind = "security.account_locked"
	SessionEnded        Kind = "security.session_ended"
	SecondFactorChanged Kind = "security.second_factor_changed"
	IdentityChanged     Kind = "security.identity_changed"
	ApplicationApproved Kind = "account.application_approved"
	ApplicationRejected Kind = "account.application_rejected"
	ExportReady         Kind = "account.export_ready"
	CourseCompleted     Kind = "course.completed"
	CourseUpdated       Kind = "course.updated"
	WeeklyTimes         Kind = "course.weekly_times"
	CourseEnrolled      Kind = "course.enrolled"
	CourseInvited       Kind = "course.invited"
	CourseNewStudent    Kind = "course.new_student"
	GradeReturned       Kind = "course.grade_returned"
	WorkHandedIn        Kind = "course.work_handed_in"
	CommentAnswered     Kind = "course.comment_answered"
	CommentHidden       Kind = "course.comment_hidden"
	ReviewReceived      Kind = "course.review_received"
	ReviewAnswered      Kind = "course.review_answered"
	ReviewHidden        Kind = "course.review_hidden"
	BlogCommentReceived Kind = "blog.comment_received"
	BlogCommentAnswered Kind = "blog.comment_answered"
	BlogCommentRejected Kind = "blog.comment_rejected"
	BatchAdded          Kind = "batch.added"
	BatchRemoved        Kind = "batch.removed"
	BatchCancelled      Kind = "batch.cancelled"
	SessionMoved        Kind = "course.session_moved"
	SessionCancelled    Kind = "course.session_cancelled"
	SessionRestored     Kind = "course.session_restored"
	SessionsChanged     Kind = "course.sessions_changed"
	BatchSeatOffered    Kind = "batch.seat_offered"
	BatchNewInstructor  Kind = "batch.new_instructor"
	BatchAssigned       Kind = "batch.assigned"
	BatchUnassigned     Kind = "batch.unassigned"
	BatchRoomChanged    Kind = "batch.room_changed"
	SessionRoomChanged  Kind = "course.session_room_changed"
	BatchClassroom      Kind = "batch.classroom_changed"
	SessionClassroom    Kind = "course.session_classroom_changed"
	SessionReminder     Kind = "course.session_reminder"
	SessionSubstitute   Kind = "course.session_substitute"
	SessionAssigned     Kind = "course.session_assigned"
	MakeUpPlanned       Kind = "course.make_up_planned"
	MakeUpCancelled     Kind = "course.make_up_cancelled"
	GuestExpected       Kind = "course.guest_expected"
	GuestCancelled      Kind = "course.guest_cancelled"
	MeetingInvited      Kind = "meeting.invited"
	MeetingMoved        Kind = "meeting.moved"
	MeetingRecorded     Kind = "meeting.recorded"
	MeetingCancelled    Kind = "meeting.cancelled"
	MeetingAssigned     Kind = "meeting.assigned"
	MeetingInstructor   Kind = "meeting.instructor"
	MeetingSkipped      Kind = "meeting.skipped"
	MeetingReminder     Kind = "meeting.reminder"
	MeetingFailed       Kind = "course.meeting_failed"
	MeetingHasNoRoom    Kind = "meeting.failed"
	DemoHasNoRoom       Kind = "demo.meeting_failed"
	MeetingDisputed     Kind = "meeting.attendance_disputed"
	MeetingCorrected    Kind = "meeting.dispute_accepted"
	MeetingUnchanged    Kind = "meeting.dispute_declined"
	SessionRecorded     Kind = "course.session_recorded"
	AttendanceLow       Kind = "batch.attendance_low"
	AttendanceDisputed  Kind = "course.attendance_disputed"
	DisputeAccepted     Kind = "course.dispute_accepted"
	DisputeDeclined     Kind = "course.dispute_declined"
	VideoReady          Kind = "video.ready"
	VideoFailed         Kind = "video.failed"
	ApplicationReceived Kind = "admin.application_received"
	InvitationAccepted  Kind = "admin.invitation_accepted"
	Announced           Kind = "announcement.published"
	AnnouncedByMail     Kind = "announcement.mailed"
	AnnouncementUnread  Kind = "announcement.reminder"
	ReviewReported      Kind = "admin.review_reported"
	BlogCommentsWaiting Kind = "admin.blog_comments_waiting"
	TransferReceived    Kind = "admin.transfer_received"
	LeadReceived        Kind = "admin.lead_received"
	ProposalDecided     Kind = "admin.proposal_decided"
	PaymentHeld         Kind = "admin.payment_held"
	PaymentDisputed     Kind = "admin.payment_disputed"
	DisputeDecided      Kind = "admin.dispute_decided"
	RefundedElsewhere   Kind = "admin.refunded_elsewhere"
	LedgerUnbalanced    Kind = "admin.ledger_unbalanced"
	RefundFailed        Kind = "admin.refund_failed"
	RefundRequested     Kind = "admin.refund_requested"
	TransferDeclined    Kind = "account.transfer_declined"
	OrderPaid           Kind = "account.order_paid"
	OrderRefunded       Kind = "account.order_refunded"
	RefundReversed      Kind = "account.refund_reversed"
	RefundApproved      Kind = "account.refund_approved"
	RefundRefused       Kind = "account.refund_refused"
	PaymentFailed       Kind = "account.payment_failed"
	CompanyApproved     Kind = "account.company_order_approved"
	CompanyPaid         Kind = "account.company_order_paid"
	CompanyOverdue      Kind = "account.company_order_overdue"
	GiftRedeemed        Kind = "account.gift_redeemed"
	GiftReturned        Kind = "account.gift_returned"
	DueSoon             Kind = "account.due_soon"
	DueLate             Kind = "account.due_late"
	DueSuspended        Kind = "account.due_suspended"
	PlanKept            Kind = "account.instalments_waived"
	PlanClosed          Kind = "account.instalments_ended"
	CertificateIssued   Kind = "certificate.issued"
	CertificateRevoked  Kind = "certificate.revoked"
	CertificateExpiring Kind = "certificate.expiring"
	CertificateName     Kind = "certificate.name_declined"
	CertificateKept     Kind = "certificate.revocation_declined"
	CertificateAsked    Kind = "admin.certificate_asked"
	GoalAchieved        Kind = "goal.achieved"
	GoalMissed          Kind = "goal.missed"
	GoalWeek            Kind = "goal.week"
	ComplaintOpened     Kind = "admin.complaint_opened"
	ComplaintReplied    Kind = "admin.complaint_replied"
	ComplaintDue        Kind = "admin.complaint_due"
	ComplaintOverdue    Kind = "admin.complaint_overdue"
	ComplaintAnswered   Kind = "account.complaint_answered"
	ComplaintResolved   Kind = "account.complaint_resolved"
)

// EmailSender says which feature sends the email of a kind.
type EmailSender int

const (
	FromNotifications EmailSender = iota // this package, if the recipient wants it
	FromOwner                            // the feature that publishes the event, always: it cannot be switched off
)

// Info describes a kind.
type Info struct {
	Group       string
	Title       string // as shown in the settings
	Description string
	InApp, Mail bool // default channels
	MailedBy    EmailSender
	Roles       []access.Role // possible recipients; nil: everybody
	Path        string        // of the related page, with placeholders
}

var teaching = []access.Role{access.Instructor, access.Admin}

// Catalogue lists every kind.
var Catalogue = map[Kind]Info{
	PasswordChanged: {"security", "Your password was changed", "", true, true, FromOwner, nil, "/settings/security"},
	AccountLocked:   {"security", "Your account was locked", "Too many wrong passwords were entered.", true, true, FromOwner, nil, "/settings/security"},
	SessionEnded: {"security", "A device was signed out for security", "Its session was used in two places.", true, true, FromOwner, nil,
		"/settings/security"},
	SecondFactorChanged: {"security", "Your two-factor authentication has changed", "Your authenticator app, passkeys or recovery codes.", true, true, FromOwner, nil,
		"/settings/security"},
	IdentityChanged: {"security", "Your connected accounts have changed", "An external account was connected or disconnected.", true, true,
		FromOwner, nil, "/settings/security"},
	ExportReady:         {"account", "Your data export is ready", "The archive you requested.", true, true, FromOwner, nil, "/settings/data"},
	ApplicationApproved: {"account", "Your application has been approved", "", true, true, FromOwner, nil, "/"},
	ApplicationRejected: {"account", "Your application was not approved", "", true, true, FromOwner, nil, ""},
	CourseEnrolled:      {"courses", "You are enrolled", "When you enrol in a course or are enrolled by others.", true, false, FromNotifications, nil, "/courses/{course}"},
	CourseInvited: {"courses", "Course invitations", "An instructor invites you to a course.", true, true, FromNotifications, nil,
		"/courses/{course}"},
	WeeklyTimes:      {"courses", "Q&A times", "The weekly Q&A sessions of a course of yours take place at other times.", true, true, FromNotifications, nil, "/courses/{course}"},
	CourseUpdated:    {"courses", "Course updates", "New content in your courses, at most once a day.", true, false, FromNotifications, nil, "/courses/{course}"},
	CourseCompleted:  {"courses", "You have completed a course", "", true, false, FromNotifications, nil, "/courses/{course}"},
	CourseNewStudent: {"courses", "New learners", "A learner enrols in a course you teach.", true, false, FromNotifications, teaching, "/courses/{course}"},
	GradeReturned:    {"courses", "Grades", "One of your submissions is graded.", true, true, FromNotifications, nil, "/learn/{course}/{lesson}"},
	WorkHandedIn: {"courses", "Submissions", "A learner hands in an assignment in a course you teach.", true, false, FromNotifications, teaching,
		"/teach/courses/{course}/submissions"},
	CommentAnswered:     {"courses", "Replies to your comments", "", true, false, FromNotifications, nil, "/learn/{course}/{lesson}"},
	CommentHidden:       {"courses", "Hidden comments", "An instructor hides one of your comments, with a reason.", true, true, FromNotifications, nil, "/learn/{course}/{lesson}"},
	ReviewReceived:      {"courses", "New reviews", "A learner reviews a course you teach.", true, false, FromNotifications, teaching, "/courses/{course}#reviews"},
	ReviewAnswered:      {"courses", "Answers to your reviews", "An instructor answers your review of a course.", true, false, FromNotifications, nil, "/courses/{course}#reviews"},
	ReviewHidden:        {"courses", "Hidden reviews", "An administrator hides one of your reviews, with a reason.", true, true, FromNotifications, nil, "/courses/{course}#reviews"},
	BlogCommentReceived: {"blog", "Comments on your posts", "A reader comments on a post that you have written.", true, false, FromNotifications, teaching, "/blog/{post}#comments"},
	BlogCommentAnswered: {"blog", "Replies to your comments on posts", "", true, false, FromNotifications, nil, "/blog/{post}#comments"},
	BlogCommentRejected: {"blog", "Rejected comments", "An administrator rejects one of your comments on a post, with a reason.", true, true, FromNotifications, nil, "/blog/{post}#comments"},
	BatchAdded:          {"courses", "New batches", "An instructor adds you to a batch of a course.", true, true, FromNotifications, nil, "/batches/{batch}"},
	BatchRemoved:        {"courses", "Removal from batches", "You lose your seat in a batch.", true, true, FromNotifications, nil, "/courses/{course}"},
	BatchCancelled:      {"courses", "Cancelled batches", "A batch that you attend or teach is cancelled.", true, true, FromNotifications, nil, "/batches/{batch}"},
	VideoReady:          {"videos", "Videos ready", "A video in a course you teach can be watched.", true, false, FromNotifications, teaching, "/learn/{course}/{video}"},
	SessionMoved:        {"courses", "Moved sessions", "A session of one of your batches has a new time.", true, true, FromNotifications, nil, "/batches/{batch}"},
	SessionCancelled:    {"courses", "Cancelled sessions", "A session of one of your batches is cancelled.", true, true, FromNotifications, nil, "/batches/{batch}"},
	SessionRestored:     {"courses", "Restored sessions", "A cancelled session of one of your batches takes place after all.", true, true, FromNotifications, nil, "/batches/{batch}"},
	SessionsChanged:     {"courses", "Changed schedules", "Several sessions of one of your batches have moved or are cancelled.", true, true, FromNotifications, nil, "/batches/{batch}"},
	BatchSeatOffered:    {"courses", "Seats offered", "A seat is free in a batch for which you wait.", true, true, FromNotifications, nil, "/batches/{batch}"},
	BatchNewInstructor:  {"courses", "New instructors", "Another instructor teaches one of your batches.", true, true, FromNotifications, nil, "/batches/{batch}"},
	BatchAssigned:       {"courses", "Batches to teach", "You are now the instructor of a batch.", true, true, FromNotifications, teaching, "/batches/{batch}"},
	BatchUnassigned:     {"courses", "Batches that others teach", "Another instructor teaches a batch instead of you.", true, true, FromNotifications, teaching, "/batches/{batch}"},
	BatchRoomChanged:    {"courses", "New rooms of batches", "One of your batches meets in another room.", true, true, FromNotifications, nil, "/batches/{batch}"},
	BatchClassroom:      {"courses", "New classrooms of batches", "One of your batches meets in another classroom.", true, true, FromNotifications, nil, "/batches/{batch}"},
	SessionClassroom:    {"courses", "New classrooms of sessions", "A session of one of your batches is in another classroom.", true, true, FromNotifications, nil, "/sessions/{session}"},
	SessionRoomChanged:  {"courses", "New rooms of sessions", "A session of one of your batches is in another room.", true, true, FromNotifications, nil, "/sessions/{session}"},
	SessionSubstitute:   {"courses", "Substitutes", "Another instructor teaches a session of one of your batches.", true, true, FromNotifications, nil, "/sessions/{session}"},
	SessionAssigned:     {"courses", "Sessions to teach", "You teach a session of a batch in place of its instructor.", true, true, FromNotifications, teaching, "/sessions/{session}"},
	MakeUpPlanned:       {"courses", "Make-up sessions", "Your instructor chooses a session of another batch for you, in place of one that you missed.", true, true, FromNotifications, nil, "/sessions/{session}"},
	MakeUpCancelled:     {"courses", "Cancelled make-up sessions", "You no longer have a place in a make-up session.", true, true, FromNotifications, nil, "/calendar"},
	GuestExpected:       {"courses", "Guests", "A learner of another batch makes up a missed session in one of yours.", true, true, FromNotifications, teaching, "/sessions/{session}"},
	GuestCancelled:      {"courses", "Cancelled guests", "A learner of another batch no longer comes to one of your sessions.", true, true, FromNotifications, teaching, "/sessions/{session}"},
	AttendanceDisputed:  {"courses", "Disputed attendance", "A learner says that their attendance of one of your sessions is wrong.", true, true, FromNotifications, teaching, "/sessions/{session}"},
	DisputeAccepted:     {"courses", "Corrected attendance", "Your instructor accepts what you say about your attendance.", true, true, FromNotifications, nil, "/sessions/{session}"},
	DisputeDeclined:     {"courses", "Unchanged attendance", "Your instructor answers why your attendance stays as it is.", true, true, FromNotifications, nil, "/sessions/{session}"},
	AttendanceLow:       {"courses", "Low attendance", "You have attended less than 75% of the sessions of a batch so far.", true, true, FromNotifications, nil, "/batches/{batch}"},
	SessionReminder: {"courses", "Session reminders", "24 hours, 1 hour and 10 minutes before a session. Emails come 24 hours before, and 1 hour before if you haven't read the first reminder.", true, true, FromNotifications, nil,
		"/sessions/{session}"},
	SessionRecorded:   {"courses", "Recordings of sessions", "The recording of a session of one of your batches can be watched.", true, true, FromNotifications, nil, "/sessions/{session}"},
	MeetingInvited:    {"courses", "Meeting invitations", "An instructor invites you to a meeting outside of batches.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingMoved:      {"courses", "Moved meetings", "A meeting to which you are invited has a new time.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingRecorded:   {"courses", "Recordings of meetings", "The recording of a meeting to which you are invited can be watched.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingCancelled:  {"courses", "Cancelled meetings", "A meeting to which you are invited is cancelled.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingAssigned:   {"courses", "Meetings to hold", "You hold a meeting in place of its instructor.", true, true, FromNotifications, teaching, "/meetings/{meeting}"},
	MeetingInstructor: {"courses", "Other instructors of meetings", "Another instructor holds a meeting to which you are invited.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingSkipped:    {"courses", "Skipped Q&A sessions", "A weekly Q&A session of yours doesn't take place on a day, because you are busy then.", true, true, FromNotifications, teaching, "/meetings/{meeting}"},
	MeetingReminder:   {"courses", "Meeting reminders", "24 hours, 1 hour and 10 minutes before a meeting. Emails come 24 hours before.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingFailed:     {"courses", "Rooms that couldn't be created", "The Zoom meeting of a session that you teach couldn't be created.", true, true, FromNotifications, teaching, "/sessions/{session}"},
	DemoHasNoRoom:     {"courses", "Rooms of demo classes that couldn't be created", "The Zoom meeting of a demo class that you give couldn't be created.", true, true, FromNotifications, teaching, "/teach/demos"},
	MeetingHasNoRoom:  {"courses", "Rooms of meetings that couldn't be created", "The Zoom meeting of a meeting that you hold couldn't be created.", true, true, FromNotifications, teaching, "/meetings/{meeting}"},
	MeetingDisputed:   {"courses", "Disputed attendance of meetings", "Someone says that their attendance of one of your meetings is wrong.", true, true, FromNotifications, teaching, "/meetings/{meeting}"},
	MeetingCorrected:  {"courses", "Corrected attendance of meetings", "The instructor accepts what you say about your attendance of a meeting.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	MeetingUnchanged:  {"courses", "Unchanged attendance of meetings", "The instructor answers why your attendance of a meeting stays as it is.", true, true, FromNotifications, nil, "/meetings/{meeting}"},
	VideoFailed: {"videos", "Videos failed", "A video in a course you teach could not be processed.", true, true, FromNotifications, teaching,
		"/teach/videos?video={video}"},
	Announced: {"announcements", "Announcements", "What your school and your instructors announce.", true, false, FromNotifications, nil, "/announcements/{announcement}"},
	AnnouncedByMail: {"announcements", "Important announcements", "Announcements that their author also sends by email.", true, true, FromNotifications, nil,
		"/announcements/{announcement}"},
	AnnouncementUnread: {"announcements", "Reminders of announcements", "You have not read an announcement, or not confirmed it, and its author reminds you.", true, true, FromNotifications, nil,
		"/announcements/{announcement}"},
	ApplicationReceived: {"administration", "Applications", "A user applies to become an instructor or corporate client.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/applications"},
	InvitationAccepted: {"administration", "Invitations accepted", "A person you invited has created an account.", true, false, FromNotifications,
		[]access.Role{access.Admin}, "/admin/users/{user}"},
	TransferReceived: {"administration", "Proofs of bank transfers", "A buyer shows a proof of a bank transfer.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	PaymentHeld: {"administration", "Payments to settle", "Money has arrived that doesn't match its order.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	PaymentDisputed: {"administration", "Disputed payments", "A buyer has their bank take back a payment, or ask about it.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	DisputeDecided: {"administration", "Decided disputes", "A dispute of a payment was won or lost.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	RefundedElsewhere: {"administration", "Refunds at the payment provider", "A payment was refunded in the dashboard of the payment provider.", true, false, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	RefundFailed: {"administration", "Failed refunds", "The payment provider could not make a refund.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	RefundRequested: {"administration", "Refund requests", "A buyer asks for a refund of an order.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	LedgerUnbalanced: {"administration", "Books that don't balance", "The nightly check of the books finds payments, refunds or documents that don't agree.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/orders"},
	LeadReceived: {"administration", "New leads", "A visitor sends a message, asks about a course or for a brochure, or asks for training of a company.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/leads/{lead}"},
	ProposalDecided: {"administration", "Decided proposals", "A company accepts or declines a proposal for training.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/leads/{lead}"},
	ComplaintOpened: {"administration", "New complaints", "A user or a visitor complains.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/complaints/{complaint}"},
	ComplaintReplied: {"administration", "Messages in complaints", "In complaints that you work on, and in those that nobody works on yet.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/complaints/{complaint}"},
	ComplaintDue: {"administration", "Complaints due soon", "An answer or a resolution is due soon.", true, false, FromNotifications,
		[]access.Role{access.Admin}, "/admin/complaints/{complaint}"},
	ComplaintOverdue: {"administration", "Late complaints", "An answer or a resolution is late.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/admin/complaints/{complaint}"},
	ComplaintAnswered:   {"account", "Answers to your complaints", "The school answers a complaint of yours.", true, true, FromNotifications, nil, "/complaints/{complaint}"},
	ComplaintResolved:   {"account", "Resolved complaints", "The school has resolved a complaint of yours.", true, true, FromNotifications, nil, "/complaints/{complaint}"},
	TransferDeclined:    {"account", "Declined bank transfers", "The proof of one of your bank transfers isn't accepted, with a reason.", true, true, FromNotifications, nil, "/checkout?order={order}"},
	OrderPaid:           {"account", "Payments received", "We have received your money for an order.", true, true, FromNotifications, nil, "/settings/payments"},
	OrderRefunded:       {"account", "Refunds", "Money for an order goes back to you.", true, true, FromNotifications, nil, "/settings/payments"},
	RefundReversed:      {"account", "Refunds that did not arrive", "The bank has returned a refund that was made to you.", true, true, FromNotifications, nil, "/settings/payments"},
	RefundApproved:      {"account", "Approved refund requests", "The school refunds an order as you have asked.", true, true, FromNotifications, nil, "/checkout?order={order}"},
	RefundRefused:       {"account", "Refused refund requests", "The school does not refund an order, with a reason.", true, true, FromNotifications, nil, "/checkout?order={order}"},
	PaymentFailed:       {"account", "Failed payments", "Your bank has refused a payment after you had left the payment page.", true, true, FromNotifications, nil, "/checkout?order={order}"},
	CompanyApproved:     {"account", "Approved orders of your company", "The school gives your company the seats of an order before it is paid.", true, true, FromNotifications, nil, "/company?company={company}&tab=orders"},
	CompanyPaid:         {"account", "Paid orders of your company", "The school has received the money for an order of your company.", true, true, FromNotifications, nil, "/company?company={company}&tab=orders"},
	CompanyOverdue:      {"account", "Overdue invoices of your company", "An invoice of your company is overdue: at once, then each week.", true, true, FromNotifications, nil, "/company?company={company}&tab=orders"},
	GiftRedeemed:        {"account", "Redeemed gifts", "A gift that you have bought was redeemed.", true, true, FromNotifications, nil, "/settings/payments?tab=gifts"},
	DueSoon:             {"account", "Instalments that are due", "An instalment of a course is due: 7 days and a day before, and on the day.", true, true, FromNotifications, nil, "/settings/payments"},
	DueLate:             {"account", "Late instalments", "An instalment of a course was to be paid 3 days ago.", true, true, FromNotifications, nil, "/settings/payments"},
	DueSuspended:        {"account", "Courses closed for instalments", "A course is closed until you pay an instalment.", true, true, FromNotifications, nil, "/settings/payments"},
	PlanKept:            {"account", "Instalments that needn't be paid", "The school has written off the rest of your instalments.", true, true, FromNotifications, nil, "/settings/payments"},
	PlanClosed:          {"account", "Instalments that have ended", "The school has ended your instalments, and the course is closed.", true, true, FromNotifications, nil, "/settings/payments"},
	GiftReturned:        {"account", "Returned gifts", "A gift that you have bought was returned. You can send it to another address.", true, true, FromNotifications, nil, "/settings/payments?tab=gifts"},
	CertificateIssued:   {"certificates", "New certificates", "A certificate is issued to you, or issued anew.", true, true, FromNotifications, nil, "/app/certificates"},
	CertificateRevoked:  {"certificates", "Revoked certificates", "One of your certificates is no longer valid, with a reason.", true, true, FromNotifications, nil, "/app/certificates"},
	CertificateExpiring: {"certificates", "Certificates that expire", "One of your certificates will expire.", true, true, FromNotifications, nil, "/app/certificates"},
	CertificateName:     {"certificates", "Declined names", "The school keeps the name on one of your certificates, with a reason.", true, true, FromNotifications, nil, "/app/certificates"},
	CertificateKept:     {"certificates", "Declined revocations", "An administrator keeps a certificate whose revocation you have proposed, with a reason.", true, true, FromNotifications, teaching, "/teach/courses/{course}/certificates"},
	CertificateAsked: {"administration", "Requests about certificates", "A learner asks for another name on a certificate, or an instructor proposes to revoke one.", true, true, FromNotifications,
		[]access.Role{access.Admin}, "/teach/courses/{course}/certificates"},
	GoalAchieved: {"goals", "Goals achieved", "", true, false, FromNotifications, nil, "/app/goals"},
	GoalMissed:   {"goals", "Goals past their date", "The date of one of your goals has passed. You can move it, make the goal smaller or drop it.", true, false, FromNotifications, nil, "/app/goals"},
	GoalWeek:     {"goals", "Your week", "What you have done for your weekly goals, once a week.", true, true, FromNotifications, nil, "/app/goals"},
	BlogCommentsWaiting: {"administration", "Comments to approve", "Comments on posts of the blog wait for approval.", true, false, FromNotifications,
		[]access.Role{access.Admin}, "/admin/comments"},
	ReviewReported: {"administration", "Reported reviews", "A user reports a review of a course.", true, false, FromNotifications,
		[]access.Role{access.Admin}, "/admin/reviews"},
}

// Groups are the headings of the settings, in display order.
var Groups = []string{"security", "account", "announcements", "courses", "goals", "certificates", "videos", "blog", "administration"}

// For lists the kinds that users with these roles can receive, in the order of the settings.
func For(roles []access.Role) []Kind {
	return slices.SortedFunc(func(yield func(Kind) bool) {
		for kind, about := range Catalogue {
			if about.Concerns(roles) && !yield(kind) {
				return
			}
		}
	}, func(a, b Kind) int {
		if d := slices.Index(Groups, Catalogue[a].Group) - slices.Index(Groups, Catalogue[b].Group); d != 0 {
			return d
		}
		return strings.Compare(Catalogue[a].Title, Catalogue[b].Title)
	})
}

func (t Info) Concerns(roles []access.Role) bool {
	return t.Roles == nil || slices.ContainsFunc(t.Roles, func(r access.Role) bool { return slices.Contains(roles, r) })
}
