package lead

import (
	"context"
	"time"
)

// LeadStats counts leads of a period, without spam.
type LeadStats struct {
	From         time.Time   `json:"from"`
	To           time.Time   `json:"to"`
	ByStatus     []LeadCount `json:"by_status"`
	ByKind       []LeadCount `json:"by_kind"`
	BySource     []LeadCount `json:"by_source" doc:"The 10 most frequent. An empty name: they came directly."`
	ByCourse     []LeadCount `json:"by_course" doc:"The 10 most frequent, by title."`
	ContactHours *int64      `json:"contact_hours" doc:"From the form until the first contact, on average; null for none."`
}

// LeadCount is how many leads have something in common, and how many of them were won.
type LeadCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
	Won   int64  `json:"won"`
}

// LeadPeriod is the period of figures.
type LeadPeriod struct {
	From string `query:"from" maxLength:"40" msg:"from must be a day such as 2026-11-20, or a time" doc:"Absent: 90 days before to."`
	To   string `query:"to" maxLength:"40" msg:"to must be a day such as 2026-11-20, or a time" doc:"Absent: now."`
}

const statsDays = 90

// Stats counts leads of a period. For administrators. fault.Invalid.
func (s *Service) Stats(ctx context.Context, p LeadPeriod) (st LeadStats, err error) {
	f := LeadFilter{From: p.From, To: p.To}
	if err := f.parse(); err != nil {
		return st, err
	}
	st.To = f.end
	if f.end.IsZero() {
		st.To = s.deps.Clock.Now()
	}
	if f.start.IsZero() {
		f.start = st.To.AddDate(0, 0, -statsDays)
	}
	st.From = f.start
	q := s.deps.DB.Reader()
	for _, group := range []struct {
		by   string
		most int64
		into *[]LeadCount
	}{
		{"l.status", 10, &st.ByStatus}, {"l.kind", 10, &st.ByKind}, {"l.source", 10, &st.BySource}, {"c.title", 10, &st.ByCourse},
	} {
		if *group.into, err = counts(ctx, q, f, group.by, group.most); err != nil {
			return st, err
		}
	}
	st.ContactHours, err = contactHours(ctx, q, f)
	return st, err
}
