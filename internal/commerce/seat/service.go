package seat

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
)

// Companies is what this package needs of companies.
type Companies interface {
	// Manage returns fault.NotFound to strangers, fault.Forbidden to people of a company who do not manage it, fault.Conflict unless it is active.
	Manage(ctx context.Context, q bun.IDB, who access.Caller, id string) error
	// Read is Manage for those who only read: billing too, and companies in any status.
	Read(ctx context.Context, q bun.IDB, who access.Caller, id string, billing bool) error
	// Colleagues returns the ids of those of these addresses who belong to a company, by the key of their address.
	Colleagues(ctx context.Context, q bun.IDB, id string, keys []string) (map[string]string, error)
	// EnsureInvited invites those who have no open invitation. fault.Invalid for what is no address.
	EnsureInvited(ctx context.Context, tx bun.IDB, who access.Caller, id string, emails []string) error
	// EmailKey is equal for all spellings of an email address.
	EmailKey(email string) string
}

// Courses is what this package needs of courses.
type Courses interface {
	// Grant lets a user into a course for a seat.
	Grant(ctx context.Context, tx bun.IDB, userID, courseID, seatID string) error
	// Revoke takes that back.
	Revoke(ctx context.Context, tx bun.IDB, seatID string) error
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Audit     *audit.Log
	Companies Companies
	Courses   Courses
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Pools lists the seats that a company has, newest first. For its managers, those who look after its bills, and administrators. fault.NotFound, fault.Forbidden.
func (s *Service) Pools(ctx context.Context, who access.Caller, company string, limit, offset int64) ([]SeatPool, int64, error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.Read(ctx, q, who, company, true); err != nil {
		return nil, 0, err
	}
	return pools(ctx, q, company, limit, offset)
}

// AddPool grants seats to a company. For administrators. fault.NotFound, fault.Conflict unless the company is active, fault.Invalid.
func (s *Service) AddPool(ctx context.Context, who access.Caller, company string, n NewSeatPool) (p SeatPool, err error) {
	now := s.deps.Clock.Now()
	if n.EndsAt != nil && !n.EndsAt.After(now) {
		return p, fault.InvalidField("ends_at", "in_the_past", "The end must be in the future")
	}
	if n.EndsAt != nil {
		n.EndsAt = new(clock.Exact(*n.EndsAt))
	}
	p = SeatPool{ID: db.NewID(), CompanyID: company, CoursesRow: db.JSON[[]string]{V: append([]string{}, n.CourseIDs...)}, Total: n.Total, StartsAt: now, EndsAt: n.EndsAt,
		SwapDays: n.SwapDays, SwapsLeft: n.Swaps, Note: strings.TrimSpace(n.Note), CreatedAt: now}
	return p, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Companies.Manage(ctx, tx, who, company); err != nil {
			return err
		}
		if err := insertPool(ctx, tx, p); err != nil {
			return err
		}
		with := []SeatPool{p}
		if err := complete(ctx, tx, with); err != nil {
			return err
		}
		p = with[0]
		if len(p.Courses) < len(p.CourseIDs) {
			return fault.InvalidField("course_ids", "unknown", "One of these courses doesn't exist")
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.seats_granted", TargetKind: "company", TargetID: company, After: p})
	})
}

