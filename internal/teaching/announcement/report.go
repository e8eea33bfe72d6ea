package announcement

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// AnnouncementReaders are who of an announcement's audience has read it.
type AnnouncementReaders struct {
	Summary  ReadSummary          `json:"summary"`
	ReadBy   []AnnouncementReader `json:"readBy" doc:"By name."`
	UnreadBy []AnnouncementReader `json:"unreadBy" doc:"By name."`
}

// ReadSummary counts the audience that an announcement has now.
type ReadSummary struct {
	TotalTargeted     int64   `json:"totalTargeted"`
	TotalRead         int64   `json:"totalRead"`
	TotalUnread       int64   `json:"totalUnread"`
	TotalAcknowledged int64   `json:"totalAcknowledged"`
	ReadPercentage    float64 `json:"readPercentage"`
}

// AnnouncementReader is a user of the audience.
type AnnouncementReader struct {
	ID             string     `json:"id"`
	FullName       string     `json:"full_name"`
	Email          string     `json:"email"`
	SeenAt         *time.Time `json:"seenAt"`
	ReadAt         *time.Time `json:"readAt"`
	AcknowledgedAt *time.Time `json:"acknowledgedAt"`
}

// ReadStatus returns who has read an announcement: a page of those who have and one of those who have not. For its author and
// administrators; errNotFound, errNotOwn.
func (s *Service) ReadStatus(ctx context.Context, who access.Caller, id string, limit, offset int64) (status AnnouncementReaders, err error) {
	q := s.deps.DB.Reader()
	_, to, err := s.owned(ctx, q, who, id)
	if err != nil {
		return status, err
	}
	if status.Summary, err = summarise(ctx, q, id, to); err != nil {
		return status, err
	}
	status.Summary.TotalUnread = status.Summary.TotalTargeted - status.Summary.TotalRead
	status.Summary.ReadPercentage = percent(status.Summary.TotalRead, status.Summary.TotalTargeted)
	if status.ReadBy, err = readersOf(ctx, q, id, to, true, limit, offset); err != nil {
		return status, err
	}
	status.UnreadBy, err = readersOf(ctx, q, id, to, false, limit, offset)
	return status, err
}

// AnnouncementFigures are figures about all announcements.
type AnnouncementFigures struct {
	Total           int64                     `json:"total"`
	ByStatus        map[string]int64          `json:"byStatus"`
	ByType          map[string]int64          `json:"byType"`
	ByPriority      map[string]int64          `json:"byPriority"`
	AverageReadRate float64                   `json:"averageReadRate" doc:"In percent: of the 20 newest that are shown now, all who have read them of all whom they address now."`
	RecentActivity  []DayOfActivity           `json:"recentActivity" doc:"The last 30 days in UTC, oldest first."`
	Newest          []AnnouncementPerformance `json:"newest" doc:"The 20 newest that are shown now, the newest first."`
	TopPerforming   []AnnouncementPerformance `json:"topPerforming" doc:"Of the 20 newest that are shown now and address at least 10 users: the five that most of them have read."`
}

// DayOfActivity counts the announcements that were published on a day, and how often any was read and confirmed.
type DayOfActivity struct {
	Date         string `json:"date" format:"date"`
	Published    int64  `json:"published"`
	Read         int64  `json:"read"`
	Acknowledged int64  `json:"acknowledged"`
}

// AnnouncementPerformance is how many users have read an announcement.
type AnnouncementPerformance struct {
	ID           string    `json:"id"`
	Title        string    `json:"title"`
	PublishDate  time.Time `json:"publishDate"`
	RequiresAck  bool      `json:"requiresAck"`
	Addressed    int64     `json:"addressed" doc:"Users whom it addresses now."`
	Readers      int64     `json:"read" doc:"Those of them who have read it."`
	Acknowledged int64     `json:"acknowledged" doc:"Those of them who have confirmed that they have read it."`
	ReadRate     float64   `json:"readRate" doc:"In percent."`
}

