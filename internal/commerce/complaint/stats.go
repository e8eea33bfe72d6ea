package complaint

import (
	"context"
	"time"
)

// statsDays is the length of the period of figures.
const statsDays = 90

// ComplaintStats are figures of the complaints that were opened in the last 90 days.
type ComplaintStats struct {
	From               time.Time `json:"from"`
	Opened             int64     `json:"opened"`
	Resolved           int64     `json:"resolved"`
	Late               int64     `json:"late" doc:"Those whose answer or resolution was ever late."`
	Unassigned         int64     `json:"unassigned" doc:"Those that nobody works on yet."`
	FirstAnswerMinutes *int64    `json:"first_answer_minutes" doc:"Office hours, on average; null for none."`
	ResolutionMinutes  *int64    `json:"resolution_minutes" doc:"Office hours, on average; null for none."`
	Stars              *float64  `json:"stars" doc:"On average; null for none."`
}

// Stats returns figures of the last 90 days. For administrators.
func (s *Service) Stats(ctx context.Context) (ComplaintStats, error) {
	return stats(ctx, s.deps.DB.Reader(), s.deps.Clock.Now().AddDate(0, 0, -statsDays))
}
