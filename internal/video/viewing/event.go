package viewing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// WatchEvent is an event of a viewer's player. Its id is made by the client, so that it counts once however often it is
// sent; events may arrive late and in any order.
type WatchEvent struct {
	ID           string    `json:"id" format:"uuid" msg:"An event needs a UUID as its id"`
	Type         string    `json:"type" enum:"start,watched,stall" msg:"The type of an event must be start, watched or stall"`
	At           time.Time `json:"at" msg:"An event needs its time" doc:"By the client's clock; one in the future counts as now."`
	From         float64   `json:"from,omitempty" minimum:"0" maximum:"1000000" msg:"from must be a number of seconds" doc:"Of a watched range or a stall, in seconds of the video."`
	To           float64   `json:"to,omitempty" minimum:"0" maximum:"1000000" msg:"to must be a number of seconds" doc:"End of a watched range, in seconds of the video."`
	Rung         string    `json:"rung,omitempty" maxLength:"20" msg:"rung is too long" doc:"What was shown: 720p."`
	Milliseconds float64   `json:"milliseconds,omitempty" minimum:"0" maximum:"86400000" msg:"milliseconds must be at most one day" doc:"How long the start or the stall took."`
}

// WatchEvents is a batch of events.
type WatchEvents struct {
	Events []WatchEvent `json:"events" minItems:"1" maxItems:"200" msg:"Events are required;maxItems=At most 200 events at once"`
}

type AcceptedEvents struct {
	Accepted int64 `json:"accepted" doc:"How many were new."`
}

// Watch stores a batch of the caller's events; those that are already stored change nothing. fault.NotFound for callers who
// may not watch the video.
func (s *Service) Watch(ctx context.Context, who access.Caller, id string, batch WatchEvents) (a AcceptedEvents, err error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return a, err
	}
	var broken fault.Fields
	rows := make([]eventRow, 0, len(batch.Events))
	now := s.clock.Now()
	for i, e := range batch.Events {
		at := clock.Exact(e.At)
		ahead := at.After(now)
		if ahead {
			at = now
		}
		known, err := uuid.Parse(e.ID)
		broken.Require(err == nil, fmt.Sprintf("events[%d].id", i), "malformed", "An event needs a UUID as its id")
		rows = append(rows, eventRow{
			UserID: who.ID, ID: known.String(), VideoID: v.ID, Kind: e.Type, FromMS: clip(v, e.From), ToMS: clip(v, e.To),
			ValueMS: int64(math.Round(e.Milliseconds)), Rendition: e.Rung, Clamped: ahead, ClientTime: at, ReceivedAt: now,
		})
	}
	if err := broken.Err(); err != nil {
		return a, err
	}
	// Always in the same order, so that concurrent batches cannot deadlock; of two events with the same id the first
	// counts.
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Compare(a.ID, b.ID) })
	rows = slices.CompactFunc(rows, func(a, b eventRow) bool { return a.ID == b.ID })
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		fresh, err := insertEvents(ctx, tx, rows)
		if err != nil || len(fresh) == 0 {
			return err
		}
		a.Accepted = int64(len(fresh))
		delta := sumEvents(rows, fresh)
		if err := addToCounters(ctx, tx, v.ID, who.ID, delta); err != nil {
			return err
		}
		if len(delta.buckets) > 0 {
			if err := putWatched(ctx, tx, v, who.ID); err != nil {
				return err
			}
		}
		return s.progress.Watched(ctx, tx, who.ID, v.ID)
	})
	return a, err
}

// watchDelta is what a batch adds to a video's counters.
type watchDelta struct {
	views, watchMS, stalls, stallMS int64
	buckets                         []int64 // watched, ascending
	startups                        map[int64]int64
}

// sumEvents adds up the events whose ids are new.
func sumEvents(rows []eventRow, fresh map[string]bool) watchDelta {
	g := watchDelta{startups: map[int64]int64{}}
	seen := map[int64]bool{}
	for _, e := range rows {
		if !fresh[e.ID] {
			continue
		}
		switch e.Kind {
		case "start":
			g.views++
			g.startups[startupClass(e.ValueMS)]++
		case "stall":
			g.stalls++
			g.stallMS += e.ValueMS
		case "watched":
			g.watchMS += max(e.ToMS-e.FromMS, 0)
			for b := e.FromMS / bucketMS; b*bucketMS < e.ToMS; b++ {
				seen[b] = true
			}
		}
	}
	for b := range seen {
		g.buckets = append(g.buckets, b)
	}
	slices.Sort(g.buckets)
	return g
}
