package signup

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Application is a user's request for a role other than student.
type Application struct {
	bun.BaseModel `bun:"table:role_applications,alias:a" json:"-"`

	ID        string      `bun:",pk" json:"id"`
	UserID    string      `json:"user_id"`
	FullName  string      `bun:",scanonly" json:"full_name"`
	Email     string      `bun:",scanonly" json:"email"`
	Role      access.Role `json:"role" enum:"instructor,corporate"`
	About     string      `json:"about"`
	Status    string      `json:"status" enum:"pending,approved,rejected"`
	Note      string      `json:"note" doc:"What the administrator answered."`
	DecidedBy *string     `json:"-"`
	CreatedAt time.Time   `json:"created_at"`
	DecidedAt *time.Time  `json:"decided_at"`
}

// NewApplication is the form of an applicant.
type NewApplication struct {
	Role  access.Role `json:"role" enum:"instructor,corporate" msg:"Please choose instructor or corporate"`
	About string      `json:"about" pattern:"\\S" maxLength:"2000" msg:"Please tell us about yourself;maxLength=This text can be at most 2000 characters"`
}

// Decision is an administrator's answer to an application.
type Decision struct {
	Note string `json:"note,omitempty" maxLength:"1000" msg:"maxLength=The note must be at most 1000 characters" doc:"For the applicant."`
}

// Apply asks for a role. fault.Conflict when the caller has it, or has already asked.
func (s *Service) Apply(ctx context.Context, who access.Caller, n NewApplication) (Application, error) {
	if who.HasRole(n.Role) {
		return Application{}, fault.New(fault.Conflict, "role_held", "You already have this role.")
	}
	row := s.newApplication(who.ID, n)
	err := s.db.InTx(ctx, func(tx bun.IDB) (err error) {
		if err = s.apply(ctx, tx, row); err == nil {
			row, err = applicationByID(ctx, tx, row.ID)
		}
		return err
	})
	return row, err
}

func (s *Service) newApplication(user string, n NewApplication) Application {
	return Application{ID: db.NewID(), UserID: user, Role: n.Role, About: strings.TrimSpace(n.About), Status: "pending", CreatedAt: s.clock.Now()}
}

func (s *Service) apply(ctx context.Context, tx bun.IDB, a Application) error {
	if err := insertApplication(ctx, tx, a); err != nil {
		return err
	}
	return s.publish(ctx, tx, ApplicationReceived{a.ID})
}

// Applications returns a page of the applications in a status ("" for all), newest first, and their number. For
// administrators; with a user's id only theirs, for that user.
func (s *Service) Applications(ctx context.Context, user, status string, limit, offset int64) ([]Application, int64, error) {
	return applications(ctx, s.db.Reader(), user, status, limit, offset)
}

// Decide grants or refuses the role and emails the applicant. For administrators. fault.NotFound, fault.Conflict when it
// was already decided.
func (s *Service) Decide(ctx context.Context, who access.Caller, id string, approve bool, d Decision) error {
	status, note := "rejected", strings.TrimSpace(d.Note)
	if approve {
		status = "approved"
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		a, err := applicationByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := decide(ctx, tx, id, status, note, who.ID, s.clock.Now()); err != nil {
			return err
		}
		if approve {
			if err := directory.AddRole(ctx, tx, a.UserID, a.Role); err != nil {
				return err
			}
		}
		entry := audit.Entry{Action: "application." + status, TargetKind: "user", TargetID: a.UserID,
			Before: map[string]any{"status": a.Status}, After: map[string]any{"status": status, "role": a.Role, "note": note}}
		if err := s.audit.Write(ctx, tx, who, entry); err != nil {
			return err
		}
		if err := s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: decisionEmail, User: a.UserID, Subject: id}); err != nil {
			return err
		}
		return s.publish(ctx, tx, ApplicationDecided{id, a.UserID, approve})
	})
}
