package notification

import (
	"context"
	"strconv"
	"time"

	"lectern/internal/people/notificationkind"
	"lectern/internal/people/orderfacts"
	"lectern/internal/platform/events"
)

// Events of other features: copies with the fields that are used here. TestListenersMatchEvents in package app compares
// them with what is published.
type (
	accountLocked      struct{ UserID string }
	applicationDecided struct {
		UserID   string
		Approved bool
	}
	applicationReceived struct{ ApplicationID string }
	attendanceLow       struct {
		BatchID, UserID   string
		Attended, Counted int64
	}
	batchCancelled struct {
		BatchID, ActorID string
		NoEmails         bool
	}
	batchMemberAdded    struct{ BatchID, UserID, ActorID string }
	batchMemberRemoved  struct{ BatchID, UserID, ActorID string }
	batchSeatOffered    struct{ WaitingID string }
	companyApproved     struct{ OrderID string }
	companyPaid         struct{ OrderID string }
	companyOverdue      struct{ OrderID string }
	certificateAsked    struct{ CertificateID, By string }
	certificateDeclined struct{ CertificateID, Request, To, Reason string }
	certificateExpiring struct{ CertificateID string }
	certificateIssued   struct{ CertificateID string }
	certificateRevoked  struct{ CertificateID string }
	commentAnswered     struct{ CommentID string }
	commentHidden       struct{ CommentID string }
	complaintTurned     struct{ ComplaintID, Turn string }
	courseCompleted     struct{ UserID, CourseID string }
	curriculumPublished struct{ CourseID string }
	enrollmentChanged   struct{ UserID, CourseID string }
	dueTurned           struct{ DueID, Turn string }
	planWrittenOff      struct{ PlanID string }
	exportReady         struct{ User string }
	giftTurned          struct{ GiftID, Turn string }
	goalAchieved        struct{ GoalID string }
	goalMissed          struct{ GoalID string }
	goalWeekOver        struct{ UserID, StartsOn string }
	gradeReturned       struct{ SubmissionID string }
	instructorChanged   struct {
		BatchID, From, To, ActorID string
		NoEmails                   bool
	}
	identityChanged      struct{ User string }
	invitationAccepted   struct{ InvitedBy, UserID string }
	leadReceived         struct{ LeadID string }
	proposalDecided      struct{ LeadID string }
	meetingFailed        struct{ SessionID, MeetingID, DemoID string }
	onlineMeetingChanged struct {
		MeetingID, What, ActorID string
		UserIDs                  []string
		From                     time.Time
	}
	onlineMeetingDue struct {
		MeetingID string
		StartsAt  time.Time
		Minutes   int64
	}
	passwordChanged struct{ UserID string }
	reviewAnswered  struct{ ReviewID string }
	roomChanged     struct {
		BatchID, SessionID, ActorID string
		Classroom, NoEmails         bool
	}
	blogCommentPublished struct{ CommentID string }
	blogCommentRejected  struct{ CommentID string }
	blogCommentsWaiting  struct{ CommentID string }
	reviewHidden         struct{ ReviewID string }
	reviewReported       struct{ ReviewID string }
	reviewWritten        struct{ ReviewID string }
	secondFactorChanged  struct{ UserID string }
	sessionDue           struct {
		SessionID string
		StartsAt  time.Time
		Minutes   int64
	}
	attendanceDisputed  struct{ Kind, OwnerID, UserID string }
	weeklyTimesChanged  struct{ CourseID, ActorID string }
	disputeAnswered     struct{ Kind, OwnerID, UserID, ActorID string }
	sessionGuestChanged struct {
		SessionID, UserID, ActorID string
		Comes                      bool
	}
	sessionRecorded struct{ LessonID string }
	sessionReused   struct{ UserID string }
	sessionsChanged struct {
		ChangeID string
		NoEmails bool
	}
	substituteChanged struct {
		SessionID, From, To, ActorID string
		NoEmails, MembersKnow        bool
	}
	studentEnrolled  struct{ UserID, CourseID string }
	refundRequest    struct{ RequestID, Status string }
	paymentDisputed  struct{ DisputeID, Status string }
	ledgerUnbalanced struct{ Damages int64 }
	paymentFailed    struct{ AttemptID string }
	paymentHeld      struct{ HeldID string }
	paymentRefunded  struct {
		RefundID string
		Failed   bool
	}
	transferDeclined  struct{ TransferID string }
	transferSubmitted struct{ TransferID string }
	videoFailed       struct{ VideoID string }
	videoReady        struct{ VideoID string }
	workHandedIn      struct{ SubmissionID string }
)

