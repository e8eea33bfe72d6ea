// Package demo lets visitors and learners book demo classes: free slots, holds, bookings, and what becomes of them.
package demo

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/teaching/demovisitor"
)

// The specification's times.
const (
	leastLead    = 2 * time.Hour     // a slot that begins sooner is moved
	movedLead    = 150 * time.Minute // to the first free one from then on
	defaultSlot  = 60 * time.Minute
	furthestDays = 366 // how far ahead anything is looked up
)

// Statuses of a booking.
const (
	Confirmed = "confirmed"
	Completed = "completed"
	Cancelled = "cancelled"
	NoShow    = "no_show"
)

// DemoBooking is a demo class that is booked.
type DemoBooking struct {
	bun.BaseModel `bun:"table:demo_bookings,alias:d" json:"-"`

	ID                    string                         `bun:",pk" json:"id"`
	HoldID                string                         `json:"-"`
	UserID                *string                        `json:"userId" doc:"null for a visitor without an account."`
	Email                 string                         `json:"email"`
	EmailKey              string                         `json:"-"`
	FullName              string                         `json:"fullName"`
	PhoneNumber           string                         `json:"phoneNumber"`
	StartsAt              time.Time                      `json:"timeSlot"`
	EndsAt                time.Time                      `json:"endTime"`
	Timezone              string                         `json:"timezone" doc:"IANA name, of the visitor."`
	InstructorID          string                         `json:"instructorId"`
	InstructorName        string                         `bun:",scanonly" json:"-"`
	Instructor            *DemoInstructor                `bun:"-" json:"instructor,omitempty" doc:"With include_instructor, and of one booking."`
	DemoType              string                         `json:"demoType"`
	Source                string                         `json:"source"`
	CourseInterest        string                         `json:"courseInterest"`
	ExperienceLevel       string                         `json:"experienceLevel"`
	Requirements          string                         `json:"requirements"`
	Notes                 string                         `json:"notes"`
	UTM                   db.JSON[formguard.VisitOrigin] `bun:"utm" json:"-"`
	UTMParameters         *formguard.VisitOrigin         `bun:"-" json:"utmParameters,omitempty" doc:"For administrators."`
	Status                string                         `json:"status" enum:"confirmed,completed,cancelled,no_show"`
	IsLate                bool                           `json:"lateCancellation" doc:"Cancelled less than 2 hours before its start."`
	Reschedules           int64                          `json:"reschedules" doc:"How often the visitor has moved it."`
	CancellationReason    string                         `json:"cancellationReason"`
	CompletionNotes       string                         `json:"completionNotes" doc:"For staff."`
	Rating                int64                          `json:"rating" doc:"Of the instructor's own, 1 to 5; 0 for none."`
	Feedback              string                         `json:"feedback"`
	NoShowSide            string                         `json:"noShowSide" enum:",learner,instructor"`
	Languages             string                         `json:"-"`
	ManageDigest          string                         `json:"-"`
	Sequence              int64                          `json:"sequence" doc:"Grows with every change of time or status."`
	ConvertedEnrollmentID *string                        `json:"-"`
	ConvertedAt           *time.Time                     `json:"convertedAt" doc:"When it led to an enrolment, within 60 days or as staff said; null for not."`
	CanReschedule         bool                           `bun:"-" json:"canReschedule"`
	CanCancel             bool                           `bun:"-" json:"canCancel"`
	OutcomeMissing        bool                           `bun:"-" json:"outcomeMissing" doc:"It is over, and nobody has said whether it took place."`
	LearnerJoinedAt       *time.Time                     `json:"learnerJoinedAt,omitempty" doc:"For staff: when the learner entered the room first. Absent for not."`
	InstructorJoinedAt    *time.Time                     `json:"instructorJoinedAt,omitempty" doc:"For staff."`
	ZoomFailed            bool                           `bun:",scanonly" json:"zoomFailed,omitempty" doc:"For staff: its meeting at Zoom couldn't be created. Absent for not."`
	Entrance              *demoroom.DemoEntrance         `bun:"-" json:"entrance,omitempty" doc:"Of one booking that takes place: the way in."`
	History               []DemoChange                   `bun:"-" json:"history,omitempty" doc:"With include_history, and of one booking."`
	CreatedAt             time.Time                      `json:"createdAt"`
	UpdatedAt             time.Time                      `json:"updatedAt"`
	DecidedAt             *time.Time                     `json:"decidedAt" doc:"When it was completed, cancelled or missed."`
}

// DemoInstructor is what a booking shows of its instructor.
type DemoInstructor struct {
	ID       string `json:"id"`
	FullName string `json:"fullName"`
}

// DemoChange is something that happened to a booking.
type DemoChange struct {
	bun.BaseModel `bun:"table:demo_history,alias:h" json:"-"`

	ID        string    `bun:",pk" json:"-"`
	BookingID string    `json:"-"`
	Action    string    `json:"action" enum:"booked,rescheduled,cancelled,completed,no_show,reassigned,restored,converted,unconverted"`
	Side      string    `json:"side" enum:"learner,staff" doc:"Who did it."`
	UserID    *string   `json:"-"`
	StartsAt  time.Time `json:"timeSlot" doc:"Of the demo, afterwards."`
	Reason    string    `json:"reason"`
	CreatedAt time.Time `json:"createdAt"`
}

