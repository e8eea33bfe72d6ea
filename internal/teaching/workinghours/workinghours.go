// Package workinghours knows when instructors may be booked: their weekly hours, the days on which these differ, and the rules of their
// slots. It computes free slots and does so without a database.
package workinghours

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// Window is a part of a day in wall-clock time.
type Window struct {
	From  string `json:"from" pattern:"^([01]\\d|2[0-3]):[0-5]\\d$" msg:"Please enter a time such as 09:00" doc:"HH:MM."`
	Until string `json:"until" pattern:"^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$" msg:"Please enter a time such as 17:00" doc:"HH:MM; 24:00 is the end of the day."`
}

// WeeklyWindow is a window of each week.
type WeeklyWindow struct {
	Weekday int64 `json:"weekday" minimum:"1" maximum:"7" msg:"weekday must be a number from 1 (Monday) to 7 (Sunday)" doc:"1 is Monday, 7 is Sunday."`
	Window
}

// Override replaces the weekly hours of one day.
type Override struct {
	Date    string   `json:"date" pattern:"^\\d{4}-\\d{2}-\\d{2}$" msg:"Please enter a date such as 2026-11-20" doc:"YYYY-MM-DD."`
	Windows []Window `json:"windows" maxItems:"12" msg:"A day has at most 12 windows" doc:"Empty: closed on that day."`
}

// Rules are those of the slots of an instructor.
type Rules struct {
	Timezone            string `json:"timezone" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of the hours."`
	SlotMinutes         int64  `json:"slot_minutes,omitempty" minimum:"15" maximum:"180" default:"60" msg:"A slot must be from 15 to 180 minutes long"`
	StepMinutes         int64  `json:"step_minutes,omitempty" minimum:"5" maximum:"240" default:"30" msg:"Slots must begin from 5 to 240 minutes after each other" doc:"From the start of a slot to that of the next one."`
	BufferBeforeMinutes int64  `json:"buffer_before_minutes,omitempty" minimum:"0" maximum:"120" msg:"A break must be at most 120 minutes long" doc:"Kept free before each demo."`
	BufferAfterMinutes  int64  `json:"buffer_after_minutes,omitempty" minimum:"0" maximum:"120" default:"10" msg:"A break must be at most 120 minutes long" doc:"Kept free after each demo."`
	NoticeMinutes       int64  `json:"notice_minutes,omitempty" minimum:"120" maximum:"20160" default:"120" msg:"The notice must be from 2 hours to 14 days" doc:"How long before its start a slot can last be booked."`
	AheadDays           int64  `json:"ahead_days,omitempty" minimum:"1" maximum:"365" default:"60" msg:"Slots must be offered for 1 to 365 days ahead"`
	DailyCap            int64  `json:"daily_cap,omitempty" minimum:"1" maximum:"48" default:"6" msg:"There must be from 1 to 48 demos a day"`
	Weight              int64  `json:"weight,omitempty" minimum:"1" maximum:"1000" default:"100" msg:"The weight must be a number from 1 to 1000" doc:"An instructor with twice the weight is given twice as many demos."`
	TakesDemos          bool   `json:"takes_demos" doc:"Whether visitors can book demo classes with them."`
}

// DefaultRules are those of an instructor who has not set any.
func DefaultRules(timezone string) Rules {
	return Rules{Timezone: timezone, SlotMinutes: 60, StepMinutes: 30, BufferAfterMinutes: 10, NoticeMinutes: 120, AheadDays: 60, DailyCap: 6, Weight: 100}
}

// Row is what is stored of an instructor's hours.
type Row struct {
	bun.BaseModel `bun:"table:instructor_rules,alias:h"`

	InstructorID string `bun:",pk"`
	Rules
	DemoTypes  db.JSON[[]string]
	Hours      db.JSON[[]WeeklyWindow]
	Overrides  db.JSON[[]Override]
	Version    int64
	DemosSince *time.Time // since when TakesDemos has been true
	UpdatedAt  time.Time

	zone *time.Location // of Timezone, if the row was read: to load a zone reads a file
}

// NewRow returns the hours of an instructor who has not set any: none.
func NewRow(instructorID, timezone string) Row {
	return Row{InstructorID: instructorID, Rules: DefaultRules(timezone),
		DemoTypes: db.JSON[[]string]{V: []string{}}, Hours: db.JSON[[]WeeklyWindow]{V: []WeeklyWindow{}}, Overrides: db.JSON[[]Override]{V: []Override{}}}
}

// Zone returns the time zone of the hours. Names are checked before they are stored: one that a machine does not know is UTC there.
func (r Rules) Zone() *time.Location {
	zone, err := time.LoadLocation(r.Timezone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Zone is that of the rules.
func (r Row) Zone() *time.Location {
	if r.zone != nil {
		return r.zone
	}
	return r.Rules.Zone()
}

// located returns rows with their time zones, each of which is loaded once.
func located(rows []Row) []Row {
	zones := map[string]*time.Location{}
	for i, r := range rows {
		if zones[r.Timezone] == nil {
			zones[r.Timezone] = r.Rules.Zone()
		}
		rows[i].zone = zones[r.Timezone]
	}
	return rows
}

// Padded returns what a demo takes in the calendar, with its buffers.
func (r Rules) Padded(start time.Time, length time.Duration) clock.Span {
	return clock.Span{FromAt: start.Add(-minutes(r.BufferBeforeMinutes)), UntilAt: start.Add(length + minutes(r.BufferAfterMinutes))}
}

func minutes(n int64) time.Duration { return time.Duration(n) * time.Minute }
