// Package app builds the application by hand. It is the only package that imports features.
package app

import (
	"cmp"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"lectern/internal/commerce/banktransfer"
	"lectern/internal/commerce/company"
	"lectern/internal/commerce/coupon"
	"lectern/internal/commerce/gift"
	"lectern/internal/commerce/order"
	"lectern/internal/commerce/payment"
	"lectern/internal/commerce/receipt"
	"lectern/internal/commerce/refundrequest"
	"lectern/internal/commerce/seat"
	"lectern/internal/commerce/testpay"
	"lectern/internal/learning/analytics"
	"lectern/internal/learning/assignment"
	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/certificate"
	"lectern/internal/learning/certificatetemplate"
	"lectern/internal/learning/content"
	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/discussion"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/goal"
	"lectern/internal/learning/graderetention"
	"lectern/internal/learning/instructor"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/note"
	"lectern/internal/learning/pricing"
	"lectern/internal/learning/progress"
	"lectern/internal/learning/publication"
	"lectern/internal/learning/questionbank"
	"lectern/internal/learning/quiz"
	"lectern/internal/learning/review"
	"lectern/internal/learning/student"
	"lectern/internal/learning/teachinghome"
	"lectern/internal/people/account"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/identity"
	"lectern/internal/people/lockout"
	"lectern/internal/people/notification"
	"lectern/internal/people/password"
	"lectern/internal/people/profile"
	"lectern/internal/people/recovery"
	"lectern/internal/people/school"
	"lectern/internal/people/securitylog"
	"lectern/internal/people/securityreport"
	"lectern/internal/people/session"
	"lectern/internal/people/signup"
	"lectern/internal/people/terms"
	"lectern/internal/people/twofactor"
	"lectern/internal/people/user"
	"lectern/internal/people/userimport"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/idempotency"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/objecthash"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/slots"
	"lectern/internal/platform/text"
	"lectern/internal/platform/typeset"
	"lectern/internal/site/blog"
	"lectern/internal/site/blogcomment"
	"lectern/internal/site/report"
	"lectern/internal/teaching/announcement"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/classroom"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/makeup"
	"lectern/internal/teaching/membership"
	"lectern/internal/teaching/planning"
	"lectern/internal/teaching/recording"
	"lectern/internal/teaching/waiting"
	"lectern/internal/video/playback"
	"lectern/internal/video/sandbox"
	"lectern/internal/video/transcode"
	"lectern/internal/video/upload"
	"lectern/internal/video/videoaccess"
	"lectern/internal/video/viewing"
)

// Deps are what the application is built on, provided by main and the tests.
type Deps struct {
	Config     config.Config
	DB         *db.DB
	Blob       blob.Store
	Clock      clock.Clock
	Log        *slog.Logger
	Tokens     access.Tokens
	Master     *seal.Master
	Mail       mail.Sender         // nil: emails are written to the data folder
	HTTPClient identity.HTTPClient // requests to identity providers; nil: over the internet
	Secret     []byte              // from which signing keys are derived; the same on every server
	// Media is nil when this process does not work on videos; MediaError says why if it should.
	Media      *sandbox.Sandbox
	MediaError error
	Worker     string           // identifies this process among the workers
	Hasher     *password.Hasher // nil: NewHasher(password.Argon2id, nil)
	Fonts      *typeset.Fonts   // in which documents are set; nil: those of the program
	// DemoAccounts are offered to everybody who wants to sign in; none but in the demo.
	DemoAccounts []school.DemoAccount
	// Description of the operations is generated unless given, which only tests do, whose applications share one.
	Description *rest.Description
}