// Seats lists the seats of a company, the last offered first, with the cursor of the next page. For its managers and administrators. fault.NotFound, fault.Forbidden,
// fault.Invalid for an invalid cursor.
func (s *Service) Seats(ctx context.Context, who access.Caller, company string, f SeatFilter, scroll rest.CursorParam, limit int64) (ss []Seat, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.Read(ctx, q, who, company, false); err != nil {
		return nil, n, "", err
	}
	before, beforeID, err := scroll.DecodeTime(s.deps.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	if n, err = countSeats(ctx, q, company, f); err != nil {
		return nil, n, "", err
	}
	if ss, err = seats(ctx, q, company, f, before, beforeID, limit+1); err != nil {
		return nil, n, "", err
	}
	ss, next = rest.CutAtTime(ss, limit, func(s Seat) (time.Time, string) { return s.OfferedAt, s.ID })
	return ss, n, next, nil
}

// Give gives seats of a pool to people, all or none: those who belong to the company have the course at once, others are invited and have it when they accept. Who has a seat in
// the course already keeps it, and it counts once. For managers of the company and administrators. It returns fault.NotFound, fault.Forbidden, fault.Invalid, or fault.Conflict if
// there are not enough seats left, the pool is not open, or the company is not active.
func (s *Service) Give(ctx context.Context, who access.Caller, company, poolID string, n NewSeats) (given GivenSeats, err error) {
	return given, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		given = GivenSeats{}
		if err := s.deps.Companies.Manage(ctx, tx, who, company); err != nil {
			return err
		}
		p, err := lockPool(ctx, tx, company, poolID)
		if err != nil {
			return err
		}
		if !p.isOpen(s.deps.Clock.Now()) {
			return errClosed
		}
		if err := s.requireCourse(ctx, tx, p, n.CourseID); err != nil {
			return err
		}
		return s.give(ctx, tx, who, p, n, &given)
	})
}

func (s *Service) requireCourse(ctx context.Context, q bun.IDB, p SeatPool, courseID string) error {
	there, err := isPublished(ctx, q, courseID)
	if err == nil && (!there || !p.allows(courseID)) {
		err = fault.InvalidField("course_id", "unknown", "These seats are not for this course")
	}
	return err
}

// give gives seats of a locked pool.
func (s *Service) give(ctx context.Context, tx bun.IDB, who access.Caller, p SeatPool, n NewSeats, given *GivenSeats) error {
	now := s.deps.Clock.Now()
	emails := map[string]string{}
	for _, email := range n.Emails {
		email = strings.TrimSpace(email)
		emails[s.deps.Companies.EmailKey(email)] = email
	}
	keys := make([]string, 0, len(emails))
	for key := range emails {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	colleagues, err := s.deps.Companies.Colleagues(ctx, tx, p.CompanyID, keys)
	if err != nil {
		return err
	}
	var toInvite []string
	for _, key := range keys {
		seat := Seat{ID: db.NewID(), CompanyID: p.CompanyID, PoolID: p.ID, Email: emails[key], EmailKey: key, CourseID: &n.CourseID, State: offered, OfferedAt: now, ExpiresAt: now.Add(offerLifetime)}
		if user := colleagues[key]; user != "" {
			seat.UserID, seat.State, seat.TakenAt = &user, active, &now
		}
		fresh, err := insertSeat(ctx, tx, seat)
		if err != nil {
			return err
		}
		if !fresh {
			given.Already++
			continue
		}
		if err := take(ctx, tx, p.ID); err != nil {
			return err
		}
		if seat.UserID == nil {
			given.Offered++
			toInvite = append(toInvite, seat.Email)
			continue
		}
		given.Seated++
		if err := s.deps.Courses.Grant(ctx, tx, *seat.UserID, n.CourseID, seat.ID); err != nil {
			return err
		}
	}
	if len(toInvite) > 0 {
		if err := s.deps.Companies.EnsureInvited(ctx, tx, who, p.CompanyID, toInvite); err != nil {
			return err
		}
	}
	if given.Seated+given.Offered == 0 {
		return nil
	}
	return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.seats_given", TargetKind: "company", TargetID: p.CompanyID,
		After: map[string]any{"pool_id": p.ID, "course_id": n.CourseID, "seated": given.Seated, "offered": given.Offered}})
}

// Release gives a seat back to its pool: one that is only offered always, one that was taken within the days of the pool, while it has swaps left and less than a quarter of the course is
// done. For managers of the company and administrators. It returns fault.NotFound, fault.Forbidden, fault.Conflict.
func (s *Service) Release(ctx context.Context, who access.Caller, company, poolID, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Companies.Manage(ctx, tx, who, company); err != nil {
			return err
		}
		p, err := lockPool(ctx, tx, company, poolID)
		if err != nil {
			return err
		}
		seat, err := liveSeat(ctx, tx, poolID, id)
		if err != nil {
			return err
		}
		back, err := s.release(ctx, tx, p, seat)
		if err != nil {
			return err
		}
		if !back {
			return errSwap
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "company.seat_released", TargetKind: "company", TargetID: company, Before: map[string]any{"seat_id": id, "course_id": seat.CourseID, "user_id": seat.UserID}})
	})
}

