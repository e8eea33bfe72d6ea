package terms

import (
	"context"
	"reflect"

	"github.com/uptrace/bun"

	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// Sessions is the part of signing in that this feature needs.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Audit    *audit.Log
	Sessions Sessions
}

// Service implements the use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	audit    *audit.Log
	sessions Sessions
	cleaner  *text.Cleaner
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d.DB, d.Clock, d.Audit, d.Sessions, text.NewCleaner()}
}

// Versions returns all versions of a document, the newest first. Public.
func (s *Service) Versions(ctx context.Context, kind, language string) ([]LegalDocumentSummary, error) {
	ds, err := versionsOf(ctx, s.db.Reader(), kind)
	return summaries(ds, language), err
}

func summaries(ds []legal.Document, language string) []LegalDocumentSummary {
	list := make([]LegalDocumentSummary, len(ds))
	for i, d := range ds {
		list[i] = summaryOf(d, language)
	}
	return list
}

// Document returns a version of a document, 0 for the newest. Public. fault.NotFound.
func (s *Service) Document(ctx context.Context, kind string, version int64, language string) (LegalDocument, error) {
	d, err := legal.Find(ctx, s.db.Reader(), kind, version)
	if err != nil {
		return LegalDocument{}, err
	}
	return documentOf(d, language), nil
}

// Acceptances returns what the caller must accept and has accepted.
func (s *Service) Acceptances(ctx context.Context, who access.Caller, language string) (OwnTermsAcceptances, error) {
	open, err := legal.Unaccepted(ctx, s.db.Reader(), who.ID)
	if err != nil {
		return OwnTermsAcceptances{}, err
	}
	own := OwnTermsAcceptances{Unaccepted: make([]LegalDocument, len(open))}
	for i, d := range open {
		own.Unaccepted[i] = documentOf(d, language)
	}
	own.Accepted, err = acceptancesOf(ctx, s.db.Reader(), who.ID)
	return own, err
}

// Accept records that the caller accepts versions. fault.Conflict when one of them is not the newest, after which nothing is accepted.
func (s *Service) Accept(ctx context.Context, who access.Caller, a TermsAcceptance) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := legal.RequireCurrent(ctx, tx, a.Documents); err != nil {
			return err
		}
		return legal.Accept(ctx, tx, who.ID, legal.AcceptedBy(who.Client, s.clock.Now(), a.Documents))
	})
}

// Draft returns the next version of a document: at first the text that applies. For administrators.
func (s *Service) Draft(ctx context.Context, q bun.IDB, kind string) (LegalDraft, error) {
	row, err := draftOf(ctx, q, kind)
	if err != nil {
		return LegalDraft{}, err
	}
	d, err := legal.Find(ctx, q, kind, 0)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return LegalDraft{}, err
	}
	draft := LegalDraft{DraftTexts: DraftTexts{row.Texts.V}, Published: d.Version, revision: row.Revision}
	if row.Revision == 0 {
		draft.Texts = d.Texts.V
	}
	if draft.Texts == nil {
		draft.Texts = []legal.DocumentText{}
	}
	if draft.Changed = len(draft.Texts)+len(d.Texts.V) > 0 && !reflect.DeepEqual(draft.Texts, d.Texts.V); draft.Changed {
		draft.ChangedAt = &row.ChangedAt
	}
	return draft, nil
}

var errDraftChanged = fault.New(fault.Precondition, "stale_version", "Another user has changed this draft. Nothing was saved.")

// SaveDraft replaces the next version of a document. For administrators. fault.Invalid for two texts in one language, fault.Precondition,
// with the current draft, when it was changed since the one that the caller names.
func (s *Service) SaveDraft(ctx context.Context, kind string, t DraftTexts, held rest.IfMatch) (saved LegalDraft, err error) {
	texts, err := t.tidied(s.cleaner)
	if err != nil {
		return LegalDraft{}, err
	}
	return saved, s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := s.heldDraft(ctx, tx, kind, held)
		if err != nil {
			return err
		}
		row := draftRow{Kind: kind, Texts: db.JSON[[]legal.DocumentText]{V: texts}, Revision: before.revision + 1, ChangedAt: s.clock.Now()}
		if err := saveDraft(ctx, tx, row); err != nil {
			return err
		}
		saved, err = s.Draft(ctx, tx, kind)
		return err
	})
}

// heldDraft returns the draft that the caller edits; fault.Precondition with the current one when it is another.
func (s *Service) heldDraft(ctx context.Context, tx bun.IDB, kind string, held rest.IfMatch) (LegalDraft, error) {
	draft, err := s.Draft(ctx, tx, kind)
	if err == nil && !held.Matches(draft.revision) {
		err = fault.New(errDraftChanged.Kind, errDraftChanged.Code, errDraftChanged.Message).WithDetails(draft)
	}
	return draft, err
}

// Publish makes the draft of a document its newest version, which never changes afterwards and which the caller thereby accepts. For
// administrators with a fresh session, else fault.Forbidden. fault.Precondition as SaveDraft, fault.Conflict when the text is published
// already, fault.Invalid when it is not whole or when the first version should ask nobody.
func (s *Service) Publish(ctx context.Context, who access.Caller, kind string, p LegalPublication, held rest.IfMatch) (published LegalDocument, err error) {
	return published, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.sessions.Fresh(ctx, tx, who); err != nil {
			return err
		}
		draft, err := s.heldDraft(ctx, tx, kind, held)
		if err != nil {
			return err
		}
		if err := draft.publishable(p); err != nil {
			return err
		}
		now := s.clock.Now()
		d := legal.Document{Kind: kind, Version: draft.Published + 1, Texts: db.JSON[[]legal.DocumentText]{V: draft.Texts}, RequiresAcceptance: p.RequiresAcceptance,
			PublishedAt: now, PublishedBy: who.ID}
		if err := insertDocument(ctx, tx, d); err != nil {
			return err
		}
		if err := legal.Accept(ctx, tx, who.ID, legal.AcceptedBy(who.Client, now, []legal.DocumentVersion{d.DocumentVersion()})); err != nil {
			return err
		}
		published = documentOf(d, draft.Texts[0].Language)
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "legal_document.published", TargetKind: "legal_document", TargetID: kind,
			Before: map[string]any{"version": draft.Published}, After: map[string]any{"version": d.Version, "requires_acceptance": d.RequiresAcceptance}})
	})
}

func (d LegalDraft) publishable(p LegalPublication) error {
	if err := requireWhole(d.Texts); err != nil {
		return err
	}
	if !d.Changed {
		return fault.New(fault.Conflict, "already_published", "This text is already published. Change it first.")
	}
	if d.Published == 0 && !p.RequiresAcceptance {
		return fault.InvalidField("requires_acceptance", "required", "Everyone must accept the first version")
	}
	return nil
}

// Holdings lists the tables that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "legal_acceptances", Column: "user_id", Export: []string{"kind", "version", "accepted_at", "network"}},
		{Table: "legal_documents", Column: "published_by", Excuse: personaldata.Others},
	}
}

// Erase deletes what a user has accepted: of an account without a name it proves nothing.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteAcceptancesOf(ctx, tx, user)
}