// App is the whole application: HTTP and background work.
type App struct {
	contactForms
	meetingRooms
	API                  *rest.API
	Runner               *jobs.Runner
	Queue                *jobs.Queue
	Audit                *audit.Log
	mail                 mail.Branded
	MailFolder           *mail.Folder // keeps emails when no mail server is set up
	address              string       // public address of the site; "" when unknown
	publicURL            string       // that which the operator has set; "" for none
	limits               *ratelimit.Limiter
	Settings             *settings.Store
	Instructors          *busy.Calendars
	Resources            *busy.Calendars
	pictures             *picture.Renderer
	covers               *picture.Widescreen
	School               *school.Service
	Terms                *terms.Service
	Hasher               *password.Hasher
	security             *securitylog.Log
	lockouts             *lockout.Counter
	emailLinks           *emaillink.Links
	Sessions             *session.Service
	SignUps              *signup.Service
	Recovery             *recovery.Service
	Accounts             *account.Service
	Users                *user.Service
	UserImports          *userimport.Service
	SecurityReport       *securityreport.Service
	Factors              *twofactor.Service
	Courses              *course.Permissions
	Authoring            *authoring.Service
	Catalogue            *catalogue.Service
	Enrollments          *enrollment.Service
	Pricing              *pricing.Service
	Videos               *transcode.Service
	Uploads              *upload.Service
	Playback             *playback.Service
	Viewing              *viewing.Service
	Profiles             *profile.Service
	PersonalData         *profile.PersonalData
	Features             []any // with operations, jobs, listeners, data or checks; see features.go
	health               []rest.Check
	database             *db.DB
	objects              *objecthash.Store
	Identities           *identity.Service
	Notifications        *notification.Service
	Curricula            *curriculum.Service
	Publications         *publication.Service
	Lessons              *lesson.Service
	Exchange             *exchange.Service
	Progress             *progress.Service
	QuestionBanks        *questionbank.Service
	Quizzes              *quiz.Service
	Assignments          *assignment.Service
	Notes                *note.Service
	Discussions          *discussion.Service
	InstructorInfo       *instructor.Service
	TeachingHome         *teachinghome.Service
	Reviews              *review.Service
	Analytics            *analytics.Service
	Goals                *goal.Service
	GradeRetention       *graderetention.Service
	Batches              *planning.Service
	Announcements        *announcement.Service
	Waiting              *waiting.Service
	Live                 *live.Service
	Recordings           *recording.Service
	MakeUps              *makeup.Service
	Classrooms           *classroom.Service
	Members              *membership.Service
	Demos                *demo.Service
	forms                *formguard.Guard
	DemoFeedback         *demofeedback.Service
	Availability         *availability.Service
	Coupons              *coupon.Service
	Orders               *order.Service
	Payments             *payment.Service
	RefundRequests       *refundrequest.Service
	Receipts             *receipt.Service
	TestPayments         *testpay.Service
	Transfers            *banktransfer.Service
	Reports              *report.Service
	Blog                 *blog.Service
	BlogComments         *blogcomment.Service
	Companies            *company.Service
	Gifts                *gift.Service
	Seats                *seat.Service
	Certificates         *certificate.Service
	CertificateTemplates *certificatetemplate.Service
}

