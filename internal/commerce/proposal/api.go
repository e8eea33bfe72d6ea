package proposal

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const pdfType = "application/pdf"

type leadInput struct {
	ID string `path:"id"`
}

type newInput struct {
	ID   string `path:"id"`
	Body ProposalEdit
}

type oneInput struct {
	ID         string `path:"id"`
	ProposalID string `path:"proposalId"`
}

type changeInput struct {
	ID         string `path:"id"`
	ProposalID string `path:"proposalId"`
	rest.IfMatch
	Body ProposalEdit
}

type linkInput struct {
	Token string `path:"token" maxLength:"200"`
}

type acceptInput struct {
	Token string `path:"token" maxLength:"200"`
	Body  ProposalAcceptance
}

type declineInput struct {
	Token string `path:"token" maxLength:"200"`
	Body  ProposalRefusal
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerWriting(api)
	s.registerLinks(api)
}

func (s *Service) registerWriting(api *rest.API) {
	admin := rest.Roles(access.Admin)
	const of, one = "/corporate-training/{id}/proposals", "/corporate-training/{id}/proposals/{proposalId}"
	rest.Handle(api, admin, rest.Get(of, "List the proposals to a lead, the newest version first", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *leadInput) (rest.Answer[[]Proposal], error) {
			ps, err := s.Of(ctx, in.ID)
			return rest.One("", ps, err)
		})
	rest.Handle(api, admin, rest.Create(of, "Write a proposal to a lead, or its next version", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[Proposal], error) {
			p, err := s.Write(ctx, who, in.ID, in.Body)
			return rest.One("Proposal added", p, err)
		})
	rest.Handle(api, admin, rest.Put(one, "Change a draft of a proposal", fault.NotFound, fault.Conflict).WithDetails(fault.Precondition, "stale_version", Proposal{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[Proposal], error) {
			p, err := s.Rewrite(ctx, who, in.ID, in.ProposalID, in.Body, in.IfMatch)
			return rest.One("Proposal saved", p, err)
		})
	rest.Handle(api, admin, rest.Delete(one, "Delete a draft of a proposal", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Proposal deleted", s.Delete(ctx, who, in.ID, in.ProposalID))
		})
	rest.Handle(api, admin, rest.Post(one+"/send", "Email a proposal as a private link", fault.NotFound, fault.Conflict, fault.Gone).Idempotent(),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Proposal], error) {
			p, err := s.Send(ctx, who, in.ID, in.ProposalID)
			return rest.One("Proposal sent", p, err)
		})
	rest.HandleRaw(api, admin, rest.Get(one+"/pdf", "Get a proposal as a PDF", fault.NotFound).Parameters(oneInput{}).Produces(nil, pdfType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return pdfReply(s.PDF(ctx, r.Path("id"), r.Path("proposalId")))
		})
}

func (s *Service) registerLinks(api *rest.API) {
	const one = "/corporate-training/proposals/{token}"
	rest.Handle(api, rest.Public, rest.Get(one, "Get a proposal by its private link", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[OpenProposal], error) {
			o, err := s.Open(ctx, in.Token)
			return rest.One("", o, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Get(one+"/pdf", "Get a proposal as a PDF by its private link", fault.NotFound).Parameters(linkInput{}).Produces(nil, pdfType),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return pdfReply(s.OpenPDF(ctx, r.Path("token")))
		})
	rest.Handle(api, rest.Public, rest.Post(one+"/accept", "Accept a proposal by its private link", fault.NotFound, fault.Conflict, fault.Gone).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *acceptInput) (rest.Answer[OpenProposal], error) {
			o, err := s.Accept(ctx, in.Token, in.Body)
			return rest.One("Proposal accepted", o, err)
		})
	rest.Handle(api, rest.Public, rest.Post(one+"/decline", "Decline a proposal by its private link", fault.NotFound, fault.Conflict, fault.Gone).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *declineInput) (rest.Answer[OpenProposal], error) {
			o, err := s.Decline(ctx, in.Token, in.Body)
			return rest.One("Proposal declined", o, err)
		})
}

func pdfReply(name string, file []byte, err error) (rest.Reply, error) {
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Bytes(file, rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", Disposition: attachment.Disposition(pdfType, name)}), nil
}
