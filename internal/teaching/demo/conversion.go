package demo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// convertedWithin is how long after a demo class an enrolment counts as what followed from it.
const convertedWithin = 60 * 24 * time.Hour

var (
	errNoEnrollment = fault.New(fault.NotFound, "enrollment_not_found", "This person isn't enrolled in this course, or you don't teach it.")
	errNotTaken     = fault.New(fault.Conflict, "not_completed", "Only a demo class that took place can lead to an enrolment.")
	errConverted    = fault.New(fault.Conflict, "already_converted", "This demo class has led to another enrolment already.")
	errCounted      = fault.New(fault.Conflict, "already_counted", "This enrolment already counts as the result of another demo class.")
)

// studentEnrolled is a copy of the event of enrollments, with the field that is used here.
type studentEnrolled struct{ UserID string }

func (studentEnrolled) EventName() string { return "course.enrolled" }

// Listeners convert the demo classes of users who enrol.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("demo", func(ctx context.Context, d events.Delivery[studentEnrolled]) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.convertFor(ctx, tx, d.Event.UserID, d.At.Add(-convertedWithin)) })
	})}
}

// convertFor makes the bookings of a user's confirmed address their own, and converts what their enrolments since an instant have followed from.
func (s *Service) convertFor(ctx context.Context, tx bun.IDB, userID string, since time.Time) error {
	if err := adoptBookings(ctx, tx, userID); err != nil {
		return err
	}
	enrolled, err := enrollmentsSince(ctx, tx, userID, since)
	if err != nil {
		return err
	}
	for _, e := range enrolled {
		if err := s.convertBy(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}

// convertBy converts the latest demo class that its user had before an enrolment, once, and within 60 days of it.
func (s *Service) convertBy(ctx context.Context, tx bun.IDB, e enrolledRow) error {
	b, err := latestCompleted(ctx, tx, e.UserID, e.CreatedAt)
	if err != nil || b == nil || b.ConvertedAt != nil || e.CreatedAt.After(b.EndsAt.Add(convertedWithin)) {
		return err
	}
	return s.setConversion(ctx, tx, b, e.ID, false, "")
}

// Conversion names the enrolment that followed from a demo class.
type Conversion struct {
	ConvertedUser string `json:"userId" minLength:"1" maxLength:"36" msg:"Choose a person"`
	CourseID      string `json:"courseId" minLength:"1" maxLength:"36" msg:"Choose a course"`
}

// Convert says that an enrolment has followed from a demo class, however much later. For its instructor, of enrolments in courses that they
// teach, and administrators; others get errNoBooking. errNoEnrollment, fault.Conflict.
func (s *Service) Convert(ctx context.Context, who access.Caller, id string, n Conversion) (DemoBooking, error) {
	return s.changeConversion(ctx, who, id, func(tx bun.IDB, b *DemoBooking) error {
		e, err := enrollmentFor(ctx, tx, who, n)
		switch {
		case err != nil:
			return err
		case b.Status != Completed:
			return errNotTaken
		case b.ConvertedEnrollmentID != nil && *b.ConvertedEnrollmentID == e.ID:
			return nil
		case b.ConvertedAt != nil:
			return errConverted
		case e.IsCounted:
			return errCounted
		}
		return s.setConversion(ctx, tx, b, e.ID, true, who.ID)
	})
}

// Unconvert takes back that an enrolment has followed from a demo class. For its instructor and administrators; others get errNoBooking.
func (s *Service) Unconvert(ctx context.Context, who access.Caller, id string) (DemoBooking, error) {
	return s.changeConversion(ctx, who, id, func(tx bun.IDB, b *DemoBooking) error {
		if b.ConvertedAt == nil {
			return nil
		}
		b.ConvertedEnrollmentID, b.ConvertedAt = nil, nil
		if err := updateConversion(ctx, tx, b, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.note(ctx, tx, *b, "unconverted", true, who.ID, "")
	})
}

func (s *Service) changeConversion(ctx context.Context, who access.Caller, id string, change func(bun.IDB, *DemoBooking) error) (DemoBooking, error) {
	b, err := bookingByID(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return b, err
	}
	as, err := readerOf(who, b)
	if err == nil && !as.isStaff {
		err = fault.New(fault.Forbidden, "not_staff", "Only the instructor can say what followed from a demo class.")
	}
	if err != nil {
		return DemoBooking{}, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		b, err := lockBooking(ctx, tx, b)
		if err != nil {
			return err
		}
		return change(tx, &b)
	})
	if err != nil {
		return b, err
	}
	return s.detailed(ctx, s.deps.DB.Reader(), as, id)
}

func (s *Service) setConversion(ctx context.Context, tx bun.IDB, b *DemoBooking, enrollmentID string, byStaff bool, userID string) error {
	now := s.deps.Clock.Now()
	b.ConvertedEnrollmentID, b.ConvertedAt = &enrollmentID, &now
	if err := updateConversion(ctx, tx, b, now); err != nil {
		return err
	}
	return s.note(ctx, tx, *b, "converted", byStaff, userID, "")
}
