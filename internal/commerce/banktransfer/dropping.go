package banktransfer

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
)

const dropJob = "banktransfer.drop"

// dropWork is the payload of the job that deletes a proof.
type dropWork struct{ Proof string }

// Handlers are those of the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{dropJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[dropWork](claim[0])
		if err != nil {
			return err
		}
		return s.deps.Blob.Delete(ctx, objectkey.PaymentProof(w.Proof))
	}}}
}

// dropProof has the proof deleted that a transfer has so far.
func (s *Service) dropProof(ctx context.Context, tx bun.IDB, transferID string) error {
	id, err := proofOf(ctx, tx, transferID)
	if err != nil || id == "" {
		return err
	}
	return s.drop(ctx, tx, id)
}

func (s *Service) drop(ctx context.Context, tx bun.IDB, proofID string) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: dropWork{proofID}})
	return err
}

// Erase deletes the proofs of a buyer, which show their account, in the transaction that erases the user. What was decided stays with the order.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := eraseProofs(ctx, tx, user)
	for _, id := range ids {
		if err := s.drop(ctx, tx, id); err != nil {
			return err
		}
	}
	return err
}
