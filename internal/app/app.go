// Package app builds the application by hand. It is the only package that imports features.
package app

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"lectern/internal/learning/analytics"
	"lectern/internal/learning/assignment"
	"lectern/internal/learning/content"
	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/discussion"
	"lectern/internal/learning/note"
	"lectern/internal/learning/progress"
	"lectern/internal/learning/quiz"
	"lectern/internal/people/account"
	"lectern/internal/people/identity"
	"lectern/internal/people/lockout"
	"lectern/internal/people/notification"
	"lectern/internal/people/password"
	"lectern/internal/people/profile"
	"lectern/internal/people/twofactor"
	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/idempotency"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
	"lectern/internal/video/playback"
	"lectern/internal/video/transcode"
	"lectern/internal/video/upload"
	"lectern/internal/video/videoaccess"
	"lectern/internal/video/viewing"
)

// Deps is what the application stands on; main and the tests bring them.
type Deps struct {
	Config config.Config
	DB     *db.DB
	Blob   blob.Store
	Clock  clock.Clock
	Log    *slog.Logger
	Tokens access.Tokens
	Master *seal.Master
	Mail   mail.Sender    // nil: letters lie in the data folder
	Reach  identity.Reach // how providers of identities are asked; nil: over the internet
	Secret []byte         // from which keys for signatures are derived; the same on every server
	// Media is nil where this process does not work on videos; MediaTrouble says why when it should.
	Media        *media.Sandbox
	MediaTrouble error
	Worker       string           // names this process among the workers
	Hasher       *password.Hasher // of passwords; nil: NewHasher(password.Argon2id, nil)
	// Description of the operations is made anew unless it is given, which only tests do, whose applications share one.
	Description *rest.Description
}

// App is the whole application: its HTTP side and its background side.
type App struct {
	API           *rest.API
	Runner        *jobs.Runner
	Queue         *jobs.Queue
	Audit         *audit.Log
	Hasher        *password.Hasher
	Accounts      *account.Service
	Users         *user.Service
	Factors       *twofactor.Service
	Courses       *course.Service
	Videos        *transcode.Service
	Uploads       *upload.Service
	Playback      *playback.Service
	Viewing       *viewing.Service
	Profiles      *profile.Service
	PersonalData  *profile.PersonalData
	Features      []any // what brings operations, jobs, listeners, data or checks; see features.go
	health        []rest.Check
	Identities    *identity.Service[account.Entry]
	Notifications *notification.Service
	Curricula     *curriculum.Service
	Progress      *progress.Service
	Quizzes       *quiz.Service
	Assignments   *assignment.Service
	Notes         *note.Service
	Discussions   *discussion.Service
	Analytics     *analytics.Service
}

