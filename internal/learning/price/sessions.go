package price

import (
	"time"

	"lectern/internal/platform/money"
)

const minutesPerHour = 60

// SessionsRequest asks what a number of sessions for one learner cost.
type SessionsRequest struct {
	CourseID               string `json:"course_id" pattern:"\\S" maxLength:"36" msg:"Course ID is required;maxLength=This course doesn't exist"`
	InstructorID           string `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"One of the course's instructors. All of them cost the same."`
	SessionDurationMinutes int64  `json:"session_duration_minutes" minimum:"30" maximum:"480" msg:"Session duration must be between 30 and 480 minutes"`
	TotalSessions          int64  `json:"total_sessions" minimum:"1" maximum:"500" msg:"The number of sessions must be a whole number from 1 to 500"`
	CustomHourlyRate       *int64 `json:"custom_hourly_rate,omitempty" minimum:"0" maximum:"1000000000000" msg:"The hourly rate must be a whole number of the currency's smallest unit" doc:"In the minor unit of the currency. Absent: the course's individual price counts, which is for all sessions together."`
	Currency               string `json:"currency,omitempty" pattern:"^([A-Z]{3})?$" msg:"currency must be a code such as EUR" doc:"ISO 4217. Absent: that of the course's fee."`
}

// SessionsQuote is what a number of sessions for one learner cost at this moment. All amounts are in the minor unit of the currency.
type SessionsQuote struct {
	Currency          string    `json:"currency"`
	MinorDigits       int       `json:"minor_digits" doc:"How many digits of an amount stand behind the point."`
	HourlyRate        int64     `json:"hourlyRate" doc:"By which the sessions were computed; 0 where the course's price counts."`
	TotalHours        float64   `json:"totalHours"`
	PricePerSession   int64     `json:"pricePerSession" doc:"Before discounts."`
	FirstSession      int64     `json:"first_session" doc:"Before discounts: it has what is left when the course's price is divided by the number of sessions."`
	Subtotal          int64     `json:"subtotal" doc:"Before discounts."`
	EarlyBirdPercent  int64     `json:"early_bird_percent" doc:"That holds now."`
	EarlyBirdDiscount int64     `json:"early_bird_discount"`
	TotalPrice        int64     `json:"totalPrice"`
	At                time.Time `json:"at"`
}

// QuoteSessions returns what sessions for one learner cost: at an hourly rate, of which each session is rounded half up, or without one the individual price,
// which is for the whole course. The early-bird discount holds for both. It returns fault.Invalid where the course is not taught to one learner
// alone.
func (p Price) QuoteSessions(r SessionsRequest, now time.Time) (SessionsQuote, error) {
	q := SessionsQuote{Currency: p.Currency, MinorDigits: money.MinorDigits(p.Currency), TotalHours: float64(r.SessionDurationMinutes*r.TotalSessions) / minutesPerHour, At: now}
	if r.CustomHourlyRate != nil {
		q.HourlyRate = *r.CustomHourlyRate
		q.PricePerSession = money.MulDiv(q.HourlyRate, r.SessionDurationMinutes, minutesPerHour)
		q.FirstSession, q.Subtotal = q.PricePerSession, q.PricePerSession*r.TotalSessions
	} else {
		whole, err := p.Quote("individual", 1, now)
		if err != nil {
			return q, err
		}
		q.Subtotal = whole.Subtotal
		q.PricePerSession = q.Subtotal / r.TotalSessions
		q.FirstSession = q.PricePerSession + q.Subtotal%r.TotalSessions
	}
	q.EarlyBirdPercent = p.earlyBird(now)
	q.EarlyBirdDiscount = percentOf(q.Subtotal, q.EarlyBirdPercent)
	q.TotalPrice = q.Subtotal - q.EarlyBirdDiscount
	return q, nil
}
