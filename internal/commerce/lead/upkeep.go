package lead

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// spamRetention is how long spam is kept, in case it is none.
const spamRetention = 30 * 24 * time.Hour

// LeadFilter narrows the list of leads.
type LeadFilter struct {
	Kind        string `query:"kind" enum:",contact,enroll_form,brochure,corporate_training" msg:"This kind doesn't exist"`
	Status      string `query:"status" enum:",new,contacted,qualified,proposal,won,lost,spam" msg:"This status doesn't exist"`
	AssignedTo  string `query:"assigned_to" maxLength:"36" msg:"assigned_to must be the id of a user" doc:"Id of an administrator."`
	CourseID    string `query:"course_id" maxLength:"36" msg:"course_id must be the id of a course"`
	CountryCode string `query:"country_code" maxLength:"2" msg:"country_code must be a two-letter code such as IN"`
	Search      string `query:"search" maxLength:"200" msg:"The search text must be at most 200 characters" doc:"Beginning of a part of the name, email address or company."`
	From        string `query:"from" maxLength:"40" msg:"from must be a day such as 2026-11-20, or a time" doc:"A day or a time."`
	To          string `query:"to" maxLength:"40" msg:"to must be a day such as 2026-11-20, or a time" doc:"A day, which is included, or a time."`

	start, end time.Time
}

func (f *LeadFilter) parse() error {
	var broken fault.Fields
	f.start, f.end = broken.Period("from", f.From, "to", f.To)
	return broken.Err()
}

var exportColumns = []string{"received_at", "kind", "status", "full_name", "email", "phone_number", "country_code", "company_name", "people_count", "course", "message", "source", "campaign", "wants_offers",
	"assigned_to", "next_action", "next_action_at", "contacted_at"}

// Export returns a function that writes the leads of a filter as a sheet, newest first, in constant memory. For administrators. fault.Invalid.
func (s *Service) Export(ctx context.Context, f LeadFilter) (func(w io.Writer) error, error) {
	if err := f.parse(); err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		next := rest.Batches(s.deps.Clock.Now(), sheet.PageRows, func(at rest.TimePosition) ([]Lead, error) { return list(ctx, s.deps.DB.Reader(), f, at) }, Lead.position)
		return sheet.Export(w, exportColumns, next, Lead.cells)
	}, nil
}

func (l Lead) cells() []string {
	at := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	}
	return []string{at(&l.CreatedAt), l.Kind, l.Status, l.FullName, l.Email, l.PhoneNumber, l.CountryCode, l.CompanyName, strconv.FormatInt(l.PeopleCount, 10), l.CourseTitle, l.Message, l.Source,
		l.Origin.UTMCampaign, strconv.FormatBool(l.WantsOffers), l.AssigneeName, l.NextAction, at(l.NextActionAt), at(l.ContactedAt)}
}

// Sweeps delete old spam, and give users what they sent before they had an account.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{
		"leads.spam": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteSpam(ctx, tx, s.deps.Clock.Now().Add(-spamRetention)) })
		},
		"leads.adopt": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return personaldata.Adopt(ctx, tx, "leads") })
		},
	}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "leads", Column: "user_id", Export: []string{"kind", "full_name", "email", "phone_number", "country_code", "company_name", "people_count", "message", "details", "origin", "wants_offers", "created_at"}},
		{Table: "leads", Column: "assigned_to", Excuse: personaldata.Record},
		{Table: "lead_events", Column: "user_id", Excuse: personaldata.Record},
	}
}

// Erase deletes what a user has sent, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := personaldata.DeleteSent(ctx, tx, "leads", user)
	return err
}
