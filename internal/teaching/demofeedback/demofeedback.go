// Package demofeedback keeps what those who have had a demo class say about it: one feedback of each class, and figures of all.
package demofeedback

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

const (
	givenUntil   = 90 * 24 * time.Hour // after the end of the demo class
	changedUntil = 24 * time.Hour      // after it was given
	hiddenUntil  = 24 * time.Hour      // after it was given, from the instructor, who could otherwise tell who said it

	mostSpecific = 20  // keyed comments
	longestKey   = 60  // characters
	longestNote  = 500 // characters of a keyed comment
)

// DemoFeedback is what someone says about a demo class.
type DemoFeedback struct {
	bun.BaseModel `bun:"table:demo_feedback,alias:f" json:"-"`

	ID                    string                              `bun:",pk" json:"id"`
	BookingID             string                              `json:"demoBookingId"`
	UserID                *string                             `json:"-"`
	InstructorID          string                              `json:"instructorId" doc:"Who gave the demo class."`
	InstructorName        string                              `bun:",scanonly" json:"instructorName"`
	StartsAt              time.Time                           `bun:",scanonly" json:"timeSlot" doc:"Of the demo class."`
	OverallRating         int64                               `json:"overallRating" doc:"1 to 5."`
	ContentQuality        string                              `json:"contentQuality" enum:"excellent,good,average,poor"`
	InstructorPerformance string                              `json:"instructorPerformance" enum:"excellent,good,average,poor"`
	WouldRecommend        bool                                `json:"wouldRecommend"`
	AdditionalComments    string                              `json:"additionalComments"`
	LikedMost             string                              `json:"likedMost"`
	ImprovementAreas      string                              `json:"improvementAreas"`
	Specific              db.JSON[map[string]SpecificComment] `bun:"specific_feedback" json:"-"`
	SpecificFeedback      map[string]SpecificComment          `bun:"-" json:"specificFeedback"`
	FollowUpInterest      bool                                `json:"followUpInterest" doc:"Would like to hear from the school."`
	Source                string                              `json:"feedbackSource"`
	Response              string                              `json:"response" doc:"Of the school; empty for none."`
	ResponseIsInternal    bool                                `json:"-"`
	IsResponseInternal    *bool                               `bun:"-" json:"responseInternal,omitempty" doc:"For administrators: whether only they see the response."`
	RespondedBy           *string                             `json:"-"`
	RespondedAt           *time.Time                          `json:"respondedAt"`
	Version               int64                               `json:"version" doc:"Grows with each change by who gave it."`
	VisitorName           string                              `bun:",scanonly" json:"-"`
	FullName              *string                             `bun:"-" json:"fullName,omitempty" doc:"Who gave it, for administrators."`
	CanEdit               bool                                `bun:"-" json:"canEdit" doc:"By the caller, until 24 hours after it was given."`
	CreatedAt             time.Time                           `json:"submittedAt"`
	UpdatedAt             time.Time                           `json:"updatedAt"`
}

// SpecificComment is a comment on one aspect.
type SpecificComment struct {
	Comments string `json:"comments,omitempty" doc:"At most 500 characters."`
}

// NewDemoFeedback is feedback as its author sends it.
type NewDemoFeedback struct {
	OverallRating         int64                      `json:"overallRating" minimum:"1" maximum:"5" msg:"Overall rating must be between 1 and 5"`
	ContentQuality        string                     `json:"contentQuality" enum:"excellent,good,average,poor" msg:"Content quality must be excellent, good, average or poor"`
	InstructorPerformance string                     `json:"instructorPerformance" enum:"excellent,good,average,poor" msg:"Instructor performance must be excellent, good, average or poor"`
	WouldRecommend        bool                       `json:"wouldRecommend" msg:"wouldRecommend must be true or false"`
	AdditionalComments    string                     `json:"additionalComments,omitempty" maxLength:"2000" msg:"Additional comments must be at most 2000 characters"`
	LikedMost             string                     `json:"likedMost,omitempty" maxLength:"1000" msg:"What you liked most must be at most 1000 characters"`
	ImprovementAreas      string                     `json:"improvementAreas,omitempty" maxLength:"1000" msg:"What to improve must be at most 1000 characters"`
	SpecificFeedback      map[string]SpecificComment `json:"specificFeedback,omitempty" msg:"specificFeedback must be an object" doc:"Comments by aspect, 20 at most."`
	FollowUpInterest      bool                       `json:"followUpInterest,omitempty" msg:"followUpInterest must be true or false"`
	Source                string                     `json:"feedbackSource,omitempty" maxLength:"60" default:"website_form" msg:"feedbackSource must be at most 60 characters"`
}