// release gives a live seat of a locked pool back, and returns false, without a change, for one that is used up.
func (s *Service) release(ctx context.Context, tx bun.IDB, p SeatPool, seat Seat) (bool, error) {
	now := s.deps.Clock.Now()
	if seat.State == active {
		percent, err := progressOf(ctx, tx, seat)
		if err != nil {
			return false, err
		}
		if percent >= swapPercent || p.SwapsLeft == 0 || !now.Before(seat.TakenAt.AddDate(0, 0, int(p.SwapDays))) {
			return false, nil
		}
		if err := useSwap(ctx, tx, p.ID); err != nil {
			return false, err
		}
	}
	return true, s.end(ctx, tx, seat, released, now)
}

// end ends a live seat, and with it the right to the course.
func (s *Service) end(ctx context.Context, tx bun.IDB, seat Seat, state string, now time.Time) error {
	changed, err := endSeat(ctx, tx, seat.ID, state, now)
	if err != nil || !changed {
		return err
	}
	if state == released {
		if err := giveBack(ctx, tx, seat.PoolID); err != nil {
			return err
		}
	}
	if seat.State != active {
		return nil
	}
	return s.deps.Courses.Revoke(ctx, tx, seat.ID)
}

// Take gives a user who has just accepted the invitation to a company the seats that were offered to their address, with the transaction of package company.
func (s *Service) Take(ctx context.Context, tx bun.IDB, company, userID, emailKey string) error {
	now := s.deps.Clock.Now()
	taken, err := takeOffered(ctx, tx, company, userID, emailKey, now)
	for _, seat := range taken {
		if err == nil && seat.CourseID != nil {
			err = s.deps.Courses.Grant(ctx, tx, userID, *seat.CourseID, seat.ID)
		}
	}
	return err
}

// Leave ends the seats of a user who has left a company, with the transaction of package company. Those that can be given to another person go back to their pools.
func (s *Service) Leave(ctx context.Context, tx bun.IDB, company, userID string) error {
	live, err := liveSeatsOf(ctx, tx, company, userID)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	for _, seat := range live {
		p, err := lockPool(ctx, tx, company, seat.PoolID)
		if err != nil {
			return err
		}
		back, err := s.release(ctx, tx, p, seat)
		if err == nil && !back {
			err = s.end(ctx, tx, seat, ended, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const atOnce = 200 // seats that one transaction ends

// Handlers include the periodic job that takes back offers that nobody has accepted, and ends the seats of pools that are over.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{"seat.expire": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Expire(ctx) }}}
}

// Expire takes back offers that nobody has accepted in time, and ends the seats of pools that are over.
func (s *Service) Expire(ctx context.Context) error {
	for more := true; more; {
		err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			now := s.deps.Clock.Now()
			over, err := overdue(ctx, tx, now, atOnce)
			more = len(over) == atOnce
			for _, seat := range over {
				state := ended
				if seat.State == offered {
					state = released
				}
				if err == nil {
					err = s.end(ctx, tx, seat, state, now)
				}
			}
			if err == nil && !more {
				err = endPools(ctx, tx, now)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// retention is how long addresses to which seats were offered, and that were never taken, are kept.
const retention = 30 * 24 * time.Hour

// Sweeps delete what was offered and never taken.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"seat.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteNeverTaken(ctx, tx, s.deps.Clock.Now().Add(-retention)) })
	}}
}

// Erase removes a user from the seats that they had, which stay in the books of their company. Those that are live go back to their pools.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	live, err := liveSeatsOf(ctx, tx, "", user)
	for _, seat := range live {
		if err == nil {
			err = s.end(ctx, tx, seat, released, s.deps.Clock.Now())
		}
	}
	if err != nil {
		return err
	}
	return anonymize(ctx, tx, user)
}