// NewDemoBooking is a booking as a form sends it.
type NewDemoBooking struct {
	Email           string                `json:"email,omitempty" maxLength:"254" msg:"Valid email address is required. Please log in again." doc:"Absent: that of the caller's account."`
	FullName        string                `json:"fullName,omitempty" maxLength:"200" msg:"The name must be at most 200 characters"`
	TimeSlot        string                `json:"timeSlot,omitempty" document:"required" maxLength:"40" msg:"Invalid time slot format. Please select a valid time." doc:"RFC 3339."`
	Timezone        string                `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of the visitor. Absent: the school's."`
	Duration        int64                 `json:"duration,omitempty" minimum:"15" maximum:"180" default:"60" msg:"The duration must be from 15 to 180 minutes"`
	DemoType        string                `json:"demoType,omitempty" maxLength:"60" default:"course_demo" msg:"demoType must be at most 60 characters"`
	Source          string                `json:"source,omitempty" maxLength:"60" default:"website" msg:"source must be at most 60 characters"`
	WantedTeacher   string                `json:"instructorId,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"Absent: the server chooses."`
	HoldID          string                `json:"holdId,omitempty" maxLength:"400" msg:"This form has expired. Choose the time again" doc:"Of the form, from the list of slots: it books once."`
	PhoneNumber     string                `json:"phoneNumber,omitempty" maxLength:"40" msg:"The phone number must be at most 40 characters"`
	CourseInterest  string                `json:"courseInterest,omitempty" maxLength:"200" msg:"courseInterest must be at most 200 characters"`
	ExperienceLevel string                `json:"experienceLevel,omitempty" maxLength:"60" msg:"experienceLevel must be at most 60 characters"`
	Requirements    string                `json:"requirements,omitempty" maxLength:"1000" msg:"Requirements must be at most 1000 characters"`
	Notes           string                `json:"notes,omitempty" maxLength:"500" msg:"Notes must be at most 500 characters"`
	UTMParameters   formguard.VisitOrigin `json:"utmParameters,omitzero"`
	Website         string                `json:"website,omitempty" maxLength:"200" doc:"People don't see this field of the form: who fills it in is a robot."`
	EmailCode       string                `json:"emailCode,omitempty" maxLength:"20" msg:"The code has 6 digits" doc:"Of the email, for visitors whom a refusal has asked for it."`
	Strict          bool                  `json:"strict,omitempty" doc:"Refuse a slot that is less than 2 hours ahead; otherwise it is moved."`
}

// request is a booking that has been read.
type request struct {
	NewDemoBooking
	wanted    time.Time
	length    time.Duration
	anyHours  bool           // an administrator books outside of hours too
	form      formguard.Form // of the hold, zero for none
	ownEmail  string
	bookingID string // of the booking that is moved, "" for a new one
	userID    string
}

// read checks a booking and cleans what was typed.
func (n NewDemoBooking) read(schoolZone, ownEmail string) (r request, err error) {
	var broken fault.Fields
	if n.Timezone == "" {
		n.Timezone = schoolZone
	}
	timetable.ZoneOf(n.Timezone, "timezone", &broken)
	if n.Email = strings.TrimSpace(n.Email); n.Email == "" {
		n.Email = ownEmail
	}
	broken.Require(n.Email != "", "email", "required", "Valid email address is required. Please log in again.")
	broken.Require(n.Email == "" || demovisitor.IsAddress(n.Email), "email", "invalid_format", "Valid email address is required. Please log in again.")
	at, err := readSlot(n.TimeSlot)
	broken.Require(n.TimeSlot != "", "timeSlot", "required", "Invalid time slot format. Please select a valid time.")
	broken.Require(n.TimeSlot == "" || err == nil, "timeSlot", "invalid_format", "Invalid time slot format. Please select a valid time.")
	n.FullName, n.UTMParameters = demovisitor.NameOf(n.FullName), n.UTMParameters.Printable()
	n.PhoneNumber, n.CourseInterest, n.ExperienceLevel = text.OneLine(n.PhoneNumber), text.OneLine(n.CourseInterest), text.OneLine(n.ExperienceLevel)
	return request{NewDemoBooking: n, wanted: at, length: time.Duration(n.Duration) * time.Minute}, broken.Err()
}

func readSlot(slot string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, slot)
	if err == nil && (at.Year() < 2000 || at.Year() > 9000) {
		err = clock.ErrNotATime
	}
	return clock.Exact(at), err
}

// minutes until which visitors may move and cancel a booking, and the latest outcome.
const (
	mostReschedules = 3
	noShowAfter     = 10 * time.Minute // from the start on
	mistakeUntil    = 48 * time.Hour   // after it was missed, it may still be completed
	outcomeDueAfter = 72 * time.Hour   // after its end
)

// shown completes a booking for its reader.
func (b DemoBooking) shown(now time.Time, isStaff, isAdmin bool) DemoBooking {
	open := b.Status == Confirmed && now.Before(b.StartsAt)
	b.CanCancel = open
	b.CanReschedule = open && (isStaff || b.Reschedules < mostReschedules && !now.Add(leastLead).After(b.StartsAt))
	b.OutcomeMissing = b.Status == Confirmed && now.After(b.EndsAt.Add(outcomeDueAfter))
	if !isStaff {
		b.CompletionNotes, b.Rating, b.Feedback, b.LearnerJoinedAt, b.InstructorJoinedAt, b.ZoomFailed = "", 0, "", nil, nil, false
	}
	if isAdmin {
		b.UTMParameters = &b.UTM.V
	}
	return b
}

func (b DemoBooking) withInstructor() DemoBooking {
	b.Instructor = &DemoInstructor{b.InstructorID, b.InstructorName}
	return b
}
