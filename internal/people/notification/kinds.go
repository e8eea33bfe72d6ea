package notification

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"lectern/internal/platform/access"
)

// Kind is a sort of news. Its name is kept: it stands in the database.
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
	CourseEnrolled      Kind = "course.enrolled"
	CourseNewStudent    Kind = "course.new_student"
	GradeReturned       Kind = "course.grade_returned"
	WorkHandedIn        Kind = "course.work_handed_in"
	CommentAnswered     Kind = "course.comment_answered"
	CommentHidden       Kind = "course.comment_hidden"
	VideoReady          Kind = "video.ready"
	VideoFailed         Kind = "video.failed"
	ApplicationReceived Kind = "admin.application_received"
	InvitationAccepted  Kind = "admin.invitation_accepted"
)

// Who writes the mail of a kind.
type writer int

const (
	us         writer = iota // this package, if the reader wants it
	themselves               // the feature whose fact it is, always: nobody can switch it off
)

// traits are what is the same about all news of a kind.
type traits struct {
	Group       string
	Title       string // of the kind, as the settings name it
	Description string
	InApp, Mail bool // as long as the reader has not chosen
	mailedBy    writer
	roles       []access.Role // who has such news; nil: everybody
	path        string        // of the page that it is about, with placeholders
}

var teaching = []access.Role{access.Instructor, access.Admin}

// catalogue is every kind that there is.
var catalogue = map[Kind]traits{
	PasswordChanged: {"security", "Your password was changed", "", true, true, themselves, nil, "/settings/security"},
	AccountLocked:   {"security", "Your account was locked", "Somebody tried several wrong passwords.", true, true, themselves, nil, "/settings/security"},
	SessionEnded: {"security", "A device was signed out for safety", "Its session was used in two places.", true, true, themselves, nil,
		"/settings/security"},
	SecondFactorChanged: {"security", "Your second step has changed", "An authenticator app, a passkey or your recovery codes.", true, true, themselves, nil,
		"/settings/security"},
	IdentityChanged: {"security", "Your ways of signing in have changed", "An account of another provider was connected, or is so no more.", true, true,
		themselves, nil, "/settings/security"},
	ExportReady:         {"account", "Your data is ready", "The archive that you have asked for.", true, true, themselves, nil, "/settings/data"},
	ApplicationApproved: {"account", "Your application is accepted", "", true, true, themselves, nil, "/"},
	ApplicationRejected: {"account", "Your application is not accepted", "", true, true, themselves, nil, ""},
	CourseEnrolled:      {"courses", "You are enrolled", "In a course that you have joined, or that you were given.", true, false, us, nil, "/courses/{course}"},
	CourseUpdated:       {"courses", "Courses have changed", "There is something new in a course that you take, at most once a day.", true, false, us, nil, "/courses/{course}"},
	CourseCompleted:     {"courses", "You have completed a course", "", true, false, us, nil, "/courses/{course}"},
	CourseNewStudent:    {"courses", "New students", "Somebody enrols in a course that you teach.", true, false, us, teaching, "/courses/{course}"},
	GradeReturned:       {"courses", "Grades", "Work that you have handed in is graded.", true, true, us, nil, "/learn/{course}/{lesson}"},
	WorkHandedIn: {"courses", "Work handed in", "A learner of a course that you teach hands in work.", true, false, us, teaching,
		"/teach/courses/{course}/submissions"},
	CommentAnswered: {"courses", "Answers to your comments", "", true, false, us, nil, "/learn/{course}/{lesson}"},
	CommentHidden:   {"courses", "Comments of yours that were hidden", "By those who teach the course, with their reason.", true, true, us, nil, "/learn/{course}/{lesson}"},
	VideoReady:      {"videos", "Videos are ready", "A video in a course that you teach can be watched.", true, false, us, teaching, "/learn/{course}/{video}"},
	VideoFailed: {"videos", "Videos have failed", "A video in a course that you teach could not be processed.", true, true, us, teaching,
		"/teach/videos?video={video}"},
	ApplicationReceived: {"administration", "Applications", "Somebody applies to be an instructor or a corporate client.", true, true, us,
		[]access.Role{access.Admin}, "/admin/applications"},
	InvitationAccepted: {"administration", "Invitations accepted", "Somebody whom you invited has joined.", true, false, us,
		[]access.Role{access.Admin}, "/admin/users/{user}"},
}

// groups are the headings of the settings, in their order.
var groups = []string{"security", "account", "courses", "videos", "administration"}

// kindsFor lists the kinds that somebody with these roles can have news of, in the order of the settings.
func kindsFor(roles []access.Role) []Kind {
	return slices.SortedFunc(func(yield func(Kind) bool) {
		for kind, about := range catalogue {
			if about.concerns(roles) && !yield(kind) {
				return
			}
		}
	}, func(a, b Kind) int {
		if d := slices.Index(groups, catalogue[a].Group) - slices.Index(groups, catalogue[b].Group); d != 0 {
			return d
		}
		return strings.Compare(catalogue[a].Title, catalogue[b].Title)
	})
}

func (t traits) concerns(roles []access.Role) bool {
	return t.roles == nil || slices.ContainsFunc(t.roles, func(r access.Role) bool { return slices.Contains(roles, r) })
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// fill puts the data of n where a text has placeholders.
func (n stored) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string { return n.Data.V[name[1:len(name)-1]] })
}

// path is that of the page that n is about.
func (n stored) path() string {
	return placeholder.ReplaceAllStringFunc(catalogue[n.Kind].path, func(name string) string {
		return url.PathEscape(n.Data.V[name[1:len(name)-1]])
	})
}