// FeedbackEdit changes feedback: what is absent stays.
type FeedbackEdit struct {
	OverallRating         *int64                      `json:"overallRating,omitempty" minimum:"1" maximum:"5" msg:"Overall rating must be between 1 and 5"`
	ContentQuality        *string                     `json:"contentQuality,omitempty" enum:"excellent,good,average,poor" msg:"Content quality must be excellent, good, average or poor"`
	InstructorPerformance *string                     `json:"instructorPerformance,omitempty" enum:"excellent,good,average,poor" msg:"Instructor performance must be excellent, good, average or poor"`
	WouldRecommend        *bool                       `json:"wouldRecommend,omitempty" msg:"wouldRecommend must be true or false"`
	AdditionalComments    *string                     `json:"additionalComments,omitempty" maxLength:"2000" msg:"Additional comments must be at most 2000 characters"`
	LikedMost             *string                     `json:"likedMost,omitempty" maxLength:"1000" msg:"What you liked most must be at most 1000 characters"`
	ImprovementAreas      *string                     `json:"improvementAreas,omitempty" maxLength:"1000" msg:"What to improve must be at most 1000 characters"`
	SpecificFeedback      *map[string]SpecificComment `json:"specificFeedback,omitempty" msg:"specificFeedback must be an object" doc:"Comments by aspect, 20 at most; replaces all."`
	FollowUpInterest      *bool                       `json:"followUpInterest,omitempty" msg:"followUpInterest must be true or false"`
}

// FeedbackResponse is what the school answers to feedback.
type FeedbackResponse struct {
	Response string `json:"response" pattern:"\\S" maxLength:"1000" msg:"Please enter a response;maxLength=A response must be at most 1000 characters"`
	Internal bool   `json:"internal,omitempty" msg:"internal must be true or false" doc:"Only administrators see it."`
}

// DemoToReview is a demo class on which the caller may give feedback.
type DemoToReview struct {
	BookingID      string    `json:"demoBookingId"`
	StartsAt       time.Time `json:"timeSlot"`
	EndsAt         time.Time `json:"endTime"`
	DemoType       string    `json:"demoType"`
	InstructorName string    `json:"instructorName"`
}

// AvailableDemos are the demo classes on which the caller may give feedback.
type AvailableDemos struct {
	Demos []DemoToReview `json:"availableDemos" doc:"The latest first."`
	Total int64          `json:"totalAvailable"`
}

var (
	errNoFeedback = fault.New(fault.NotFound, "feedback_not_found", "This feedback doesn't exist.")
	errNoBooking  = fault.New(fault.NotFound, "booking_not_found", "This booking doesn't exist.")
	errNotOver    = fault.New(fault.Forbidden, "not_completed", "You can give feedback once the demo class is completed.")
	errTooLate    = fault.New(fault.Forbidden, "too_late", "Feedback can be given until 90 days after a demo class.")
	errGiven      = fault.New(fault.Conflict, "already_given", "There is feedback on this demo class already.")
	errEditLate   = fault.New(fault.Conflict, "edit_time_expired", "Feedback can be changed until 24 hours after it was given.")
)

