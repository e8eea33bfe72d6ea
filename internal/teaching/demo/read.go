package demo

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/teaching/demostats"
)

// BookingFilter narrows a list of bookings.
type BookingFilter struct {
	UserID            string `query:"userId" maxLength:"36" msg:"This user doesn't exist"`
	Status            string `query:"status" enum:"confirmed,completed,cancelled,no_show,pending,rescheduled" msg:"status must be confirmed, completed, cancelled or no_show" doc:"pending: it is over, and nobody has said whether it took place. rescheduled: confirmed, and moved before."`
	StartDate         string `query:"startDate" maxLength:"40" msg:"startDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z"`
	EndDate           string `query:"endDate" maxLength:"40" msg:"endDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"A day is included."`
	IncludeHistory    bool   `query:"include_history" msg:"include_history must be true or false"`
	IncludeInstructor bool   `query:"include_instructor" msg:"include_instructor must be true or false"`

	instructorID string
	from, until  time.Time
	now          time.Time
	who          access.Caller
}

// read checks a filter.
func (f BookingFilter) read(who access.Caller, now time.Time) (BookingFilter, error) {
	var broken fault.Fields
	f.from, f.until = broken.Period("startDate", f.StartDate, "endDate", f.EndDate)
	f.who, f.now = who, now
	return f, broken.Err()
}

// List returns the bookings that the caller may see, a page of them, the latest first: administrators all, instructors theirs and their
// own, others their own.
func (s *Service) List(ctx context.Context, who access.Caller, f BookingFilter, limit, offset int64) ([]DemoBooking, rest.Count, error) {
	f, err := f.read(who, s.deps.Clock.Now())
	if err != nil {
		return nil, rest.Count{}, err
	}
	q := s.deps.DB.Reader()
	rows, err := listBookings(ctx, q, f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	n, err := countBookings(ctx, q, f)
	if err != nil {
		return nil, n, err
	}
	for i, b := range rows {
		as, err := readerOf(who, b)
		if err != nil {
			return nil, n, err
		}
		if rows[i] = b.shown(f.now, as.isStaff, as.isAdmin); f.IncludeInstructor {
			rows[i] = rows[i].withInstructor()
		}
	}
	if f.IncludeHistory {
		err = readHistory(ctx, q, rows)
	}
	return rows, n, err
}

// Booking returns a booking with its history, for its learner, its instructor and administrators; others get errNoBooking.
func (s *Service) Booking(ctx context.Context, who access.Caller, id string) (DemoBooking, error) {
	q := s.deps.DB.Reader()
	b, err := bookingByID(ctx, q, id)
	if err != nil {
		return b, err
	}
	as, err := readerOf(who, b)
	if err != nil {
		return DemoBooking{}, err
	}
	return s.detailed(ctx, q, as, id)
}

// BookingByLink returns the booking of a link. It changes nothing: programs that scan emails open links.
func (s *Service) BookingByLink(ctx context.Context, token string) (DemoBooking, error) {
	b, err := s.byLink(ctx, token)
	if err != nil {
		return b, err
	}
	return s.detailed(ctx, s.deps.DB.Reader(), reader{byLink: true}, b.ID)
}

// BookingOfLink returns the id of the booking of a link: errNoLink for none, fault.TooMany after wrong ones.
func (s *Service) BookingOfLink(ctx context.Context, token string) (string, error) {
	b, err := s.byLink(ctx, token)
	return b.ID, err
}

func (s *Service) detailed(ctx context.Context, q bun.IDB, as reader, id string) (DemoBooking, error) {
	b, err := bookingByID(ctx, q, id)
	if err != nil {
		return b, err
	}
	one := []DemoBooking{b.withInstructor().shown(s.deps.Clock.Now(), as.isStaff, as.isAdmin)}
	if b.Status == Confirmed {
		if one[0].Entrance, err = demoroom.EntranceOf(ctx, q, s.deps.Servers, b.class(), as.isStaff); err != nil {
			return b, err
		}
	}
	err = readHistory(ctx, q, one)
	return one[0], err
}

// StatsFilter is the range of figures.
type StatsFilter struct {
	StartDate string `query:"startDate" maxLength:"40" msg:"startDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z"`
	EndDate   string `query:"endDate" maxLength:"40" msg:"endDate must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"A day is included."`
}

// Stats returns figures: administrators of all bookings, instructors of theirs.
func (s *Service) Stats(ctx context.Context, who access.Caller, f StatsFilter) (stats demostats.DemoStats, err error) {
	filter := BookingFilter{StartDate: f.StartDate, EndDate: f.EndDate}
	if !who.HasRole(access.Admin) {
		filter.instructorID = who.ID
	}
	if filter, err = filter.read(who, s.deps.Clock.Now()); err != nil {
		return stats, err
	}
	groups, err := groupBookings(ctx, s.deps.DB.Reader(), filter)
	if stats = demostats.Of(groups); !who.HasRole(access.Admin) {
		stats.ByCampaign = nil
	}
	return stats, err
}

// exported are the columns of the export.
var exported = []string{"id", "status", "starts_at", "ends_at", "timezone", "full_name", "email", "phone_number", "instructor", "demo_type", "source", "course_interest", "experience_level",
	"requirements", "notes", "reschedules", "cancellation_reason", "no_show_side", "rating", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "landing_path", "referrer", "created_at", "converted_at"}

// Export writes bookings as a sheet: administrators all, instructors theirs.
func (s *Service) Export(ctx context.Context, who access.Caller, f StatsFilter) (func(io.Writer) error, error) {
	filter := BookingFilter{StartDate: f.StartDate, EndDate: f.EndDate}
	if !who.HasRole(access.Admin) {
		filter.instructorID = who.ID
	}
	filter, err := filter.read(who, s.deps.Clock.Now())
	if err != nil {
		return nil, err
	}
	after := DemoBooking{}
	return func(w io.Writer) error {
		return sheet.Export(w, exported, func() ([]DemoBooking, error) {
			rows, err := exportBookings(ctx, s.deps.DB.Reader(), filter, after, sheet.PageRows)
			if len(rows) > 0 {
				after = rows[len(rows)-1]
			}
			return rows, err
		}, func(b DemoBooking) []string { return b.cells(who.HasRole(access.Admin)) })
	}, nil
}

func (b DemoBooking) cells(isAdmin bool) []string {
	utm := b.UTM.V
	if !isAdmin {
		utm = formguard.VisitOrigin{}
	}
	return []string{b.ID, b.Status, b.StartsAt.UTC().Format(time.RFC3339), b.EndsAt.UTC().Format(time.RFC3339), b.Timezone, b.FullName, b.Email, b.PhoneNumber, b.InstructorName, b.DemoType, b.Source,
		b.CourseInterest, b.ExperienceLevel, b.Requirements, b.Notes, strconv.FormatInt(b.Reschedules, 10), b.CancellationReason, b.NoShowSide, strconv.FormatInt(b.Rating, 10),
		utm.UTMSource, utm.UTMMedium, utm.UTMCampaign, utm.UTMTerm, utm.UTMContent, utm.LandingPath, utm.Referrer, b.CreatedAt.UTC().Format(time.RFC3339), instant(b.ConvertedAt)}
}

// instant returns a time for a sheet; "" for none.
func instant(at *time.Time) string {
	if at == nil {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
