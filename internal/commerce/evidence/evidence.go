// Package evidence writes what a school knows of a disputed payment as a PDF, for the bank of the buyer: the order, what the buyer has accepted, from where they have
// signed in, and what they have learned. It reads the tables of other features and writes nothing.
package evidence

import (
	"bytes"
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/typeset"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Fonts    *typeset.Fonts
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var errNoDispute = fault.New(fault.NotFound, "dispute_not_found", "This dispute doesn't exist.")

// PDF writes the evidence of a dispute as it stands now. For administrators. fault.NotFound.
func (s *Service) PDF(ctx context.Context, disputeID string) (content []byte, name string, err error) {
	var f facts
	err = s.deps.DB.Snapshot(ctx, func(q bun.IDB) (err error) {
		if f, err = collect(ctx, q, disputeID); err != nil {
			return err
		}
		current, err := s.deps.Settings.Current(ctx, q)
		f.School = current.School.Name
		return err
	})
	if err != nil {
		return nil, "", err
	}
	f.WrittenAt = s.deps.Clock.Now()
	content, err = render(f, s.deps.Fonts)
	return content, "evidence-" + strings.ToLower(f.Dispute.OrderNumber) + ".pdf", err
}

type oneInput struct {
	ID string `path:"disputeId"`
}

const pdfType = "application/pdf"

// Register mounts the operation with its gate.
func (s *Service) Register(api *rest.API) {
	rest.HandleRaw(api, rest.Roles(access.Admin), rest.Get("/payments/disputes/{disputeId}/evidence", "Get the evidence of a dispute as a PDF for the payment provider", fault.NotFound).
		Parameters(oneInput{}).Produces(nil, pdfType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			content, name, err := s.PDF(ctx, r.Path("disputeId"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(bytes.NewReader(content), rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", Disposition: attachment.Disposition(pdfType, name)}), nil
		})
}
