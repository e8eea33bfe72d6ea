package onlinemeeting

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/participants"
)

// Accounts is what this package needs of accounts.
type Accounts interface {
	// EmailKey returns the key that all spellings of an email address share.
	EmailKey(email string) string
}

type assignInput struct {
	ID   string `path:"id"`
	Body participants.NewAssignment
}

func (s *Service) registerParticipants(api *rest.API) {
	const path = "/online-meetings/{id}/attendance"
	rest.HandleRaw(api, rest.Teachers, rest.Post(path+"/import", "Import the list of participants of a meeting from its provider (text/csv with join_time, leave_time or duration_minutes, email, name), or with dry_run=true report what would happen",
		fault.NotFound, fault.Conflict, fault.UnsupportedType).Imports().Parameters(rest.SheetParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[participants.AttendanceImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			done, err := s.Import(ctx, who, r.Path("id"), upload)
			answer, err := rest.One("", done, err)
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, rest.Teachers, rest.Get(path+"/unmatched", "List the people on imported lists of a meeting who match none of its people", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[[]participants.UnmatchedPerson], error) {
			people, err := s.Unmatched(ctx, who, in.ID)
			return rest.One("", people, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post(path+"/assign", "Match a person on an imported list of a meeting to one of its people", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *assignInput) (rest.Answer[[]participants.UnmatchedPerson], error) {
			left, err := s.Assign(ctx, who, in.ID, in.Body)
			return rest.One("Assigned", left, err)
		})
}

// listsOf are the lists of participants of a meeting.
func listsOf(id string) participants.Of {
	return participants.Of{Kind: attendance.OfMeeting, OwnerID: id}
}

// checkCorrection returns a fault unless the caller may correct the attendance of a meeting now: fault.Forbidden, fault.Conflict.
func (s *Service) checkCorrection(who access.Caller, m OnlineMeeting) error {
	switch {
	case !m.CanManage:
		return errNotManaged
	case m.Status == cancelled:
		return errIsCancelled
	case !mayMark(who, m, s.deps.Clock.Now()):
		return errAttendanceClosed
	}
	return nil
}

// checkImport returns a fault unless the caller may import a list of the participants of a meeting now, as checkCorrection, and fault.Conflict before it begins.
func (s *Service) checkImport(who access.Caller, m OnlineMeeting) error {
	if err := s.checkCorrection(who, m); err != nil {
		return err
	}
	if m.StartsAt.After(s.deps.Clock.Now()) {
		return fault.New(fault.Conflict, "not_begun", "This meeting hasn't begun yet.")
	}
	return nil
}

// importable returns a meeting as it is until the transaction ends, with who can be in a list of its participants. Faults as checkImport, fault.NotFound.
func (s *Service) importable(ctx context.Context, tx bun.IDB, who access.Caller, id string) (m OnlineMeeting, expected []participants.Expected, err error) {
	if m, err = managed(ctx, tx, who, id); err != nil {
		return m, nil, err
	}
	if err := s.checkImport(who, m); err != nil {
		return m, nil, err
	}
	expected, err = inLists(ctx, tx, m)
	return m, expected, err
}

// Import takes the list of participants that its provider has of a meeting. Who isn't found in it is assigned by hand. For those who may change the meeting until 30 days after it, for
// administrators always; the audit log keeps who did it. fault.NotFound, fault.Forbidden, fault.Conflict before it begins and for a cancelled meeting, faults as sheet.Parse.
func (s *Service) Import(ctx context.Context, who access.Caller, id string, upload sheet.Upload) (done participants.AttendanceImport, err error) {
	m, err := find(ctx, s.deps.DB.Reader(), who, id)
	if err == nil {
		err = s.checkImport(who, m)
	}
	if err != nil {
		return done, err
	}
	list, err := participants.Parse(m.asSession(), upload, s.deps.Accounts.EmailKey)
	if err != nil {
		return participants.AttendanceImport{Report: list.Report}, err
	}
	return done, db.Try(ctx, s.deps.DB.InTx, upload.DryRun, func(tx bun.IDB) error {
		m, expected, err := s.importable(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if done, err = list.Import(ctx, tx, listsOf(id), expected, who.ID, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, done.Entry(listsOf(id), m.asSession(), m.Provider))
	})
}

// Unmatched returns the people in imported lists of a meeting of whom it is not known who they are. For those who may change the meeting. fault.NotFound, fault.Forbidden for the invited.
func (s *Service) Unmatched(ctx context.Context, who access.Caller, id string) ([]participants.UnmatchedPerson, error) {
	q := s.deps.DB.Reader()
	m, err := find(ctx, q, who, id)
	if err == nil && !m.CanManage {
		err = errNotManaged
	}
	if err != nil {
		return nil, err
	}
	return participants.Unmatched(ctx, q, listsOf(id))
}

// Assign says who a person in imported lists of a meeting is, and returns who is still to be assigned. For those who may change the meeting until 30 days after it, for administrators
// always. fault.NotFound, fault.Forbidden, fault.Conflict, fault.Invalid.
func (s *Service) Assign(ctx context.Context, who access.Caller, id string, n participants.NewAssignment) (left []participants.UnmatchedPerson, err error) {
	return left, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		_, expected, err := s.importable(ctx, tx, who, id)
		if err != nil {
			return err
		}
		left, err = participants.Assign(ctx, tx, listsOf(id), expected, n)
		return err
	})
}