// New builds everything and starts nothing.
func New(p Deps) *App {
	objects := objecthash.New(p.Blob, p.DB, p.Clock)
	p.Blob = objects
	keeper := idempotency.New(idempotency.Deps{DB: p.DB, Clock: p.Clock, Secret: sign.DeriveKey(p.Secret, "idempotency")})
	p.Fonts = cmp.Or(p.Fonts, typeset.Embedded())
	a := &App{Queue: &jobs.Queue{DB: p.DB, Clock: p.Clock}, Audit: audit.New(audit.Deps{DB: p.DB, Clock: p.Clock})}
	a.Settings = settings.New(settings.Deps{Clock: p.Clock, Fixed: p.Config.FixedSettings})
	a.Instructors, a.Resources = busy.NewInstructors(busy.Deps{DB: p.DB, Clock: p.Clock}), busy.NewResources(busy.Deps{DB: p.DB, Clock: p.Clock})
	a.buildPeople(p)
	a.buildCourses(p)
	a.API = rest.New(p.Log, p.Tokens.Parse, a.renew, p.Description)
	a.Videos = transcode.New(transcode.Deps{
		DB: p.DB, Blob: p.Blob, Clock: p.Clock, Queue: a.Queue, Master: p.Master, Media: p.Media, Log: p.Log,
		Captions: playback.FoundCaptions{Clock: p.Clock}, Scratch: filepath.Join(p.Config.Data, "scratch"), RetainReplaced: p.Config.PlaybackTokenTTL,
		AdvertisedOnly: p.Config.AdvertisedFormats,
	})
	a.Uploads = upload.New(upload.Deps{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Videos: uploadVideos{a.Videos}, Replacements: uploadReplacements{a.Videos}, Courses: a.Courses, Log: p.Log,
		Key: sign.DeriveKey(p.Secret, "uploads"), TTL: p.Config.UploadSessionTTL, ChunkSize: p.Config.ChunkSize, MaxSize: p.Config.MaxFileSize,
		AdvertisedFormats: p.Config.AdvertisedFormats,
		Scratch:           filepath.Join(p.Config.Data, "scratch"), Address: p.Config.PublicURL,
	})
	a.Progress = progress.New(progress.Deps{DB: p.DB, Clock: p.Clock, Courses: a.Courses, Enrollments: a.Enrollments})
	kinds := content.NewKinds(taskKinds(p))
	a.Lessons = lesson.New(lesson.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Files: courseFiles(p), Courses: a.Courses, Progress: a.Progress, Kinds: kinds})
	a.Curricula = curriculum.New(curriculum.Deps{DB: p.DB, Clock: p.Clock, Courses: a.Courses, Progress: a.Progress, Kinds: kinds})
	a.Publications = publication.New(publication.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Curricula: a.Curricula})
	a.covers = picture.NewWidescreen(a.pictures, coverTools{a.Videos, p.Media})
	a.meetingRooms = a.newMeetingRooms(p)
	a.Authoring = a.newAuthoring(p)
	a.Exchange = exchange.New(exchange.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Courses: a.Courses, Drafts: a.Curricula, Kinds: kinds,
		Scratch: filepath.Join(p.Config.Data, "scratch")})
	videos := videoaccess.New(videoaccess.Deps{DB: p.DB, Courses: watching{p.DB, a.Courses, a.Lessons}})
	a.Playback = playback.New(playback.Deps{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Master: p.Master, Videos: videos, Audit: a.Audit, Log: p.Log,
		Key: sign.DeriveKey(p.Secret, "playback"), TokenTTL: p.Config.PlaybackTokenTTL,
	})
	a.Viewing = viewing.New(viewing.Deps{DB: p.DB, Clock: p.Clock, Videos: videos, Progress: a.Progress})
	a.Notifications = a.newNotifications(p)
	a.Notes = note.New(note.Deps{DB: p.DB, Clock: p.Clock, Lessons: a.Lessons})
	a.Discussions = discussion.New(discussion.Deps{DB: p.DB, Cleaner: text.NewCleaner(), Clock: p.Clock, Audit: a.Audit, Lessons: a.Lessons, Courses: a.Courses})
	a.InstructorInfo = instructor.New(instructor.Deps{DB: p.DB, Pictures: a.Profiles})
	a.TeachingHome = teachinghome.New(teachinghome.Deps{DB: p.DB})
	a.Reviews = review.New(review.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Limits: a.limits})
	a.Certificates = a.newCertificates(p)
	a.QuestionBanks, a.Quizzes, a.Assignments = a.newQuestionBanks(p), a.newQuizzes(p), a.newAssignments(p)
	a.Analytics = analytics.New(analytics.Deps{DB: p.DB, Clock: p.Clock, Courses: a.Courses, Lessons: a.Progress, Preferences: profile.Preferences{Settings: a.Settings}})
	a.Goals = goal.New(goal.Deps{DB: p.DB, Clock: p.Clock, Forecasts: a.Analytics, Preferences: profile.Preferences{Settings: a.Settings}})
	a.GradeRetention = graderetention.New(graderetention.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings})
	a.API.OnImpersonatedChange(a.Users.RecordImpersonatedChange)
	a.API.UseIdempotencyStore(keeper)
	a.API.UseSlots(slots.New(imports), slots.New(exports))
	a.API.NameIDs(idNames)
	a.API.TrustProxies(p.Config.TrustedProxies)
	a.API.AllowUploadOrigin(storageOrigin(p.Config.Storage))
	if strings.HasPrefix(p.Config.PublicURL, "https://") {
		a.API.RequireTLS()
	}
	a.API.AllowFrameOrigins(content.EmbedOrigins()...)
	a.assemble(p, slices.Concat([]any{a.Queue, a.limits, keeper, a.Audit, a.Instructors, a.Resources}, a.people(),
		[]any{a.GradeRetention, a.Authoring, a.Catalogue, a.Enrollments, a.Pricing, a.Uploads, a.Videos, a.Playback, a.Viewing, a.Profiles, a.Notifications, a.Curricula, a.Publications, a.Lessons,
			a.Exchange, a.Progress, a.QuestionBanks, a.Quizzes, a.Assignments, a.Notes, a.Discussions, a.InstructorInfo, student.New(student.Deps{DB: p.DB, Pictures: a.Profiles}), a.TeachingHome, a.Reviews, a.Analytics, a.Goals, a.Certificates, a.CertificateTemplates},
		a.teaching(p), a.commerce(p), a.publishing(p))...)
	a.database, a.objects, a.health = p.DB, objects, healthChecks(p)
	a.API.Health(a.health...)
	return a
}

func (p Deps) mediaHealth() (string, error) {
	if p.Media != nil {
		return p.Media.Check(), nil
	}
	if p.MediaError != nil { // its text may contain paths, so it is only logged
		return "this server cannot process video safely: ffmpeg or its sandbox does not start; its log says what to do", p.MediaError
	}
	return "left to lectern worker", nil
}

// NewForDocument returns an application without a database, whose operations can be listed and described but not called.
func NewForDocument() *App {
	return New(Deps{DB: new(db.DB), Clock: clock.System{}, Blob: new(blob.Disk), Master: new(seal.Master), Log: slog.New(slog.DiscardHandler)})
}