func (accountLocked) EventName() string        { return "account.locked" }
func (applicationDecided) EventName() string   { return "account.application_decided" }
func (applicationReceived) EventName() string  { return "account.application_received" }
func (attendanceLow) EventName() string        { return "batch.attendance_low" }
func (batchCancelled) EventName() string       { return "batch.cancelled" }
func (batchMemberAdded) EventName() string     { return "batch.member_added" }
func (batchMemberRemoved) EventName() string   { return "batch.member_removed" }
func (batchSeatOffered) EventName() string     { return "batch.seat_offered" }
func (companyApproved) EventName() string      { return "order.approved" }
func (companyPaid) EventName() string          { return "order.paid" }
func (companyOverdue) EventName() string       { return "order.overdue" }
func (giftTurned) EventName() string           { return "gift.turned" }
func (dueTurned) EventName() string            { return "due.turned" }
func (planWrittenOff) EventName() string       { return "payment_plan.written_off" }
func (certificateAsked) EventName() string     { return "certificate.asked" }
func (certificateDeclined) EventName() string  { return "certificate.declined" }
func (certificateExpiring) EventName() string  { return "certificate.expiring" }
func (certificateIssued) EventName() string    { return "certificate.issued" }
func (certificateRevoked) EventName() string   { return "certificate.revoked" }
func (commentAnswered) EventName() string      { return "comment.answered" }
func (commentHidden) EventName() string        { return "comment.hidden" }
func (complaintTurned) EventName() string      { return "complaint.turned" }
func (courseCompleted) EventName() string      { return "course.completed" }
func (curriculumPublished) EventName() string  { return "curriculum.published" }
func (enrollmentChanged) EventName() string    { return "course.enrollment_changed" }
func (exportReady) EventName() string          { return "profile.export_ready" }
func (goalAchieved) EventName() string         { return "goal.achieved" }
func (goalMissed) EventName() string           { return "goal.missed" }
func (goalWeekOver) EventName() string         { return "goal.week_over" }
func (gradeReturned) EventName() string        { return "assignment.returned" }
func (identityChanged) EventName() string      { return "identity.changed" }
func (instructorChanged) EventName() string    { return "batch.instructor_changed" }
func (invitationAccepted) EventName() string   { return "account.invitation_accepted" }
func (leadReceived) EventName() string         { return "lead.received" }
func (proposalDecided) EventName() string      { return "proposal.decided" }
func (meetingFailed) EventName() string        { return "live.meeting_failed" }
func (onlineMeetingChanged) EventName() string { return "online_meeting.changed" }
func (onlineMeetingDue) EventName() string     { return "online_meeting.due" }
func (passwordChanged) EventName() string      { return "account.password_changed" }
func (reviewAnswered) EventName() string       { return "review.answered" }
func (reviewHidden) EventName() string         { return "review.hidden" }
func (ledgerUnbalanced) EventName() string     { return "ledger.unbalanced" }
func (paymentDisputed) EventName() string      { return "payment.disputed" }
func (paymentFailed) EventName() string        { return "payment.failed" }
func (paymentHeld) EventName() string          { return "payment.held" }
func (paymentRefunded) EventName() string      { return "payment.refunded" }
func (refundRequest) EventName() string        { return "refund_request.changed" }
func (transferDeclined) EventName() string     { return "transfer.declined" }
func (transferSubmitted) EventName() string    { return "transfer.submitted" }
func (blogCommentPublished) EventName() string { return "blog.comment_published" }
func (blogCommentRejected) EventName() string  { return "blog.comment_rejected" }
func (blogCommentsWaiting) EventName() string  { return "blog.comments_waiting" }
func (reviewReported) EventName() string       { return "review.reported" }
func (reviewWritten) EventName() string        { return "review.written" }
func (roomChanged) EventName() string          { return "batch.room_changed" }
func (secondFactorChanged) EventName() string  { return "two_factor.changed" }
func (sessionDue) EventName() string           { return "batch.session_due" }
func (attendanceDisputed) EventName() string   { return "attendance.disputed" }
func (weeklyTimesChanged) EventName() string   { return "course.weekly_times_changed" }
func (disputeAnswered) EventName() string      { return "attendance.dispute_answered" }
func (sessionGuestChanged) EventName() string  { return "batch.session_guest_changed" }
func (sessionRecorded) EventName() string      { return "batch.session_recorded" }
func (sessionReused) EventName() string        { return "account.session_reused" }
func (substituteChanged) EventName() string    { return "batch.substitute_changed" }
func (sessionsChanged) EventName() string      { return "batch.sessions_changed" }
func (studentEnrolled) EventName() string      { return "course.enrolled" }
func (videoFailed) EventName() string          { return "video.failed" }
func (videoReady) EventName() string           { return "video.ready" }
func (workHandedIn) EventName() string         { return "assignment.handed_in" }

