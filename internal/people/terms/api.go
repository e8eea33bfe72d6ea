package terms

import (
	"cmp"
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
)

type LanguageParameter struct {
	Language string `query:"language" enum:"en,de" required:"false" msg:"language must be en or de" doc:"Of the text; that of Accept-Language by default, and another if there is none in it."`
}

// in returns the language in which the sender of the request reads.
func (l LanguageParameter) in(ctx context.Context) string {
	return cmp.Or(l.Language, mail.Language(rest.ClientOf(ctx).Languages))
}

// KindParameter and LanguageParameter are embedded in inputs, which works for exported types alone.
type KindParameter struct {
	Kind string `path:"kind" enum:"terms,privacy" msg:"A document must be terms or privacy"`
}

type documentInput struct {
	KindParameter
	LanguageParameter
	Version int64 `query:"version" minimum:"1" required:"false" msg:"version must be a number from 1" doc:"The newest by default."`
}

type versionsInput struct {
	KindParameter
	LanguageParameter
}

type draftInput struct {
	KindParameter
	rest.IfMatch
	Body DraftTexts
}

type publishInput struct {
	KindParameter
	rest.IfMatch
	Body LegalPublication
}

type acceptInput struct{ Body TermsAcceptance }

// Register mounts the operations: everybody reads, users accept, administrators write and publish.
func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerAcceptance(api)
	s.registerDrafts(api)
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/legal-documents/{kind}", "Get a version of the terms of use or the privacy policy", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *documentInput) (rest.Answer[LegalDocument], error) {
			d, err := s.Document(ctx, in.Kind, in.Version, in.in(ctx))
			return rest.One("", d, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/legal-documents/{kind}/versions", "List all versions of a document, the newest first, without their text"),
		func(ctx context.Context, _ access.Caller, in *versionsInput) (rest.Answer[[]LegalDocumentSummary], error) {
			list, err := s.Versions(ctx, in.Kind, in.in(ctx))
			return rest.One("", list, err)
		})
}

func (s *Service) registerAcceptance(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/legal-acceptances", "Get what the caller must accept, and what they have accepted").BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *LanguageParameter) (rest.Answer[OwnTermsAcceptances], error) {
			own, err := s.Acceptances(ctx, who, in.in(ctx))
			return rest.One("", own, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/legal-acceptances", "Accept versions that the caller has read; 409 when there is a newer one", fault.Conflict).
		DenyImpersonation().BeforeAcceptance(),
		func(ctx context.Context, who access.Caller, in *acceptInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Thank you. You can go on.", s.Accept(ctx, who, in.Body))
		})
}

func (s *Service) registerDrafts(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/legal-documents/{kind}/draft", "Get the next version of a document as it is written; the ETag is for If-Match"),
		func(ctx context.Context, _ access.Caller, in *KindParameter) (rest.Answer[LegalDraft], error) {
			d, err := s.Draft(ctx, s.db.Reader(), in.Kind)
			return rest.One("", d, err)
		})
	rest.Handle(api, admin, rest.Put("/legal-documents/{kind}/draft", "Save the draft of the next version of a document; only administrators see it").
		WithDetails(fault.Precondition, errDraftChanged.Code, LegalDraft{}),
		func(ctx context.Context, _ access.Caller, in *draftInput) (rest.Answer[LegalDraft], error) {
			d, err := s.SaveDraft(ctx, in.Kind, in.Body, in.IfMatch)
			return rest.One("The draft is saved", d, err)
		})
	rest.Handle(api, admin, rest.Create("/legal-documents/{kind}/publish", "Publish the draft as the next version, which never changes; the caller confirms their identity first", fault.Conflict).
		Idempotent().DenyImpersonation().WithDetails(fault.Precondition, errDraftChanged.Code, LegalDraft{}),
		func(ctx context.Context, who access.Caller, in *publishInput) (rest.Answer[LegalDocument], error) {
			d, err := s.Publish(ctx, who, in.Kind, in.Body, in.IfMatch)
			return rest.One("It is published and applies from now on", d, err)
		})
}