// figure is a number of announcements: of a status, a type or a priority.
type figure struct {
	Name, Value string
	Count       int64
}

const (
	daysOfActivity = 30
	newestCounted  = 20 // announcements whose readers are counted
	fewestOfTop    = 10 // users of one that can be among the best
	mostOfTop      = 5
)

// Analytics returns figures about all announcements. For administrators.
func (s *Service) Analytics(ctx context.Context) (a AnnouncementFigures, err error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	a.ByStatus, a.ByType, a.ByPriority = map[string]int64{}, map[string]int64{}, map[string]int64{}
	figures, err := countBy(ctx, q, now)
	if err != nil {
		return a, err
	}
	for _, f := range figures {
		map[string]map[string]int64{"status": a.ByStatus, "type": a.ByType, "priority": a.ByPriority}[f.Name][f.Value] = f.Count
	}
	for _, n := range a.ByStatus {
		a.Total += n
	}
	since := now.UTC().Truncate(24*time.Hour).AddDate(0, 0, 1-daysOfActivity)
	if a.RecentActivity, err = activity(ctx, q, since, now); err != nil {
		return a, err
	}
	return a, s.perform(ctx, q, &a, now)
}

// activity counts what happened on each day.
func activity(ctx context.Context, q bun.IDB, since, now time.Time) (days []DayOfActivity, err error) {
	at, err := publishedSince(ctx, q, since, now)
	if err != nil {
		return nil, err
	}
	published := map[string]int64{}
	for _, t := range at {
		published[t.UTC().Format(time.DateOnly)]++
	}
	starts := make([]time.Time, daysOfActivity)
	for n := range starts {
		starts[n] = since.AddDate(0, 0, n)
	}
	read, err := receiptsOn(ctx, q, "read_at", starts)
	if err != nil {
		return nil, err
	}
	acknowledged, err := receiptsOn(ctx, q, "acknowledged_at", starts)
	if err != nil {
		return nil, err
	}
	for n, start := range starts {
		date := start.Format(time.DateOnly)
		days = append(days, DayOfActivity{Date: date, Published: published[date], Read: read[n], Acknowledged: acknowledged[n]})
	}
	return days, nil
}

// perform counts the readers of the newest announcements.
func (s *Service) perform(ctx context.Context, q bun.IDB, a *AnnouncementFigures, now time.Time) error {
	a.TopPerforming, a.Newest = []AnnouncementPerformance{}, []AnnouncementPerformance{}
	rows, err := newest(ctx, q, now, newestCounted)
	if err != nil || len(rows) == 0 {
		return err
	}
	var announcements []string
	for _, r := range rows {
		announcements = append(announcements, r.ID)
	}
	of, err := targetsOf(ctx, q, announcements)
	if err != nil {
		return err
	}
	counted, err := performances(ctx, q, of)
	var addressed, read int64
	for _, r := range rows {
		p := counted[r.ID]
		p.ID, p.Title, p.PublishDate, p.RequiresAck, p.ReadRate = r.ID, r.Title, r.PublishAt, r.RequiresAck, percent(p.Readers, p.Addressed)
		a.Newest = append(a.Newest, p)
		addressed, read = addressed+p.Addressed, read+p.Readers
		if p.Addressed >= fewestOfTop {
			a.TopPerforming = append(a.TopPerforming, p)
		}
	}
	a.AverageReadRate = percent(read, addressed)
	slices.SortFunc(a.TopPerforming, func(x, y AnnouncementPerformance) int {
		return cmp.Or(cmp.Compare(y.ReadRate, x.ReadRate), cmp.Compare(y.ID, x.ID))
	})
	a.TopPerforming = a.TopPerforming[:min(len(a.TopPerforming), mostOfTop)]
	return err
}

// percent returns a share with one decimal; 0 of nothing.
func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64((part*2000+whole)/(2*whole)) / 10
}
