package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"golang.org/x/text/unicode/norm"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/platform/typeset"
)

// When certificates of a course are issued.
const (
	onCompletion = "course_completed"
	onBatchEnd   = "batch_ended"
	byHand       = "manual"
)

// NewRule is a rule as it is written.
type NewRule struct {
	Trigger     string `json:"trigger" enum:"course_completed,batch_ended,manual" msg:"Please choose when certificates are issued" doc:"course_completed: to those who have completed all required lessons. batch_ended: to the members of a batch of the course when it has ended. manual: to those whom the instructors choose."`
	Auto        bool   `json:"auto" doc:"With course_completed and batch_ended: without anybody's doing."`
	MinPercent  int64  `json:"min_percent" minimum:"0" maximum:"100" msg:"The least progress must be between 0 and 100" doc:"Of the required lessons."`
	MinScore    int64  `json:"min_score" minimum:"0" maximum:"100" msg:"The least score must be between 0 and 100" doc:"Of the mean of all scored lessons."`
	MinMinutes  int64  `json:"min_minutes" minimum:"0" maximum:"100000" msg:"The least time must be between 0 and 100,000 minutes" doc:"Spent in the course."`
	HoldDays    int64  `json:"hold_days" minimum:"0" maximum:"365" msg:"The wait must be between 0 and 365 days" doc:"Between completion, or the end of the batch, and issue."`
	ValidMonths int64  `json:"valid_months" minimum:"0" maximum:"240" msg:"The validity must be between 0 and 240 months" doc:"0: without end."`
	RemindDays  int64  `json:"remind_days" minimum:"0" maximum:"365" msg:"The reminder must be between 0 and 365 days before the end" doc:"How long before the end the holder is reminded; 0 for never."`
	Language    string `json:"language" enum:"en,de" msg:"Please choose a language" doc:"Of the text on the standard certificate; a template has its own."`
	TemplateID  string `bun:",nullzero" json:"template_id,omitempty" maxLength:"36" msg:"This template doesn't exist" doc:"What certificates look like; empty for the standard one. One that is archived stays, and can't be chosen."`
	Signatory   string `json:"signatory" maxLength:"120" msg:"The signatory must be at most 120 characters" doc:"Who signs, on one line."`
}

// Rule says to whom certificates of a course are issued.
type Rule struct {
	bun.BaseModel `bun:"table:certificate_rules,alias:r" json:"-"`

	CourseID string `bun:",pk" json:"course_id"`
	NewRule
	Version   int64     `json:"version" doc:"0: certificates are not issued for this course yet."`
	UpdatedAt time.Time `json:"updated_at"`
}

// EditVersion is the version for If-Match.
func (r Rule) EditVersion() int64 { return r.Version }

// suggested is shown for a course without a rule.
var suggested = NewRule{Trigger: onCompletion, Auto: true, Language: "en"}

func (n NewRule) normalise(fonts *typeset.Fonts) (NewRule, error) {
	var broken fault.Fields
	n.Signatory = oneLine(n.Signatory)
	r := fonts.Missing(n.Signatory)
	broken.Require(r == 0, "signatory", "not_printable", "The certificate can't show this character: "+string(r))
	broken.Require(!n.Auto || n.Trigger != byHand, "auto", "invalid", "Certificates for learners whom instructors choose can't be issued automatically")
	broken.Require(n.RemindDays == 0 || n.ValidMonths > 0, "remind_days", "invalid", "Only certificates that expire need a reminder")
	return n, broken.Err()
}

// oneLine is a text as it is printed.
func oneLine(typed string) string {
	return norm.NFC.String(text.OneLine(text.Printable(typed, longestName)))
}

// Rule returns the rule of a course, a suggestion of version 0 where there is none. For its instructors and administrators. course.ErrNotFound, course.ErrNotTaught.
func (s *Service) Rule(ctx context.Context, who access.Caller, courseID string) (Rule, error) {
	q := s.deps.DB.Reader()
	if _, err := course.FindTaught(ctx, q, who, courseID); err != nil {
		return Rule{}, err
	}
	r, err := ruleOf(ctx, q, courseID)
	if r == nil {
		r = &Rule{CourseID: courseID, NewRule: suggested}
	}
	return *r, err
}

// PutRule writes the rule of a course. What was issued stays as it is. For its instructors and administrators. fault.Invalid, fault.Precondition with the rule as
// it is if it was changed since, and the faults of Rule.
func (s *Service) PutRule(ctx context.Context, who access.Caller, courseID string, n NewRule, version rest.IfMatch) (r Rule, err error) {
	if n, err = n.normalise(s.deps.Fonts); err != nil {
		return r, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := course.FindTaught(ctx, tx, who, courseID); err != nil {
			return err
		}
		before, err := lockRule(ctx, tx, courseID)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Somebody else has changed this rule. Your change is not saved yet.").WithDetails(before)
		}
		if n.TemplateID != before.TemplateID {
			if err := s.checkTemplate(ctx, tx, n.TemplateID); err != nil {
				return err
			}
		}
		r = Rule{CourseID: courseID, NewRule: n, Version: before.Version + 1, UpdatedAt: s.deps.Clock.Now()}
		if err := putRule(ctx, tx, r); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate.rule_changed", TargetKind: "course", TargetID: courseID, Before: before.NewRule, After: n})
	})
	return r, err
}

// checkTemplate refuses a template that cannot be chosen; "" is the standard certificate.
func (s *Service) checkTemplate(ctx context.Context, tx bun.IDB, id string) error {
	if id == "" {
		return nil
	}
	design, err := s.deps.Templates.LockedDesign(ctx, tx, id)
	if fault.Is(err, fault.NotFound) {
		return fault.InvalidField("template_id", "not_found", "This template doesn't exist any more. Choose another one")
	}
	if err == nil && design.Archived {
		err = fault.InvalidField("template_id", "archived", "This template is archived. Choose another one")
	}
	return err
}
