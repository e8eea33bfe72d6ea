package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	calendarInstructors = 50
	seriesSessions      = 48
)

// timed is an operation with the most that its median may take, in ms.
type timed struct {
	name    string
	bound   float64
	times   int
	prepare func() error // before each, not measured; nil for nothing
	ask     func(n int) error
}

// figures measures each operation in some runs.
func (t *timetable) figures(runs int) (all []Figure, err error) {
	move, err := t.plan()
	if err != nil {
		return nil, err
	}
	slots := func(query string) func(int) error {
		return func(n int) error {
			return t.signedIn[n%scheduleBookers].call(http.MethodGet, "/demo-booking/available-slots?timezone=UTC&"+query, nil, nil)
		}
	}
	day, month := slots("date="+t.date(7)), slots("days=31&startDate="+t.date(0))
	calendar := "/calendar?" + url.Values{"from": {t.date(0)}, "to": {t.date(41)}, "instructor_ids": t.instructors[:calendarInstructors]}.Encode()
	for _, o := range []timed{
		{"free slots of a day of 200 instructors, all of whose calendars have just changed", 25, 100, t.changeCalendars, day},
		{"free slots of a day of 200 instructors", 5, 200, nil, day},
		{"free days of 31 of 200 instructors", 60, 100, nil, month},
		{"calendar of 50 instructors, 6 weeks, 1,050 sessions", 30, 100, nil, func(int) error { return t.signedIn[0].call(http.MethodGet, calendar, nil, nil) }},
		{"moving a series of 48 sessions", 150, 10, nil, move},
	} {
		var medians []float64
		for range runs {
			took, err := o.run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.name, err)
			}
			medians = append(medians, took)
		}
		all = append(all, absolute(o.name+", median", "ms", medians).atMost(o.bound))
	}
	var took []float64
	for run := range runs {
		all, err := t.bookAtOnce(run)
		if err != nil {
			return nil, err
		}
		took = append(took, all)
	}
	return append(all, absolute("50 visitors book one slot at the same moment, of whom one gets it", "ms", took).atMost(500)), nil
}

// run returns the median of an operation in ms.
func (o timed) run() (float64, error) {
	took := make([]float64, o.times)
	for n := range took {
		if o.prepare != nil {
			if err := o.prepare(); err != nil {
				return 0, err
			}
		}
		begin := time.Now()
		if err := o.ask(n); err != nil {
			return 0, err
		}
		took[n] = float64(time.Since(begin).Microseconds()) / 1000
	}
	return median(took), nil
}

// changeCalendars makes what the server keeps of the calendars stale.
func (t *timetable) changeCalendars() error {
	_, err := t.file.ExecContext(t.ctx, "UPDATE instructor_calendars SET version = version + 1")
	return err
}

// plan gives each of the instructors of the calendar a batch with a session every other day, and returns what moves all of the first one by a day, to and fro.
func (t *timetable) plan() (move func(int) error, err error) {
	var first struct {
		ID       string
		Schedule []struct{ ID string }
	}
	for i, id := range t.instructors[:calendarInstructors] {
		batch := map[string]any{"batch_name": "Bees", "assigned_instructor": id, "timezone": "UTC", "end_date": t.date(400),
			"recurrence": map[string]any{"freq": "daily", "interval": 2, "count": seriesSessions, "start_date": t.date(1), "start_time": "18:00", "end_time": "19:00"}}
		made := &first
		if i > 0 {
			made = nil
		}
		if err := t.planFor(batch, made); err != nil {
			return nil, err
		}
	}
	path := "/batches/" + first.ID + "/schedule/" + first.Schedule[0].ID
	return func(n int) error {
		return t.call(http.MethodPut, path, map[string]any{"date": t.date(2 - n%2), "scope": "all"}, nil)
	}, nil
}

func (t *timetable) planFor(batch map[string]any, made any) error {
	return t.call(http.MethodPost, "/batches/courses/"+t.course+"/batches", batch, made)
}

// bookAtOnce has all who are signed in book the same hour of the same instructor, and returns in how many ms all were answered. Each run is for
// another instructor.
func (t *timetable) bookAtOnce(run int) (float64, error) {
	var booked atomic.Int64
	var visitors errgroup.Group
	begin := time.Now()
	for i, one := range t.signedIn {
		body := map[string]any{"email": emailOf(i), "fullName": "Ann", "instructorId": t.instructors[scheduleInstructors-1-run], "timeSlot": t.date(7) + "T11:00:00Z"}
		visitors.Go(func() error {
			err := one.call(http.MethodPost, "/demo-booking", body, nil)
			if err == nil {
				booked.Add(1)
			} else if strings.Contains(err.Error(), "409 Conflict") {
				return nil
			}
			return err
		})
	}
	err := visitors.Wait()
	if err == nil && booked.Load() != 1 {
		err = fmt.Errorf("%d of %d visitors have booked one slot", booked.Load(), scheduleBookers)
	}
	return float64(time.Since(begin).Microseconds()) / 1000, err
}