// bookingRow is what feedback needs of a booking.
type bookingRow struct {
	bun.BaseModel `bun:"table:demo_bookings,alias:d"`

	ID           string `bun:",pk"`
	UserID       *string
	InstructorID string
	Status       string
	EndsAt       time.Time
	IsReviewed   bool `bun:",scanonly"`
}

// open refuses feedback on a demo class that has not been completed, or too long ago, or that has some.
func (b bookingRow) open(now time.Time) error {
	switch {
	case b.Status != "completed":
		return errNotOver
	case b.IsReviewed:
		return errGiven
	case now.After(b.EndsAt.Add(givenUntil)):
		return errTooLate
	}
	return nil
}

func (n NewDemoFeedback) feedback(b bookingRow, now time.Time) (DemoFeedback, error) {
	specific, err := cleanSpecific(n.SpecificFeedback)
	return DemoFeedback{ID: db.NewID(), BookingID: b.ID, UserID: b.UserID, InstructorID: b.InstructorID, OverallRating: n.OverallRating, ContentQuality: n.ContentQuality,
		InstructorPerformance: n.InstructorPerformance, WouldRecommend: n.WouldRecommend, AdditionalComments: strings.TrimSpace(n.AdditionalComments), LikedMost: strings.TrimSpace(n.LikedMost),
		ImprovementAreas: strings.TrimSpace(n.ImprovementAreas), Specific: db.JSON[map[string]SpecificComment]{V: specific}, FollowUpInterest: n.FollowUpInterest, Source: n.Source,
		Version: 1, CreatedAt: now, UpdatedAt: now}, err
}

// cleanSpecific checks keyed comments and leaves out empty ones.
func cleanSpecific(given map[string]SpecificComment) (map[string]SpecificComment, error) {
	var broken fault.Fields
	broken.Require(len(given) <= mostSpecific, "specificFeedback", "too_many", "There can be at most 20 specific comments")
	kept := map[string]SpecificComment{}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		broken.Require(len([]rune(key)) <= longestKey, "specificFeedback", "too_long", "The name of a specific comment must be at most 60 characters")
		broken.Require(len([]rune(given[key].Comments)) <= longestNote, "specificFeedback."+key+".comments", "too_long", "A comment must be at most 500 characters")
		if comments := strings.TrimSpace(given[key].Comments); comments != "" {
			kept[key] = SpecificComment{comments}
		}
	}
	return kept, broken.Err()
}

// apply changes feedback by an edit.
func (e FeedbackEdit) apply(f *DemoFeedback, now time.Time) error {
	if e.SpecificFeedback != nil {
		specific, err := cleanSpecific(*e.SpecificFeedback)
		if err != nil {
			return err
		}
		f.Specific.V = specific
	}
	set(&f.OverallRating, e.OverallRating)
	set(&f.ContentQuality, e.ContentQuality)
	set(&f.InstructorPerformance, e.InstructorPerformance)
	set(&f.WouldRecommend, e.WouldRecommend)
	set(&f.AdditionalComments, e.AdditionalComments)
	set(&f.LikedMost, e.LikedMost)
	set(&f.ImprovementAreas, e.ImprovementAreas)
	set(&f.FollowUpInterest, e.FollowUpInterest)
	f.Version, f.UpdatedAt = f.Version+1, now
	return nil
}

func set[T any](field, to *T) {
	if to != nil {
		*field = *to
	}
}

// shown completes feedback for its reader. Internal responses and names are for administrators.
func (f DemoFeedback) shown(now time.Time, isAuthor, isAdmin bool) DemoFeedback {
	f.SpecificFeedback = f.Specific.V
	f.CanEdit = isAuthor && now.Before(f.CreatedAt.Add(changedUntil))
	switch {
	case isAdmin:
		f.FullName, f.IsResponseInternal = &f.VisitorName, &f.ResponseIsInternal
	case f.ResponseIsInternal:
		f.Response, f.RespondedAt = "", nil
	}
	return f
}