// on is a listener that passes on the event's id, as deduplication key, and its time.
func on[E events.Event](notify func(ctx context.Context, dedupKey string, at time.Time, e E) error) events.Listener {
	return events.On("notification", func(ctx context.Context, d events.Delivery[E]) error {
		return notify(ctx, d.ID, d.At, d.Event)
	})
}

// Listeners notify users of events in other features.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		on(func(ctx context.Context, key string, _ time.Time, e accountLocked) error {
			return s.notifyUser(ctx, key, notificationkind.AccountLocked, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e passwordChanged) error {
			return s.notifyUser(ctx, key, notificationkind.PasswordChanged, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e sessionReused) error {
			return s.notifyUser(ctx, key, notificationkind.SessionEnded, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e secondFactorChanged) error {
			return s.notifyUser(ctx, key, notificationkind.SecondFactorChanged, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e identityChanged) error {
			return s.notifyUser(ctx, key, notificationkind.IdentityChanged, e.User)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e exportReady) error {
			return s.notifyUser(ctx, key, notificationkind.ExportReady, e.User)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e applicationDecided) error {
			kind := notificationkind.ApplicationRejected
			if e.Approved {
				kind = notificationkind.ApplicationApproved
			}
			return s.notifyUser(ctx, key, kind, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e applicationReceived) error {
			return s.notifyApplicationReceived(ctx, key, e.ApplicationID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e invitationAccepted) error {
			return s.notifyInviter(ctx, key, e.InvitedBy, e.UserID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e studentEnrolled) error {
			return s.notifyEnrolled(ctx, key, e.UserID, e.CourseID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e enrollmentChanged) error {
			return s.notifyInvited(ctx, key, e.UserID, e.CourseID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e courseCompleted) error {
			return s.notifyCompleted(ctx, key, e.UserID, e.CourseID)
		}),
		on(func(ctx context.Context, _ string, at time.Time, e curriculumPublished) error {
			return s.notifyCourseUpdated(ctx, at, e.CourseID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e videoReady) error {
			return s.notifyVideoEnded(ctx, key, notificationkind.VideoReady, e.VideoID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e videoFailed) error {
			return s.notifyVideoEnded(ctx, key, notificationkind.VideoFailed, e.VideoID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e sessionRecorded) error {
			return s.notifyRecorded(ctx, key, e.LessonID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e meetingFailed) error {
			return s.notifyMeetingFailed(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e substituteChanged) error {
			return s.notifySubstitute(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e sessionsChanged) error {
			return s.notifySessionsChanged(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e workHandedIn) error {
			return s.notifyWorkHandedIn(ctx, key, e.SubmissionID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e gradeReturned) error {
			return s.notifyGradeReturned(ctx, key, e.SubmissionID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e commentAnswered) error {
			return s.notifyCommentAnswered(ctx, key, e.CommentID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e commentHidden) error {
			return s.notifyCommentHidden(ctx, key, e.CommentID)
		}),
		on(func(ctx context.Context, _ string, _ time.Time, e reviewWritten) error {
			return s.notifyReviewReceived(ctx, e.ReviewID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e reviewAnswered) error {
			return s.notifyReviewAnswered(ctx, key, e.ReviewID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e reviewHidden) error {
			return s.notifyReviewHidden(ctx, key, e.ReviewID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e leadReceived) error {
			return s.notifyAdministrators(ctx, key, notificationkind.LeadReceived, Data{"lead": e.LeadID})
		}),
		on(func(ctx context.Context, key string, _ time.Time, e proposalDecided) error {
			return s.notifyAdministrators(ctx, key, notificationkind.ProposalDecided, Data{"lead": e.LeadID})
		}),
		on(func(ctx context.Context, key string, _ time.Time, e complaintTurned) error {
			return s.notifyComplaint(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e transferSubmitted) error {
			return s.notifyTransfer(ctx, key, notificationkind.TransferReceived, e.TransferID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e transferDeclined) error {
			return s.notifyTransfer(ctx, key, notificationkind.TransferDeclined, e.TransferID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e companyApproved) error {
			return s.notifyCompanyOrder(ctx, key, notificationkind.CompanyApproved, e.OrderID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e companyPaid) error {
			return s.notifyPaid(ctx, key, e.OrderID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e ledgerUnbalanced) error {
			return s.notifyAdministrators(ctx, key, notificationkind.LedgerUnbalanced, Data{"count": strconv.FormatInt(e.Damages, 10)})
		}),
		on(func(ctx context.Context, key string, _ time.Time, e paymentDisputed) error {
			return s.notifyDisputed(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e paymentFailed) error {
			return s.notifyBuyer(ctx, key, notificationkind.PaymentFailed, orderfacts.AttemptOf, e.AttemptID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e paymentHeld) error {
			return s.notifyHeld(ctx, key, e.HeldID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e refundRequest) error {
			return s.notifyRefundRequest(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e paymentRefunded) error {
			return s.notifyRefunded(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e companyOverdue) error {
			return s.notifyCompanyOrder(ctx, key, notificationkind.CompanyOverdue, e.OrderID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e dueTurned) error {
			return s.notifyDue(ctx, key, notificationkind.Kind("account.due_"+e.Turn), e.DueID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e planWrittenOff) error {
			return s.notifyWrittenOff(ctx, key, e.PlanID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e giftTurned) error {
			return s.notifyBuyer(ctx, key, notificationkind.Kind("account.gift_"+e.Turn), orderfacts.GiftOf, e.GiftID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e certificateIssued) error {
			return s.notifyHolder(ctx, key, notificationkind.CertificateIssued, e.CertificateID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e certificateRevoked) error {
			return s.notifyHolder(ctx, key, notificationkind.CertificateRevoked, e.CertificateID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e certificateExpiring) error {
			return s.notifyHolder(ctx, key, notificationkind.CertificateExpiring, e.CertificateID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e certificateAsked) error {
			return s.notifyCertificateAsked(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e certificateDeclined) error {
			return s.notifyCertificateDeclined(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e goalAchieved) error {
			return s.notifyGoal(ctx, key, notificationkind.GoalAchieved, e.GoalID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e goalMissed) error {
			return s.notifyGoal(ctx, key, notificationkind.GoalMissed, e.GoalID)
		}),
		on(func(ctx context.Context, _ string, _ time.Time, e goalWeekOver) error {
			return s.notifyGoalWeek(ctx, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e reviewReported) error {
			return s.notifyReviewReported(ctx, key, e.ReviewID)
		}),
		on(func(ctx context.Context, _ string, _ time.Time, e blogCommentPublished) error {
			return s.notifyBlogComment(ctx, e.CommentID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e blogCommentRejected) error {
			return s.notifyBlogCommentRejected(ctx, key, e.CommentID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e blogCommentsWaiting) error {
			return s.notifyBlogCommentsWaiting(ctx, key, e.CommentID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e batchMemberAdded) error {
			return s.notifyBatchMember(ctx, key, notificationkind.BatchAdded, e.BatchID, e.UserID, e.ActorID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e batchMemberRemoved) error {
			return s.notifyBatchMember(ctx, key, notificationkind.BatchRemoved, e.BatchID, e.UserID, e.ActorID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e batchSeatOffered) error {
			return s.notifySeatOffered(ctx, key, e.WaitingID)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e batchCancelled) error {
			return s.notifyBatchCancelled(ctx, key, e)
		}),
		on(func(ctx context.Context, _ string, _ time.Time, e sessionDue) error {
			return s.notifySessionDue(ctx, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e onlineMeetingChanged) error {
			return s.notifyMeetingChanged(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e onlineMeetingDue) error {
			return s.notifyMeetingDue(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e attendanceLow) error {
			return s.notifyAttendanceLow(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e roomChanged) error {
			return s.notifyRoomChanged(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e weeklyTimesChanged) error {
			return s.notifyWeeklyTimes(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e attendanceDisputed) error {
			return s.notifyDispute(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e disputeAnswered) error {
			return s.notifyDisputeAnswered(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e sessionGuestChanged) error {
			return s.notifyGuest(ctx, key, e)
		}),
		on(func(ctx context.Context, key string, _ time.Time, e instructorChanged) error {
			return s.notifyInstructorChanged(ctx, key, e)
		}),
	}
}
