package attendancegrid

import (
	"context"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/participants"
)

// Accounts is what this package needs of accounts.
type Accounts interface {
	// EmailKey returns the key that all spellings of an email address share.
	EmailKey(email string) string
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Accounts Accounts
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// mayMark reports whether an instructor can still correct the attendance of a session.
func mayMark(who access.Caller, s classsession.Session, now time.Time) bool {
	return who.HasRole(access.Admin) || now.Before(s.EndsAt.Add(attendance.MarksOpen))
}

// Grid returns the attendance of a batch. For its instructors. fault.NotFound, batch.ErrNotTaught, fault.Invalid.
func (s *Service) Grid(ctx context.Context, who access.Caller, batchID string, f GridFilter, limit, offset int64) (AttendanceGrid, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if _, err := batch.ReadTaught(ctx, q, who, batchID); err != nil {
		return AttendanceGrid{}, err
	}
	all, err := attendance.Begun(ctx, q, batchID, now)
	if err != nil {
		return AttendanceGrid{}, err
	}
	shown := slices.DeleteFunc(slices.Clone(all), func(c classsession.Session) bool { return f.Before != "" && c.Date >= f.Before })
	g := AttendanceGrid{Sessions: []GridSession{}, Learners: []GridLearner{}, HasOlder: len(shown) > mostSessions}
	shown = shown[max(0, len(shown)-mostSessions):]
	if len(shown) == 0 {
		return g, nil
	}
	if g.Sessions, err = columns(ctx, q, who, shown, now); err != nil {
		return g, err
	}
	g.Learners, err = rows(ctx, q, batchID, all, shown, now, limit+1, offset)
	if g.HasMore = int64(len(g.Learners)) > limit; g.HasMore {
		g.Learners = g.Learners[:limit]
	}
	return g, err
}

func columns(ctx context.Context, q bun.IDB, who access.Caller, shown []classsession.Session, now time.Time) ([]GridSession, error) {
	ids := make([]string, len(shown))
	for i, s := range shown {
		ids[i] = s.ID
	}
	versions, err := versionsOf(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	unmatched, err := participants.CountUnmatched(ctx, q, attendance.OfSession, ids)
	columns := make([]GridSession, len(shown))
	for i, s := range shown {
		columns[i] = GridSession{ID: s.ID, Date: s.Date, StartTime: s.StartTime, Title: s.Title, StartsAt: s.StartsAt, EndsAt: s.EndsAt, CanEdit: mayMark(who, s, now),
			Tag: rest.TagOf(sheetVersion(versions[s.ID])), Unmatched: unmatched[s.ID]}
	}
	return columns, err
}

// sheetVersion is the version of the attendance of a session.
type sheetVersion int64

// EditVersion implements rest.Versioned.
func (v sheetVersion) EditVersion() int64 { return int64(v) }

// rows returns learners with their cells in the sessions that are shown; their rates are of all.
func rows(ctx context.Context, q bun.IDB, batchID string, all, shown []classsession.Session, now time.Time, limit, offset int64) ([]GridLearner, error) {
	members, err := membersOf(ctx, q, batchID, shown[len(shown)-1].EndsAt, limit, offset)
	if err != nil {
		return nil, err
	}
	users := make([]string, len(members))
	for i, m := range members {
		users[i] = m.UserID
	}
	book, err := attendance.Read(ctx, q, all, users, now)
	if err != nil {
		return nil, err
	}
	learners := make([]GridLearner, len(members))
	for at, m := range members {
		l := GridLearner{UserID: m.UserID, FullName: m.FullName, Status: m.Status, AttendanceRate: book.Rate(m.Member).Percent(), Cells: make([]GridCell, len(shown))}
		for i, s := range shown {
			l.Cells[i].Status = notExpected
			if attendance.IsExpected(m.Member, s) {
				l.Cells[i].Status, l.Cells[i].IsMarked = book.Status(s, m.UserID)
			}
		}
		learners[at] = l
	}
	return learners, nil
}

// Export writes the attendance of a batch in all sessions so far as a sheet. For its instructors. fault.NotFound, batch.ErrNotTaught.
func (s *Service) Export(ctx context.Context, who access.Caller, batchID string) (func(io.Writer) error, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if _, err := batch.ReadTaught(ctx, q, who, batchID); err != nil {
		return nil, err
	}
	all, err := attendance.Begun(ctx, q, batchID, now)
	if err != nil {
		return nil, err
	}
	heading, written := []string{"Name", "Attendance rate in percent"}, int64(0)
	for _, c := range all {
		heading = append(heading, c.Date+" "+c.StartTime)
	}
	next := func() ([]GridLearner, error) {
		if len(all) == 0 {
			return nil, nil
		}
		learners, err := rows(ctx, q, batchID, all, all, now, sheet.PageRows, written)
		written += int64(len(learners))
		return learners, err
	}
	return func(w io.Writer) error { return sheet.Export(w, heading, next, GridLearner.cells) }, nil
}

// cells are those of a learner in the sheet.
func (l GridLearner) cells() []string {
	cells := []string{l.FullName, ""}
	if l.AttendanceRate != nil {
		cells[1] = strconv.FormatInt(*l.AttendanceRate, 10)
	}
	for _, c := range l.Cells {
		cells = append(cells, c.Status)
	}
	return cells
}

// findTaught returns a session that has begun and whose attendance the caller may correct. fault.NotFound, batch.ErrNotTaught, fault.Conflict, fault.Forbidden.
func (s *Service) findTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (classsession.Session, error) {
	session, err := sessionOf(ctx, q, id)
	if err != nil {
		return session, err
	}
	f, err := batch.ReadTaught(ctx, q, who, session.BatchID)
	now := s.deps.Clock.Now()
	switch {
	case fault.Is(err, fault.NotFound) || fault.Is(err, fault.Forbidden) && !f.IsMember():
		return session, errNoSession
	case err != nil:
		return session, err
	case session.Status == classsession.Cancelled || f.Status == batch.Cancelled:
		return session, fault.New(fault.Conflict, "session_cancelled", "This session is cancelled.")
	case session.StartsAt.After(now):
		return session, fault.New(fault.Conflict, "not_begun", "This session hasn't begun yet.")
	case !mayMark(who, session, now):
		return session, errClosed
	}
	return session, nil
}

// Import takes the list of participants that a meeting provider has of a session. Who isn't found in it is assigned by hand. For instructors of the batch until 30 days after the
// session, for administrators always; the audit log keeps who did it. fault.NotFound, fault.Forbidden, fault.Conflict, faults as sheet.Parse.
func (s *Service) Import(ctx context.Context, who access.Caller, id string, upload sheet.Upload) (done participants.AttendanceImport, err error) {
	session, err := s.findTaught(ctx, s.deps.DB.Reader(), who, id)
	if err != nil {
		return done, err
	}
	list, err := participants.Parse(session, upload, s.deps.Accounts.EmailKey)
	if err != nil {
		return participants.AttendanceImport{Report: list.Report}, err
	}
	return done, db.Try(ctx, s.deps.DB.InTx, upload.DryRun, func(tx bun.IDB) error {
		if _, err := s.findTaught(ctx, tx, who, id); err != nil {
			return err
		}
		expected, err := inLists(ctx, tx, session)
		if err != nil {
			return err
		}
		if done, err = list.Import(ctx, tx, listsOf(id), expected, who.ID, s.deps.Clock.Now()); err != nil {
			return err
		}
		provider, err := providerOf(ctx, tx, session)
		if err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, done.Entry(listsOf(id), session, provider))
	})
}

// listsOf are the lists of participants of a session.
func listsOf(id string) participants.Of {
	return participants.Of{Kind: attendance.OfSession, OwnerID: id}
}

// inLists returns who can be in a list of the participants of a session.
func inLists(ctx context.Context, q bun.IDB, session classsession.Session) ([]participants.Expected, error) {
	learners, err := expectedIn(ctx, q, session)
	if err != nil {
		return nil, err
	}
	expected, err := holdersOf(ctx, q, session)
	for _, l := range learners {
		expected = append(expected, participants.Expected{UserID: l.UserID, EmailKey: l.EmailKey, HasConfirmed: l.HasConfirmed})
	}
	return expected, err
}

// Unmatched returns the people in imported lists of a session of whom it is not known who they are. For instructors of the batch. fault.NotFound, batch.ErrNotTaught.
func (s *Service) Unmatched(ctx context.Context, who access.Caller, id string) ([]participants.UnmatchedPerson, error) {
	q := s.deps.DB.Reader()
	if _, err := s.findTaught(ctx, q, who, id); err != nil && !fault.Is(err, fault.Conflict) && err != errClosed {
		return nil, err
	}
	return participants.Unmatched(ctx, q, listsOf(id))
}

// Assign says who a person in imported lists of a session is, and returns who is still to be assigned. For instructors of the batch until 30 days after the session,
// for administrators always. fault.NotFound, fault.Forbidden, fault.Conflict, fault.Invalid.
func (s *Service) Assign(ctx context.Context, who access.Caller, id string, n participants.NewAssignment) (left []participants.UnmatchedPerson, err error) {
	return left, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, err := s.findTaught(ctx, tx, who, id)
		if err != nil {
			return err
		}
		expected, err := inLists(ctx, tx, session)
		if err != nil {
			return err
		}
		left, err = participants.Assign(ctx, tx, listsOf(id), expected, n)
		return err
	})
}
