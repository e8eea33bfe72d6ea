package account

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Application is somebody's wish to be more than a student.
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

// NewApplication is what somebody sends who applies.
type NewApplication struct {
	Role  access.Role `json:"role" enum:"instructor,corporate" msg:"Please choose instructor or corporate"`
	About string      `json:"about" pattern:"\\S" maxLength:"2000" msg:"Please say something about yourself;maxLength=Please say it in at most 2000 characters"`
}

// Decision is what an administrator answers to an application.
type Decision struct {
	Note string `json:"note,omitempty" maxLength:"1000" msg:"maxLength=The note must be at most 1000 characters" doc:"For the applicant."`
}

// Apply asks for a role. fault.Conflict when the caller holds it, or has asked already.
func (s *Service) Apply(ctx context.Context, who access.Caller, n NewApplication) (Application, error) {
	if who.HasRole(n.Role) {
		return Application{}, fault.New(fault.Conflict, "role_held", "You have this role already.")
	}
	row := s.newApplication(who.ID, n)
	err := s.DB.InTx(ctx, func(tx bun.IDB) (err error) {
		if err = s.apply(ctx, tx, row); err == nil {
			row, err = applicationByID(ctx, tx, row.ID)
		}
		return err
	})
	return row, err
}

func (s *Service) newApplication(user string, n NewApplication) Application {
	return Application{ID: db.NewID(), UserID: user, Role: n.Role, About: strings.TrimSpace(n.About), Status: "pending", CreatedAt: s.Clock.Now()}
}

// apply keeps an application and tells of it.
func (s *Service) apply(ctx context.Context, tx bun.IDB, a Application) error {
	if err := insertApplication(ctx, tx, a); err != nil {
		return err
	}
	return s.tell(ctx, tx, ApplicationReceived{a.ID})
}

// Applications is a page of the applications in a status ("" for all), the newest first, and how many there are. For
// administrators; with the id of a user theirs alone, for themselves.
func (s *Service) Applications(ctx context.Context, user, status string, limit, offset int64) ([]Application, int64, error) {
	return applications(ctx, s.DB.Reader(), user, status, limit, offset)
}

// Decide gives the applicant the role, or does not, and tells them. For administrators. fault.NotFound, fault.Conflict
// when it has been decided.
func (s *Service) Decide(ctx context.Context, who access.Caller, id string, approve bool, d Decision) error {
	status := "rejected"
	if approve {
		status = "approved"
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := applicationByID(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := decide(ctx, tx, id, status, strings.TrimSpace(d.Note), who.ID, s.Clock.Now()); err != nil {
			return err
		}
		if approve {
			if err := grant(ctx, tx, a.UserID, a.Role); err != nil {
				return err
			}
		}
		entry := audit.Entry{Action: "application." + status, TargetKind: "user", TargetID: a.UserID,
			Before: map[string]any{"status": a.Status}, After: map[string]any{"status": status, "role": a.Role, "note": strings.TrimSpace(d.Note)}}
		if err := s.Audit.Write(ctx, tx, who, entry); err != nil {
			return err
		}
		return s.warn(ctx, tx, order{Occasion: onDecision, User: a.UserID, About: id}, ApplicationDecided{id, a.UserID, approve})
	})
}
