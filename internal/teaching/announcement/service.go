package announcement

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Notices notify users as they prefer.
type Notices interface {
	// Announce notifies users, in the transaction tx, of an announcement that was published: in the app, and by email if mail is set. Each
	// user is notified once for one key, however often it is called.
	Announce(ctx context.Context, tx bun.IDB, n Notice) error
	// MailedKind is the name of the kind of notification that Announce uses with mail.
	MailedKind() string
}

// Notice says that an announcement was published.
type Notice struct {
	ID, Title string
	Key       string // for one key, each user is notified once
	Mail      bool
	Reminder  bool     // that they have not read or confirmed it; Mail says nothing then
	To        []string // user ids
}

type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Queue   *jobs.Queue
	Audit   *audit.Log
	Cleaner *text.Cleaner
	Notices Notices
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

func (s *Service) viewOf(who access.Caller) view { return view{who, s.deps.Clock.Now()} }

// List returns a page of announcements and their number. For signed-in users: those that are shown to them; instructors and administrators
// also see those that they can manage, unless the filter says otherwise.
func (s *Service) List(ctx context.Context, who access.Caller, f Filter, limit, offset int64) ([]Announcement, rest.Count, error) {
	q, v := s.deps.DB.Reader(), s.viewOf(who)
	items, err := list(ctx, q, v, f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	n, err := count(ctx, q, v, f)
	if err != nil {
		return nil, n, err
	}
	shown, err := s.show(ctx, q, v, items, false)
	return shown, n, err
}

// Recent returns what is shown to the caller, sticky announcements first. For signed-in users.
func (s *Service) Recent(ctx context.Context, who access.Caller, limit int64) ([]Announcement, error) {
	v := s.viewOf(who)
	items, err := recent(ctx, s.deps.DB.Reader(), v, limit)
	shown := make([]Announcement, len(items))
	for i, f := range items {
		shown[i] = f.shown(v.now)
	}
	return shown, err
}

// One returns an announcement that is shown to the caller or that they manage. errNotFound for others.
func (s *Service) One(ctx context.Context, who access.Caller, id string) (Announcement, error) {
	return s.read(ctx, s.deps.DB.Reader(), s.viewOf(who), id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, v view, id string) (Announcement, error) {
	f, err := byID(ctx, q, v, id)
	if err != nil {
		return Announcement{}, err
	}
	shown, err := s.show(ctx, q, v, []found{f}, true)
	if err != nil {
		return Announcement{}, err
	}
	return shown[0], nil
}

// show returns announcements as the caller sees them: with their audience for those who announce, with its students if they are asked for.
func (s *Service) show(ctx context.Context, q bun.IDB, v view, items []found, withStudents bool) ([]Announcement, error) {
	shown, announcements := make([]Announcement, len(items)), make([]string, len(items))
	for i, f := range items {
		shown[i], announcements[i] = f.shown(v.now), f.ID
	}
	if len(items) == 0 || !v.who.HasRole(access.Admin, access.Instructor) {
		return shown, nil
	}
	of, err := targetsOf(ctx, q, announcements)
	if err != nil {
		return nil, err
	}
	names, err := namesOf(ctx, q, of)
	for i, f := range items {
		if !v.canEdit(f.row) {
			continue
		}
		a, to := &shown[i], of[f.ID]
		a.CanEdit, a.TargetAudience, a.Audiences, a.Notify, a.NotifiedCount, a.RemindedAt = true, to.sent(), to.names(names), f.Notify, f.Sent, f.RemindedAt
		if withStudents {
			a.SpecificStudents = to.students
		}
	}
	return shown, err
}

// canEdit reports whether the caller wrote an announcement or is an administrator. Of instructors, owned also checks whom it addresses.
func (v view) canEdit(r row) bool {
	return v.who.HasRole(access.Admin) || v.who.HasRole(access.Instructor) && r.CreatedBy == v.who.ID
}

// mostUnread is where counting of unread announcements stops: screens show it as 100+.
const mostUnread = 101

// Unread counts what is shown to the caller and not read. For signed-in users.
func (s *Service) Unread(ctx context.Context, who access.Caller) (UnreadAnnouncements, error) {
	n, err := countUnread(ctx, s.deps.DB.Reader(), s.viewOf(who), mostUnread)
	return UnreadAnnouncements{UnreadCount: n, Count: n}, err
}

// Read notes that the caller has read an announcement. Repeating changes nothing. errNotFound unless it is shown to them.
func (s *Service) Read(ctx context.Context, who access.Caller, id string) (Announcement, error) {
	return s.note(ctx, who, id, func(r *receipt) { r.ReadAt = &r.SeenAt })
}

// Acknowledge confirms that the caller has read an announcement. errNotFound unless it is shown to them.
func (s *Service) Acknowledge(ctx context.Context, who access.Caller, id string) (Announcement, error) {
	return s.note(ctx, who, id, func(r *receipt) { r.ReadAt, r.AcknowledgedAt = &r.SeenAt, &r.SeenAt })
}

// Seen notes that an announcement was on the caller's screen. errNotFound unless it is shown to them.
func (s *Service) Seen(ctx context.Context, who access.Caller, id string) (Announcement, error) {
	return s.note(ctx, who, id, func(*receipt) {})
}

func (s *Service) note(ctx context.Context, who access.Caller, id string, done func(*receipt)) (a Announcement, err error) {
	v := s.viewOf(who)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := shownByID(ctx, tx, v, id); err != nil {
			return err
		}
		r := receipt{UserID: who.ID, AnnouncementID: id, SeenAt: v.now}
		done(&r)
		if err := putReceipt(ctx, tx, r); err != nil {
			return err
		}
		f, err := shownByID(ctx, tx, v, id)
		a = f.shown(v.now)
		return err
	})
	return a, err
}

// ReadAll notes that the caller has read everything that is shown to them now. For signed-in users.
func (s *Service) ReadAll(ctx context.Context, who access.Caller) (u UnreadAnnouncements, err error) {
	v := s.viewOf(who)
	return u, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return readAll(ctx, tx, v) })
}

// Students searches students whom the caller may address. For administrators, and instructors, who find the learners of their courses.
func (s *Service) Students(ctx context.Context, who access.Caller, search string, limit int64) ([]AddressableStudent, error) {
	return searchStudents(ctx, s.deps.DB.Reader(), who, search, limit)
}
