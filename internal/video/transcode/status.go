package transcode

import (
	"context"
	"reflect"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
)

// Status of a video's processing.
type Status struct {
	VideoID          string            `json:"videoId"`
	Status           string            `json:"status" enum:"pending,uploading,processing,completed,failed,cancelled"`
	Playable         bool              `json:"playable" doc:"Whether it can be watched, perhaps not yet in every quality."`
	Generation       int64             `json:"generation"`
	Progress         float64           `json:"progress" doc:"Percent of all the work."`
	Renditions       []RenditionStatus `json:"renditions" doc:"Best first, the sound last."`
	ImagesReady      bool              `json:"imagesReady" doc:"Thumbnails, storyboard and poster."`
	QueuePosition    int64             `json:"queuePosition" doc:"How many jobs go first while all of its own wait; 0 when it is being worked on."`
	SecondsLeft      *int64            `json:"estimatedSecondsLeft" doc:"Estimated from how long its own work has taken so far and that of earlier videos; at least 1 while there is work. Null while there is nothing to estimate it from, and while it waits."`
	FailureCode      string            `json:"failureCode"`
	FailureReason    string            `json:"failureReason"`
	WaitingBecauseOf string            `json:"waitingBecauseOf" doc:"Why work on it has to wait just now; empty when it does not."`
}

// RenditionStatus is the progress of one quality.
type RenditionStatus struct {
	Name          string  `json:"name"`
	Status        string  `json:"status" enum:"pending,processing,completed,failed"`
	Progress      float64 `json:"progress" doc:"Percent."`
	FailureReason string  `json:"failureReason"`
}

// Status returns the status of a video. For its teachers; fault.NotFound for others.
func (s *Service) Status(ctx context.Context, who access.Caller, id string) (Status, error) {
	v, err := s.managedVideo(ctx, who, id)
	if err != nil {
		return Status{}, err
	}
	return s.statusOf(ctx, v)
}

func (s *Service) statusOf(ctx context.Context, v Video) (Status, error) {
	q := s.db.Reader()
	st := Status{VideoID: v.ID, Status: v.Status, Playable: v.Playable, Generation: v.Generation,
		FailureCode: v.FailureCode, FailureReason: v.FailureReason, Renditions: []RenditionStatus{}}
	if v.Status == "completed" {
		st.Progress = 100
	}
	if v.Generation == 0 {
		return st, nil
	}
	parts, err := renditions(ctx, q, v.ID, v.Generation)
	if err != nil {
		return st, err
	}
	// Read after its renditions, which are stored together with its plan: so where they are there, the plan is.
	g, err := generation(ctx, q, v.ID, v.Generation)
	if err != nil {
		return st, err
	}
	active, err := runningJobs(ctx, q, v.ID)
	if err != nil {
		return st, err
	}
	st.ImagesReady = g.HasImages
	done, total, err := st.count(parts, active, g)
	if err != nil {
		return st, err
	}
	if v.Status != "processing" && v.Status != "pending" {
		return st, nil
	}
	if total > 0 {
		st.Progress = percent(done, total)
	}
	if len(active) == 0 {
		if st.QueuePosition, err = s.queue.CountAhead(ctx, v.ID); err != nil {
			return st, err
		}
		trouble, err := lastError(ctx, q, v.ID)
		if trouble != "" {
			st.WaitingBecauseOf = "Something that the work needs is away or full just now. It goes on by itself."
		}
		if err != nil || trouble != "" || st.QueuePosition > 0 {
			return st, err
		}
	}
	st.SecondsLeft, err = timeLeft(g, active, s.clock.Now())
	return st, err
}

// count fills in the renditions and returns the done and the total work of encoding.
func (st *Status) count(parts []Rendition, active []jobs.Job, g Generation) (done, total float64, err error) {
	if len(parts) == 0 { // not probed yet
		return 0, 0, nil
	}
	running := map[string]int64{} // frames by rendition
	for _, j := range active {
		w, err := jobs.Payload[work](j)
		if err != nil {
			return 0, 0, err
		}
		if w.Generation == g.Generation {
			running[w.Rendition] += j.Progress
		}
	}
	sizes := workload(g.Plan.V)
	for i := len(parts) - 1; i >= 0; i-- {
		r := parts[i]
		frames := r.FramesDone
		if progress, ok := running[r.Name]; ok {
			frames = min(frames+progress, r.FramesTotal)
			if r.Status == "pending" {
				r.Status = "processing"
			}
		}
		if r.Status == "completed" {
			frames = r.FramesTotal
		}
		if r.FramesTotal > 0 {
			done += float64(frames) / float64(r.FramesTotal) * sizes[r.Name]
		}
		total += sizes[r.Name]
		st.Renditions = append(st.Renditions, RenditionStatus{Name: r.Name, Status: r.Status,
			Progress: percent(float64(frames), float64(r.FramesTotal)), FailureReason: r.FailureReason})
	}
	return done, total, nil
}

// percent has one decimal and does not reach 100 before the end.
func percent(done, total float64) float64 {
	if total <= 0 || done >= total {
		return 100
	}
	return float64(int(done*1000/total)) / 10
}

// followInterval is how often a stream of the status queries the database.
const followInterval = time.Second

// Follow sends the status now and whenever it changes, until processing or ctx ends.
func (s *Service) Follow(ctx context.Context, who access.Caller, id string, send func(Status) error) error {
	tick := time.NewTicker(followInterval)
	defer tick.Stop()
	var last Status
	for first := true; ; first = false {
		st, err := s.Status(ctx, who, id)
		if err != nil {
			return err
		}
		if first || !reflect.DeepEqual(st, last) {
			if err := send(st); err != nil {
				return err
			}
		}
		if last = st; st.Status == "completed" || st.Status == "failed" || st.Status == "cancelled" {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
