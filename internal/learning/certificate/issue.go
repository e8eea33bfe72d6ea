package certificate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/settings"
)

const (
	longestName = 120 // characters
	atOnce      = 500 // learners that are read in one go
	mostShown   = 500 // learners in an answer
)

// Selection says to whom certificates are issued by hand.
type Selection struct {
	UserIDs     []string `json:"user_ids,omitempty" maxItems:"500" msg:"At most 500 learners can be chosen at once"`
	AllEligible bool     `json:"all_eligible,omitempty" doc:"To all learners of the course for whom the rule holds, in place of user_ids."`
	DryRun      bool     `json:"dry_run,omitempty" doc:"Show who would get one and why others would not, and issue none."`
}

// SelectedLearner is what becomes of one learner.
type SelectedLearner struct {
	UserID  string `json:"user_id"`
	Name    string `json:"name"`
	Outcome string `json:"outcome" enum:"eligible,issued,not_enrolled,not_completed,batch_not_ended,percent_too_low,score_too_low,minutes_too_low,on_hold,name_not_printable,no_rule" doc:"eligible: gets a certificate. issued: has one. Otherwise why not."`
}

// Selected is what becomes of learners: certificates are drawn in the background.
type Selected struct {
	Learners []SelectedLearner `json:"learners" doc:"At most 500."`
	Total    int64             `json:"total" doc:"How many learners were looked at."`
	Eligible int64             `json:"eligible" doc:"How many get a certificate."`
}

const issueJob = "certificate.issue"

// issueWork is the payload of the job that issues a certificate.
type issueWork struct {
	User, Course string
	By           string // who issues it by hand; "" when the course was completed
}

// Issue issues certificates to learners of a course for whom its rule holds, by jobs. For its instructors and administrators. course.ErrNotFound, course.ErrNotTaught,
// fault.Invalid.
func (s *Service) Issue(ctx context.Context, who access.Caller, courseID string, n Selection) (result Selected, err error) {
	if len(n.UserIDs) > 0 == n.AllEligible {
		return result, fault.InvalidField("user_ids", "required", "Please choose learners")
	}
	result.Learners = []SelectedLearner{}
	if _, err := course.FindTaught(ctx, s.deps.DB.Reader(), who, courseID); err != nil {
		return result, err
	}
	return result, db.Try(ctx, s.deps.DB.InTx, n.DryRun, func(tx bun.IDB) error {
		rule, err := ruleOf(ctx, tx, courseID)
		if err != nil {
			return err
		}
		missing := map[string]bool{}
		for _, id := range n.UserIDs {
			missing[id] = true
		}
		for after := ""; ; {
			found, err := candidates(ctx, tx, courseID, n.UserIDs, after, atOnce)
			if err != nil {
				return err
			}
			for _, c := range found {
				delete(missing, c.UserID)
				if err := s.choose(ctx, tx, rule, c, issueWork{c.UserID, courseID, who.ID}, &result); err != nil {
					return err
				}
			}
			if len(found) < atOnce {
				break
			}
			after = found[len(found)-1].UserID
		}
		for id := range missing {
			result.add(SelectedLearner{UserID: id, Outcome: notEnrolled})
		}
		if result.Eligible == 0 {
			return nil
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate.issue_requested", TargetKind: "course", TargetID: courseID, After: map[string]any{"learners": result.Eligible}})
	})
}

// choose adds the job for a learner for whom the rule holds.
func (s *Service) choose(ctx context.Context, tx bun.IDB, rule *Rule, c candidate, w issueWork, into *Selected) error {
	outcome, err := c.whyNot(rule, s.deps.Fonts, s.deps.Clock.Now()), error(nil)
	if outcome == "" {
		outcome = "eligible"
		into.Eligible++
		err = s.queue(ctx, tx, w, time.Time{})
	}
	into.add(SelectedLearner{c.UserID, c.Name, outcome})
	return err
}

func (r *Selected) add(l SelectedLearner) {
	if r.Total++; len(r.Learners) < mostShown {
		r.Learners = append(r.Learners, l)
	}
}

func (s *Service) queue(ctx context.Context, tx bun.IDB, w issueWork, due time.Time) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: issueJob, Payload: w, Due: due})
	return err
}

