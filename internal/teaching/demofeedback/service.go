package demofeedback

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// Links know the bookings of links in emails.
type Links interface {
	// BookingOfLink returns the id of the booking of a link: fault.NotFound for none, fault.TooMany after wrong ones.
	BookingOfLink(ctx context.Context, token string) (string, error)
}

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Links    Links
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Give keeps feedback on a demo class that the caller has booked. errNoBooking for others, fault.Forbidden, fault.Conflict.
func (s *Service) Give(ctx context.Context, who access.Caller, bookingID string, n NewDemoFeedback) (DemoFeedback, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), bookingID)
	if err == nil && (b.UserID == nil || *b.UserID != who.ID) {
		err = errNoBooking
	}
	if err != nil {
		return DemoFeedback{}, err
	}
	return s.give(ctx, b, n)
}

// GiveByLink is Give for who has the link of a booking.
func (s *Service) GiveByLink(ctx context.Context, token string, n NewDemoFeedback) (DemoFeedback, error) {
	id, err := s.deps.Links.BookingOfLink(ctx, token)
	if err != nil {
		return DemoFeedback{}, err
	}
	b, err := bookingByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return DemoFeedback{}, err
	}
	return s.give(ctx, b, n)
}

func (s *Service) give(ctx context.Context, b bookingRow, n NewDemoFeedback) (f DemoFeedback, err error) {
	now := s.deps.Clock.Now()
	if err := b.open(now); err != nil {
		return f, err
	}
	if f, err = n.feedback(b, now); err != nil {
		return f, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insert(ctx, tx, f); err != nil {
			return err
		}
		f, err = byID(ctx, tx, f.ID)
		return err
	})
	return f.shown(now, true, false), err
}

// OfLink returns the feedback on the demo class of a link, and whether it may be given now.
func (s *Service) OfLink(ctx context.Context, token string) (l LinkFeedback, err error) {
	id, err := s.deps.Links.BookingOfLink(ctx, token)
	if err != nil {
		return l, err
	}
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	b, err := bookingByID(ctx, q, id)
	if err != nil {
		return l, err
	}
	l.CanGive = b.open(now) == nil
	f, err := byBooking(ctx, q, id)
	if err == nil && f != nil {
		shown := f.shown(now, false, false)
		l.Feedback = &shown
	}
	return l, err
}

// LinkFeedback is the feedback on the demo class of a link.
type LinkFeedback struct {
	CanGive  bool          `json:"canGive"`
	Feedback *DemoFeedback `json:"feedback,omitempty" doc:"Absent for none."`
}

// Own returns a page of the feedback that the caller has given.
func (s *Service) Own(ctx context.Context, who access.Caller, o OwnFilter, limit, offset int64) ([]DemoFeedback, int64, error) {
	rows, n, err := listOwn(ctx, s.deps.DB.Reader(), who.ID, o, limit, offset)
	for i, f := range rows {
		rows[i] = f.shown(s.deps.Clock.Now(), true, false)
	}
	return rows, n, err
}

// Available lists the demo classes of the caller on which Give takes feedback.
func (s *Service) Available(ctx context.Context, who access.Caller) (AvailableDemos, error) {
	demos, err := demosToReview(ctx, s.deps.DB.Reader(), who.ID, s.deps.Clock.Now().Add(-givenUntil))
	return AvailableDemos{demos, int64(len(demos))}, err
}

// Feedback returns feedback: for its author, for administrators, and for the instructor 24 hours after it was given. errNoFeedback.
func (s *Service) Feedback(ctx context.Context, who access.Caller, id string) (DemoFeedback, error) {
	f, err := byID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return f, err
	}
	now := s.deps.Clock.Now()
	isAuthor, isAdmin := f.UserID != nil && *f.UserID == who.ID, who.HasRole(access.Admin)
	isInstructor := f.InstructorID == who.ID && who.HasRole(access.Instructor) && !now.Before(f.CreatedAt.Add(hiddenUntil))
	if !isAuthor && !isAdmin && !isInstructor {
		return DemoFeedback{}, errNoFeedback
	}
	return f.shown(now, isAuthor, isAdmin), nil
}

// Change changes feedback, for its author, until 24 hours after it was given. errNoFeedback for others, errEditLate.
func (s *Service) Change(ctx context.Context, who access.Caller, id string, e FeedbackEdit) (f DemoFeedback, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if f, err = lock(ctx, tx, id); err != nil {
			return err
		}
		if f.UserID == nil || *f.UserID != who.ID {
			return errNoFeedback
		}
		if !now.Before(f.CreatedAt.Add(changedUntil)) {
			return errEditLate
		}
		if err = e.apply(&f, now); err != nil {
			return err
		}
		return update(ctx, tx, f)
	})
	return f.shown(now, true, false), err
}

// List returns a page of feedback, the latest first. For administrators.
func (s *Service) List(ctx context.Context, l ListFilter, limit, offset int64) ([]DemoFeedback, rest.Count, error) {
	var broken fault.Fields
	from, until := broken.Period("startDate", l.StartDate, "endDate", l.EndDate)
	if err := broken.Err(); err != nil {
		return nil, rest.Count{}, err
	}
	rows, n, err := list(ctx, s.deps.DB.Reader(), l, from, until, limit, offset)
	for i, f := range rows {
		rows[i] = f.shown(s.deps.Clock.Now(), false, true)
	}
	return rows, n, err
}

// Respond keeps what the school answers to feedback, in place of an earlier answer. For administrators. errNoFeedback.
func (s *Service) Respond(ctx context.Context, who access.Caller, id string, r FeedbackResponse) (f DemoFeedback, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if f, err = lock(ctx, tx, id); err != nil {
			return err
		}
		f.Response, f.ResponseIsInternal, f.RespondedBy, f.RespondedAt = r.Response, r.Internal, &who.ID, &now
		return update(ctx, tx, f)
	})
	return f.shown(now, false, true), err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "demo_feedback", Column: "user_id", Export: []string{"overall_rating", "content_quality", "instructor_performance", "would_recommend", "additional_comments", "liked_most",
			"improvement_areas", "specific_feedback", "follow_up_interest", "source", "created_at", "updated_at"}},
		{Table: "demo_feedback", Column: "instructor_id", Export: []string{"overall_rating", "content_quality", "instructor_performance", "would_recommend", "created_at"}},
		{Table: "demo_feedback", Column: "responded_by", Export: []string{"response", "responded_at"}},
	}
}

// Erase removes the texts and the name of a user from their feedback, in the transaction that erases the user. The ratings stay, for the figures.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
