package viewing

import (
	"context"
	"math"

	"lectern/internal/platform/access"
	"lectern/internal/video/media"
)

// bucketMS is the resolution of retention: 6 s of the video, the length of a segment.
const bucketMS = media.SegmentSeconds * 1000

// Analytics tells teachers how a video is watched.
type Analytics struct {
	Views           int64            `json:"views" doc:"How often it was started."`
	Viewers         int64            `json:"viewers" doc:"People who have watched any of it."`
	WatchSeconds    float64          `json:"watchSeconds" doc:"Seconds played; what is watched twice counts twice."`
	StartupMSMedian *int64           `json:"startupMsMedian" doc:"Null before the first view."`
	StartupMSP95    *int64           `json:"startupMsP95" doc:"Null before the first view."`
	Stalls          int64            `json:"stalls"`
	StallSeconds    float64          `json:"stallSeconds"`
	StallsPerHour   float64          `json:"stallsPerHour" doc:"Per hour played."`
	Retention       []RetentionPoint `json:"retention" doc:"One for each 6 s of the video."`
}

// RetentionPoint counts the viewers of 6 s of the video.
type RetentionPoint struct {
	From    float64 `json:"from" doc:"In seconds of the video."`
	Viewers int64   `json:"viewers"`
}

// Analytics reads counters: its cost depends on the length of the video, not on the number of views. For teachers of the
// course; fault.NotFound for others.
func (s *Service) Analytics(ctx context.Context, who access.Caller, id string) (a Analytics, err error) {
	v, err := s.videos.Teachable(ctx, who, id)
	if err != nil {
		return a, err
	}
	totals, retention, startups, err := countersOf(ctx, s.db.Reader(), v.ID)
	if err != nil {
		return a, err
	}
	a = Analytics{
		Views: totals.Views, Viewers: totals.Viewers, WatchSeconds: float64(totals.WatchMS) / 1000,
		Stalls: totals.Stalls, StallSeconds: float64(totals.StallMS) / 1000,
		StartupMSMedian: percentile(startups, 50), StartupMSP95: percentile(startups, 95),
		Retention: make([]RetentionPoint, (v.DurationMS+bucketMS-1)/bucketMS),
	}
	if totals.WatchMS > 0 {
		a.StallsPerHour = math.Round(float64(totals.Stalls)*3600_000/float64(totals.WatchMS)*100) / 100
	}
	for i := range a.Retention {
		a.Retention[i].From = float64(i * media.SegmentSeconds)
	}
	for _, r := range retention {
		if r.Bucket < int64(len(a.Retention)) {
			a.Retention[r.Bucket].Viewers = r.Viewers
		}
	}
	return a, nil
}

// startupStep is the ratio between neighbouring classes of start-up times: a percentile is off by at most 2.5 %.
const startupStep = 1.05

// startupClass returns the class of a start-up time: the nearest power of startupStep.
func startupClass(ms int64) int64 {
	return int64(math.Round(math.Log(float64(max(ms, 1))) / math.Log(startupStep)))
}

// percentile returns the time within which p percent of the views started, from their classes in ascending order.
func percentile(classes []startupRow, p int64) *int64 {
	var all, below int64
	for _, c := range classes {
		all += c.Views
	}
	for _, c := range classes {
		below += c.Views
		if below*100 >= all*p {
			return new(int64(math.Round(math.Pow(startupStep, float64(c.Class)))))
		}
	}
	return nil
}