// issue issues a certificate to a learner for whom the rule of the course holds now, unless they have one. What completed the course brings one certificate,
// however often the event arrives: not another after one was revoked.
func (s *Service) issue(ctx context.Context, w issueWork) error {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	rule, err := ruleOf(ctx, q, w.Course)
	if err != nil || rule == nil || w.By == "" && !rule.Auto {
		return err
	}
	who, err := candidateOf(ctx, q, w.Course, w.User)
	if err != nil || who == nil || w.By == "" && who.Ever > 0 {
		return err
	}
	whyNot := who.whyNot(rule, s.deps.Fonts, now)
	if whyNot == onHold && w.By == "" {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.queue(ctx, tx, w, who.dueAt(*rule)) })
	}
	if whyNot != "" {
		return nil
	}
	c, on, err := s.draft(ctx, q, *rule, *who)
	if err != nil {
		return err
	}
	return s.store(ctx, c, on, func(tx bun.IDB) (bool, error) {
		if err := lockEnrollment(ctx, tx, w.User, w.Course); err != nil {
			return false, err
		}
		current, err := candidateOf(ctx, tx, w.Course, w.User)
		if err != nil || current == nil || current.Live > 0 || current.nextCycle() != c.Cycle || w.By == "" && current.Ever > 0 {
			return false, err // another has issued it meanwhile
		}
		return true, nil
	})
}

// draft is the certificate for a learner, with a new code, and the paper on which it is drawn; nil for the standard one.
func (s *Service) draft(ctx context.Context, q bun.IDB, rule Rule, who candidate) (c Certificate, on *paper, err error) {
	current, zone, err := s.school(ctx, q)
	if err != nil {
		return c, nil, err
	}
	title, instructors, err := courseFacts(ctx, q, rule.CourseID)
	if err != nil {
		return c, nil, err
	}
	now := s.deps.Clock.Now().In(zone)
	if rule.TemplateID != "" {
		design, err := s.deps.Templates.Design(ctx, q, rule.TemplateID)
		if err != nil {
			return c, nil, err
		}
		on, rule.Language = paperOf(design, now), design.Language
	}
	c = Certificate{UserID: who.UserID, CourseID: &rule.CourseID, CourseTitle: title, Cycle: who.nextCycle(), Name: oneLine(who.Name), Issuer: current.School.Name}
	facts := Facts{Score: who.score(), Hours: who.Seconds / 3600, Instructors: instructors, Signatory: rule.Signatory, Language: rule.Language, IssuedOn: now.Format(time.DateOnly)}
	if who.CompletedAt != nil {
		facts.CompletedOn = who.CompletedAt.In(zone).Format(time.DateOnly)
	}
	if rule.ValidMonths > 0 {
		until, expires := term(now, rule.ValidMonths)
		facts.ValidUntil, c.ExpiresAt = until, &expires
		if rule.RemindDays > 0 {
			remind := expires.AddDate(0, 0, -int(rule.RemindDays))
			c.RemindAt = &remind
		}
	}
	c.StoredFacts.V = facts.restrict(on.layout(facts.Language))
	return c, on, nil
}

func (s *Service) school(ctx context.Context, q bun.IDB) (settings.Settings, *time.Location, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return current, nil, err
	}
	zone, err := time.LoadLocation(current.School.TimeZone)
	return current, zone, err
}

// store draws a certificate on a paper, keeps the file and then the row, if mayStore says so in the same transaction.
func (s *Service) store(ctx context.Context, c Certificate, on *paper, mayStore func(tx bun.IDB) (bool, error)) error {
	q := s.deps.DB.Reader()
	current, _, err := s.school(ctx, q)
	if err != nil {
		return err
	}
	c.ID, c.Code, c.Status, c.IssuedAt = db.NewID(), newCode(), issued, s.deps.Clock.Now()
	c.complete(s.deps.Address, c.IssuedAt)
	if err := s.badge(ctx, q, &c); err != nil {
		return err
	}
	pdf, err := s.draw(ctx, q, c, on, current.Appearance.PrimaryColor)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(pdf)
	c.PDFSHA256, c.PDFSize = hex.EncodeToString(sum[:]), int64(len(pdf))
	key := objectkey.Certificate(c.ID)
	if err := s.deps.Blob.Put(ctx, key, bytes.NewReader(pdf), c.PDFSize); err != nil {
		return err
	}
	stored := false
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		if stored, err = mayStore(tx); err != nil || !stored {
			return err
		}
		if on != nil {
			if err := s.keepPaper(ctx, tx, *on); err != nil {
				return err
			}
			c.PaperID = &on.ID
		}
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		return events.Publish(ctx, tx, c.IssuedAt, IssuedEvent{c.ID})
	})
	if err != nil || !stored {
		err = errors.Join(err, s.deps.Blob.Delete(context.WithoutCancel(ctx), key))
	}
	return err
}

// keepPaper keeps what a certificate looks like, with its pictures.
func (s *Service) keepPaper(ctx context.Context, tx bun.IDB, on paper) error {
	if err := insertPaper(ctx, tx, on); err != nil {
		return err
	}
	return s.deps.Templates.KeepPictures(ctx, tx, on.Layout.V.PictureIDs())
}
