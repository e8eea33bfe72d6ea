package playback

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

// WatchEvent is something that happened while a person watched. Its id is made by the client, so that it counts once
// however often it is sent; events may come late and in any order.
type WatchEvent struct {
	ID           string    `json:"id" format:"uuid" msg:"An event needs an id that is a UUID"`
	Type         string    `json:"type" enum:"start,watched,stall" msg:"The type of an event must be start, watched or stall"`
	At           time.Time `json:"at" msg:"An event needs its time" doc:"By the client's clock."`
	From         float64   `json:"from,omitempty" minimum:"0" maximum:"1000000" msg:"from must be a number of seconds" doc:"Of a watched range or a stall, in seconds of the film."`
	To           float64   `json:"to,omitempty" minimum:"0" maximum:"1000000" msg:"to must be a number of seconds" doc:"End of a watched range, in seconds of the film."`
	Rung         string    `json:"rung,omitempty" maxLength:"20" msg:"rung is too long" doc:"What was shown: 720p."`
	Milliseconds float64   `json:"milliseconds,omitempty" minimum:"0" maximum:"86400000" msg:"milliseconds must be a number up to a day" doc:"How long the start or the stall took."`
}

// WatchEvents is a batch of them.
type WatchEvents struct {
	Events []WatchEvent `json:"events" minItems:"1" maxItems:"200" msg:"Events are required;maxItems=At most 200 events at once"`
}

// Accepted counts events.
type Accepted struct {
	Accepted int64 `json:"accepted" doc:"How many were new."`
}

// Position is where a viewer stands.
type Position struct {
	Position  float64    `json:"position" doc:"In seconds; 0 for who has not begun."`
	Duration  float64    `json:"duration" doc:"Of the film, in seconds."`
	UpdatedAt *time.Time `json:"updatedAt" doc:"By the clock of the device that was there last; null for who has not begun."`
}

// PositionUpdate is where a viewer is, by one of their devices. The latest by the device's clock stands.
type PositionUpdate struct {
	Position float64   `json:"position" minimum:"0" maximum:"1000000" msg:"Position must be a number of seconds"`
	At       time.Time `json:"at" msg:"The time of the position is required" doc:"By the client's clock; one in the future counts as now."`
}

// Position is where the caller stands in a video, on whatever device. fault.NotFound for whoever may not watch it.
func (s *Service) Position(ctx context.Context, who access.Caller, id string) (Position, error) {
	v, err := s.watchable(ctx, who, id)
	if err != nil {
		return Position{}, err
	}
	return positionOf(ctx, s.DB.Reader(), who.ID, v)
}

// SetPosition notes where the caller is, unless another device was somewhere later, and gives what stands.
// fault.NotFound for whoever may not watch the video.
func (s *Service) SetPosition(ctx context.Context, who access.Caller, id string, u PositionUpdate) (p Position, err error) {
	v, err := s.watchable(ctx, who, id)
	if err != nil {
		return p, err
	}
	now := s.Clock.Now()
	row := positionRow{UserID: who.ID, VideoID: v.ID, PositionMS: v.clip(u.Position), ClientTime: clock.Exact(u.At), UpdatedAt: now}
	if row.ClientTime.After(now) { // or a device whose clock is ahead would win over all others for as long
		row.ClientTime = now
	}
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := putPosition(ctx, tx, row); err != nil {
			return err
		}
		p, err = positionOf(ctx, tx, who.ID, v)
		return err
	})
	return p, err
}

// Watch takes a batch of events of the caller. What was there before changes nothing. fault.NotFound for whoever may not
// watch the video.
func (s *Service) Watch(ctx context.Context, who access.Caller, id string, batch WatchEvents) (a Accepted, err error) {
	v, err := s.watchable(ctx, who, id)
	if err != nil {
		return a, err
	}
	var broken fault.Fields
	rows := make([]eventRow, 0, len(batch.Events))
	for i, e := range batch.Events {
		known, err := uuid.Parse(e.ID)
		broken.Require(err == nil, fmt.Sprintf("events[%d].id", i), "malformed", "An event needs an id that is a UUID")
		rows = append(rows, eventRow{
			UserID: who.ID, ID: known.String(), VideoID: v.ID, Kind: e.Type, FromMS: v.clip(e.From), ToMS: v.clip(e.To),
			ValueMS: int64(math.Round(e.Milliseconds)), Rendition: e.Rung, ClientTime: clock.Exact(e.At), ReceivedAt: s.Clock.Now(),
		})
	}
	if err := broken.Err(); err != nil {
		return a, err
	}
	// In one order always, so that two batches at once never wait for each other in a circle; the first of a pair with
	// one id counts.
	slices.SortStableFunc(rows, func(a, b eventRow) int { return cmp.Compare(a.ID, b.ID) })
	rows = slices.CompactFunc(rows, func(a, b eventRow) bool { return a.ID == b.ID })
	err = s.DB.InTx(ctx, func(tx bun.IDB) error {
		fresh, err := insertEvents(ctx, tx, rows)
		if err != nil || len(fresh) == 0 {
			return err
		}
		a.Accepted = int64(len(fresh))
		if err := count(ctx, tx, v.ID, who.ID, gains(rows, fresh)); err != nil {
			return err
		}
		return s.Learning.Watched(ctx, tx, who.ID, v.ID)
	})
	return a, err
}

// clip is a moment of the film in milliseconds; nobody was past its end.
func (v videoRow) clip(seconds float64) int64 {
	return min(int64(math.Round(seconds*1000)), v.DurationMS)
}

// gain is what a batch adds to the figures of a video.
type gain struct {
	views, watchMS, stalls, stallMS int64
	buckets                         []int64 // that were watched, ascending
	startups                        map[int64]int64
}

// gains adds up the events whose ids are fresh.
func gains(rows []eventRow, fresh map[string]bool) gain {
	g := gain{startups: map[int64]int64{}}
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
