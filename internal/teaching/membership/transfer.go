package membership

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/batch"
)

// NewTransfer names the batch to which a member goes.
type NewTransfer struct {
	ToBatchID string `json:"to_batch_id" pattern:"\\S" maxLength:"36" msg:"Choose the batch to transfer to;maxLength=This batch doesn't exist" doc:"Another batch of the same course."`
}

// TransferredMember is a member in the batch to which they were transferred.
type TransferredMember struct {
	BatchID   string       `json:"batch_id"`
	BatchName string       `json:"batch_name"`
	Member    BatchLearner `json:"member"`
	Warnings  []string     `json:"warnings" enum:"overlap" doc:"overlap: they have a session of another batch at the same time."`
	DryRun    bool         `json:"dry_run" doc:"Nothing was changed."`
}

var errSameBatch = fault.New(fault.Conflict, "same_batch", "This learner is in this batch already. Choose another one.")

// Transfer moves a member with their seat to another batch of the course: what they have learned and their attendance stay theirs, and the seat that becomes free is
// offered to the first of the waiting list. A dry run is rolled back. For those who teach both batches. batch.ErrNotFound, batch.ErrNotTaught, errNotMember, fault.Conflict
// for a member without a seat or who has completed the batch, for a batch of another course, one that is closed, individual or full, and for one in which they are already.
func (s *Service) Transfer(ctx context.Context, who access.Caller, id, userID string, n NewTransfer, dryRun bool) (done TransferredMember, err error) {
	err = db.Try(ctx, s.deps.DB.InTx, dryRun, func(tx bun.IDB) error {
		from, to, err := twoBatches(ctx, tx, who, id, n.ToBatchID)
		if err != nil {
			return err
		}
		before, err := memberOf(ctx, tx, id, userID)
		if err != nil {
			return err
		}
		if err := checkTransfer(from, to, before); err != nil {
			return err
		}
		found, err := learners(ctx, tx, to.Row, []string{userID}, s.deps.Clock.Now())
		if err != nil {
			return err
		}
		if err := s.move(ctx, tx, who, from, to, before); err != nil {
			return err
		}
		done = TransferredMember{BatchID: to.ID, BatchName: to.BatchName, Warnings: []string{}, DryRun: dryRun}
		if found[userID].HasOverlap {
			done.Warnings = append(done.Warnings, "overlap")
		}
		done.Member, err = s.member(ctx, tx, to.ID, userID)
		return err
	})
	return done, err
}

// twoBatches locks two batches in the order of their ids, so that transfers in both directions do not wait for each other, and reads them.
func twoBatches(ctx context.Context, tx bun.IDB, who access.Caller, fromID, toID string) (from, to batch.Found, err error) {
	if fromID == toID {
		return from, to, errSameBatch
	}
	ids := []string{fromID, toID}
	slices.SortFunc(ids, cmp.Compare)
	for _, id := range ids {
		if err := batch.Lock(ctx, tx, id); err != nil {
			return from, to, err
		}
	}
	if from, err = batch.ReadTaught(ctx, tx, who, fromID); err == nil {
		to, err = batch.ReadTaught(ctx, tx, who, toID)
	}
	return from, to, err
}

func checkTransfer(from, to batch.Found, m batch.Member) error {
	switch {
	case !m.HasSeat() || m.Status == batch.MemberCompleted:
		return fault.New(fault.Conflict, "member_transition", "Only members who are active or on hold can be transferred. Reload the page.")
	case from.CourseID != to.CourseID:
		return fault.New(fault.Conflict, "other_course", "This batch belongs to another course. Choose one of the same course.")
	case to.BatchType == batch.Individual:
		return batch.ErrIndividual
	}
	return to.CheckOpen()
}

// move gives the member a seat in the other batch and frees the one that they had.
func (s *Service) move(ctx context.Context, tx bun.IDB, who access.Caller, from, to batch.Found, before batch.Member) error {
	now := s.deps.Clock.Now()
	added, err := batch.AddMember(ctx, tx, batch.Member{BatchID: to.ID, UserID: before.UserID, MemberState: before.MemberState, Notes: before.Notes, JoinedAt: now, UpdatedAt: now})
	if err == nil && !added {
		err = errSameBatch
	}
	if err != nil {
		return err
	}
	if err := s.store(ctx, tx, before, batch.MemberState{Status: batch.MemberDropped}, who.ID); err != nil {
		return err
	}
	if err := batch.SetTransferred(ctx, tx, from.ID, before.UserID, to.ID); err != nil {
		return err
	}
	return events.Publish(ctx, tx, now, batch.MemberAdded{BatchID: to.ID, UserID: before.UserID, ActorID: who.ID})
}