// New builds everything and starts nothing.
func New(p Deps) *App {
	keeper := &idempotency.Store{DB: p.DB, Clock: p.Clock}
	a := &App{
		Queue:   &jobs.Queue{DB: p.DB, Clock: p.Clock},
		Audit:   &audit.Log{DB: p.DB, Clock: p.Clock},
		Factors: &twofactor.Service{DB: p.DB, Clock: p.Clock, Master: p.Master, Key: Derive(p.Secret, "second factors")},
	}
	a.Hasher = p.Hasher
	if a.Hasher == nil {
		a.Hasher = NewHasher(password.Argon2id, nil)
	}
	a.Courses = newCourses(p, a)
	a.Accounts = &account.Service{
		DB: p.DB, Clock: p.Clock, Tokens: p.Tokens, Key: Derive(p.Secret, "accounts"), Queue: a.Queue, Audit: a.Audit,
		Locks:  &lockout.Counter{DB: p.DB, Clock: p.Clock},
		Limits: &ratelimit.Limiter{DB: p.DB, Clock: p.Clock, Key: Derive(p.Secret, "rate limits")},
		Mail:   p.Mail, Letters: mail.NewFolder(filepath.Join(p.Config.Data, "mail")), Address: cmp.Or(p.Config.PublicURL, p.Config.LocalURL),
		Hasher: a.Hasher, Wrong: account.NewAttempts(p.Clock, setupTries),
		Factors: a.Factors,
	}
	if p.Mail == nil {
		a.Accounts.Mail = a.Accounts.Letters
	}
	a.Identities = newIdentities(p, a.Accounts)
	a.Accounts.Outside = a.Identities
	f := a.Factors
	f.Locks, f.Limits, f.Queue, f.Mail, f.Address = a.Accounts.Locks, a.Accounts.Limits, a.Queue, a.Accounts.Mail, a.Accounts.Address
	f.Accounts, f.Audit = a.Accounts, a.Audit
	a.Users = &user.Service{DB: p.DB, Clock: p.Clock, Tokens: p.Tokens, Audit: a.Audit, Accounts: a.Accounts, Factors: f}
	a.API = rest.New(p.Log, p.Tokens.Parse, a.renew, p.Description)
	a.Videos = transcode.New(transcode.Deps{
		DB: p.DB, Blob: p.Blob, Clock: p.Clock, Queue: a.Queue, Master: p.Master, Media: p.Media, Log: p.Log,
		Scratch: filepath.Join(p.Config.Data, "scratch"), RetainReplaced: p.Config.PlaybackTokenTTL,
	})
	a.Uploads = upload.New(upload.Deps{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Queue: a.Queue, Videos: uploadVideos{a.Videos}, Courses: a.Courses, Log: p.Log,
		Key: Derive(p.Secret, "uploads"), TTL: p.Config.UploadSessionTTL, ChunkSize: p.Config.ChunkSize, MaxSize: p.Config.MaxFileSize,
		Scratch: filepath.Join(p.Config.Data, "scratch"), Address: p.Config.PublicURL,
	})
	a.Progress = &progress.Service{DB: p.DB, Clock: p.Clock, Courses: a.Courses}
	a.Curricula = a.newCurricula(p)
	videos := videoaccess.New(videoaccess.Deps{DB: p.DB, Courses: watching{a.Courses, a.Curricula}})
	a.Playback = playback.New(playback.Deps{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Master: p.Master, Videos: videos, Log: p.Log,
		Key: Derive(p.Secret, "playback"), TokenTTL: p.Config.PlaybackTokenTTL,
	})
	a.Viewing = viewing.New(viewing.Deps{DB: p.DB, Clock: p.Clock, Videos: videos, Progress: a.Progress})
	a.Profiles = a.newProfiles(p)
	a.Users.Leavers = a.Profiles
	a.Notifications = a.newNotifications(p)
	a.Notes, a.Discussions = a.newNotes(p), a.newDiscussions(p)
	a.Courses.Weeks, a.Courses.Accounts = a.Curricula, a.Accounts
	a.Quizzes, a.Assignments = a.newQuizzes(p), a.newAssignments(p)
	a.Analytics = a.newAnalytics(p)
	a.API.OnImpersonatedChange(a.Users.Acted)
	a.API.UseIdempotencyStore(keeper)
	a.API.TrustProxies(p.Config.TrustedProxies)
	a.API.AllowUploadOrigin(storageOrigin(p.Config.Storage))
	if strings.HasPrefix(p.Config.PublicURL, "https://") {
		a.API.RequireTLS()
	}
	a.API.AllowFrameOrigins(content.EmbedOrigins()...)
	a.assemble(p,
		a.Queue, a.Accounts.Limits, keeper,
		a.Audit, a.Accounts, a.Identities, twofactor.Entrance[account.SignedIn]{Service: a.Factors, Door: a.Accounts}, a.Users,
		a.Courses, a.Uploads, a.Videos, a.Playback, a.Viewing, a.Profiles, a.Notifications, a.Curricula, a.Progress, a.Quizzes,
		a.Assignments, a.Notes, a.Discussions, a.Analytics)
	a.health = healthChecks(p)
	a.API.Health(a.health...)
	return a
}

// newIdentities is signing in with accounts elsewhere.
func newIdentities(p Deps, accounts *account.Service) *identity.Service[account.Entry] {
	reach := p.Reach
	if reach == nil {
		reach = identity.NewReach(p.Config.IdentityProviders)
	}
	return &identity.Service[account.Entry]{
		DB: p.DB, Clock: p.Clock, Key: Derive(p.Secret, "outside identities"), Limits: accounts.Limits, Mail: accounts.Mail, Address: accounts.Address,
		Accounts: accounts, Providers: identity.NewProviders(p.Config.IdentityProviders, reach, p.Clock), Patience: identityPatience,
	}
}

const (
	identityPatience = 10 * time.Second // with a provider, while somebody waits

	hashQueue  = 64 // calls that may wait for the hasher
	setupTries = 5  // wrong set-up codes a minute
)

// NewHasher returns the hasher of passwords, which leaves a core to other requests. onQueue may be nil.
func NewHasher(cost password.Cost, onQueue func(long bool)) *password.Hasher {
	return password.NewHasher(password.Options{Cost: cost, Parallel: max(1, runtime.NumCPU()-1), Waiting: hashQueue, OnQueue: onQueue})
}

func (p Deps) mediaHealth() (string, error) {
	if p.Media != nil {
		return p.Media.Check(), nil
	}
	if p.MediaTrouble != nil { // whose text is for the log: it may name paths
		return "this server cannot process video safely: ffmpeg or its sandbox does not start; its log says what to do", p.MediaTrouble
	}
	return "left to lectern worker", nil
}

// Derive is a key of its own for one purpose, made of the secret of the installation.
func Derive(secret []byte, purpose string) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("lectern " + purpose))
	return mac.Sum(nil)
}
