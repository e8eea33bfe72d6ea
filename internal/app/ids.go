package app

// idNames says what the ids in paths are called in messages: "Course ID cannot be empty".
var idNames = map[string]string{
	"courses": "Course", "course": "Course", "{type}": "Course", "update": "Course", "toggle-status": "Course", "live": "Course", "blended": "Course", "free": "Course",
	"question-banks": "Course", "sourceId": "Course",
	"contacts": "Lead", "complaints": "Complaint", "feedback": "Feedback", "lessons": "Lesson", "lesson": "Lesson", "quizzes": "Quiz", "quiz-attempts": "Attempt", "assignments": "Assignment", "submissions": "Submission",
	"comments": "Comment", "reviews": "Review", "notes": "Note", "goals": "Goal", "milestones": "Milestone", "video-streaming": "Video",
	"announcements": "Announcement", "batches": "Batch", "individual": "Batch", "student": "Student", "studentId": "Student", "students": "Student", "waiting": "Waiting",
	"instructor": "Instructor", "instructors": "Instructor", "time-off": "Time off", "online-meetings": "Meeting", "meetings": "Meeting", "online-meetings/update": "Meeting", "get": "Meeting", "delete": "Meeting",
	"recorded-lessons": "Recording", "recordings": "Recording", "registrantId": "Registrant", "join": "Registrant", "meeting-hosts": "Host", "rooms": "Classroom", "demo-booking": "Booking", "demo-feedback": "Feedback", "feeds": "Calendar address", "external": "Calendar",
	"upcoming-classes": "Instructor", "ongoing-classes": "Instructor",
	"users": "User", "profile": "User", "lock-account": "User", "unlock-account": "User", "avatars": "Picture", "covers": "Picture", "posters": "Video",
	"role-applications": "Application", "invitations": "Invitation", "identities": "Identity", "passkeys": "Passkey", "sessions": "Session",
	"orders": "Order", "plans": "Payment plan", "dues": "Instalment", "paymentId": "Payment", "attempts": "Payment", "certificates": "Certificate", "certificate-templates": "Template", "pictureId": "Picture", "blogs": "Post", "blogs/tags": "Tag", "commenters": "User", "blog-covers": "Cover", "uploads": "Picture", "couponId": "Coupon", "heldId": "Payment", "refundId": "Refund", "refund-requests": "Refund request", "disputeId": "Dispute",
	"corporate": "Company",
	"lists":     "List", "subscribers": "Subscriber", "campaigns": "Campaign", "corporate-training": "Lead", "proposals": "Proposal",
	"filters": "Filter", "runs": "Run", "bulk-jobs": "Job", "imports": "Import", "blogs/import": "Import", "notifications": "Notification", "mails": "Email",
}
