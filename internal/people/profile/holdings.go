package profile

// Holding is a table that holds something of a person: what of it goes into the archive of their data. A test compares the
// list with the tables that there are: whoever adds one says here what becomes of it.
type Holding struct {
	Table  string
	Column string   // by which a row belongs to a person
	Export []string // columns; none when Excuse says why not
	Excuse string
}

// Reasons for which a table is not exported.
const (
	secret  = "holds nothing but what proves who somebody is: it would be of use to a thief alone"
	passing = "is gone within minutes"
	others  = "tells of a decision about somebody else"
	trace   = "follows from other tables that are exported"
	work    = "is part of a course that they worked on, which stays"
	record  = "is the operator's record of what administrators did, which they must keep"
)

// Holdings is every table that refers to a person.
var Holdings = []Holding{
	{Table: "users", Column: "id", Export: []string{"id", "email", "full_name", "status", "email_verified_at", "created_at", "updated_at"}},
	{Table: "user_roles", Column: "user_id", Export: []string{"role"}},
	{Table: "profiles", Column: "user_id", Export: []string{"about", "version", "updated_at"}},
	{Table: "email_changes", Column: "user_id", Export: []string{"old_email", "new_email", "created_at", "confirmed_at", "ended_at"}},
	{Table: "data_exports", Column: "user_id", Export: []string{"id", "status", "created_at", "ready_at"}},
	{Table: "deletion_requests", Column: "user_id", Export: []string{"requested_at", "erase_at"}},
	{Table: "deletion_requests", Column: "requested_by", Excuse: others},
	{Table: "sessions", Column: "user_id", Export: []string{"user_agent", "place", "created_at", "rotated_at", "expires_at", "revoked_at", "revoked_why"}},
	{Table: "devices", Column: "user_id", Export: []string{"created_at", "last_used_at"}},
	{Table: "lockouts", Column: "user_id", Export: []string{"reason", "attempts", "last_at", "locked_until"}},
	{Table: "lockout_events", Column: "user_id", Export: []string{"reason", "attempts", "locked_at", "locked_until"}},
	{Table: "admin_locks", Column: "user_id", Export: []string{"note", "locked_at", "locked_until"}},
	{Table: "admin_locks", Column: "locked_by", Excuse: others},
	{Table: "account_links", Column: "user_id", Export: []string{"purpose", "created_at", "expires_at", "used_at"}},
	{Table: "role_applications", Column: "user_id", Export: []string{"role", "about", "status", "note", "created_at", "decided_at"}},
	{Table: "role_applications", Column: "decided_by", Excuse: others},
	{Table: "invitations", Column: "invited_by", Excuse: others},
	{Table: "sign_in_challenges", Column: "user_id", Excuse: passing},
	{Table: "two_factor_roles", Column: "set_by", Excuse: others},
	{Table: "authenticators", Column: "user_id", Export: []string{"confirmed", "created_at"}},
	{Table: "passkeys", Column: "user_id", Export: []string{"name", "created_at", "last_used_at"}},
	{Table: "passkey_challenges", Column: "user_id", Excuse: passing},
	{Table: "recovery_codes", Column: "user_id", Excuse: secret},
	{Table: "outside_identities", Column: "user_id", Export: []string{"provider", "issuer", "subject", "email", "created_at", "last_used_at"}},
	{Table: "identity_visits", Column: "user_id", Excuse: passing},
	{Table: "identity_proofs", Column: "user_id", Excuse: passing},
	{Table: "notifications", Column: "user_id", Export: []string{"kind", "data", "in_app", "mail", "created_at", "read_at"}},
	{Table: "notification_choices", Column: "user_id", Export: []string{"kind", "in_app", "mail"}},
	{Table: "notification_rhythms", Column: "user_id", Export: []string{"rhythm", "hour", "weekday", "time_zone", "next_at"}},
	{Table: "notification_boxes", Column: "user_id", Excuse: trace},
	{Table: "security_events", Column: "user_id", Export: []string{"at", "kind", "network", "user_agent"}},
	{Table: "idempotency_keys", Column: "user_id", Excuse: "is what their own requests were answered with, and is gone after a day"},
	{Table: "user_tails", Column: "user_id", Excuse: trace},
	{Table: "user_filters", Column: "owner_id", Export: []string{"name", "query", "created_at"}},
	{Table: "user_actings", Column: "user_id", Export: []string{"reason", "read_only", "created_at", "expires_at", "ended_at"}},
	{Table: "user_actings", Column: "admin_id", Excuse: others},
	{Table: "audit_personal", Column: "user_id", Excuse: record},
	{Table: "audit_log", Column: "actor_id", Excuse: record},
	{Table: "audit_log", Column: "behalf_id", Excuse: record},
	{Table: "courses", Column: "created_by", Export: []string{"id", "title", "summary", "description", "status", "created_at", "updated_at"}},
	{Table: "course_instructors", Column: "user_id", Export: []string{"course_id"}},
	{Table: "enrollments", Column: "user_id", Export: []string{"course_id", "status", "created_at", "updated_at"}},
	{Table: "saved_courses", Column: "user_id", Export: []string{"course_id", "created_at"}},
	{Table: "videos", Column: "owner_id", Export: []string{"id", "course_id", "title", "description", "original_file_name", "file_size", "status", "created_at"}},
	{Table: "upload_sessions", Column: "user_id", Export: []string{"id", "course_id", "original_file_name", "file_size", "status", "created_at", "completed_at"}},
	{Table: "watch_positions", Column: "user_id", Export: []string{"video_id", "position_ms", "client_time", "updated_at"}},
	{Table: "watch_events", Column: "user_id", Export: []string{"video_id", "kind", "from_ms", "to_ms", "value_ms", "rendition", "client_time", "received_at"}},
	{Table: "progress_events", Column: "user_id", Export: []string{"course_id", "lesson_id", "kind", "value", "client_time", "received_at"}},
	{Table: "lesson_progress", Column: "user_id", Export: []string{"course_id", "lesson_id", "status", "percent", "score", "time_spent", "started_at", "completed_at", "last_at"}},
	{Table: "lesson_activity", Column: "user_id", Excuse: trace},
	{Table: "leaderboard_opt_outs", Column: "user_id", Export: []string{"course_id", "left_at"}},
	{Table: "course_progress", Column: "user_id", Export: []string{"course_id", "completed", "required", "percent", "time_spent", "started_at", "completed_at", "last_at"}},
	{Table: "quiz_attempts", Column: "user_id", Export: []string{"id", "course_id", "lesson_id", "number", "status", "started_at", "submitted_at", "earned", "possible", "percent", "passed"}},
	{Table: "submissions", Column: "user_id", Export: []string{"id", "course_id", "lesson_id", "status", "number", "late", "excused", "draft_text", "draft_link", "submitted_at", "returned_at", "returned_grade"}},
	{Table: "submissions", Column: "graded_by", Excuse: others},
	{Table: "lesson_notes", Column: "user_id", Export: []string{"course_id", "lesson_id", "at_ms", "body", "created_at", "updated_at"}},
	{Table: "lesson_comments", Column: "author_id", Export: []string{"course_id", "lesson_id", "thread_id", "body", "created_at", "edited_at", "hidden_reason"}},
	{Table: "lesson_comments", Column: "hidden_by", Excuse: others},
	{Table: "curricula", Column: "updated_by", Excuse: work},
	{Table: "curricula", Column: "publish_by", Excuse: work},
	{Table: "curriculum_edits", Column: "edited_by", Excuse: work},
	{Table: "curriculum_versions", Column: "published_by", Export: []string{"course_id", "number", "note", "published_at"}},
	{Table: "curriculum_templates", Column: "created_by", Export: []string{"title", "summary", "category", "created_at"}},
	{Table: "course_files", Column: "uploaded_by", Export: []string{"course_id", "name", "type", "size", "created_at"}},
	{Table: "watch_viewers", Column: "user_id", Excuse: trace},
	{Table: "watched_buckets", Column: "user_id", Excuse: trace},
}

// exported are the tables of the archive.
func exported() (list []Holding) {
	for _, h := range Holdings {
		if len(h.Export) > 0 {
			list = append(list, h)
		}
	}
	return list
}
