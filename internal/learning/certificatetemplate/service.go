package certificatetemplate

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/slots"
	"lectern/internal/platform/text"
	"lectern/internal/platform/typeset"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Settings *settings.Store
	Blob     blob.Store
	Queue    *jobs.Queue
	Audit    *audit.Log
	Pictures *picture.Renderer
	Fonts    *typeset.Fonts
	Address  string // of the site, which is printed on certificates
}

type Service struct {
	deps  Deps
	slots *slots.Slots // previews are drawn one after the other: each takes some megabytes
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, slots.New(slots.Limits{Running: 1, Each: 8, Waiting: 32})}
}

// List returns the templates of the school by name, those that are archived last. For instructors and administrators.
func (s *Service) List(ctx context.Context) ([]CertificateTemplateSummary, error) {
	found, err := list(ctx, s.deps.DB.Reader())
	all := make([]CertificateTemplateSummary, 0, len(found))
	for _, t := range found {
		all = append(all, t.summary())
	}
	return all, err
}

// Get returns a template. For instructors and administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (CertificateTemplate, error) {
	return s.read(ctx, s.deps.DB.Reader(), id)
}

func (s *Service) read(ctx context.Context, q bun.IDB, id string) (t CertificateTemplate, err error) {
	row, err := find(ctx, q, id)
	if err != nil {
		return t, err
	}
	found, err := picturesOf(ctx, q, row.Layout.V.PictureIDs())
	t = CertificateTemplate{CertificateTemplateSummary: row.summary(), Layout: row.Layout.V, Pictures: make([]CertificatePicture, 0, len(found))}
	for _, p := range found {
		t.Pictures = append(t.Pictures, p.shown())
	}
	return t, err
}

// Create begins a template with the standard layout, or that of another. For administrators. fault.Invalid if that does not exist, fault.Conflict for more than 100.
func (s *Service) Create(ctx context.Context, who access.Caller, n NewCertificateTemplate) (created CertificateTemplate, err error) {
	now := s.deps.Clock.Now()
	t := template{ID: db.NewID(), Name: text.OneLine(n.Name), Language: n.Language, Version: 1, CreatedAt: now, UpdatedAt: now}
	t.NameKey, t.Layout.V = text.Fold(t.Name), certificatepaper.Standard(n.Language)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if n.CopyOf != "" {
			original, err := find(ctx, tx, n.CopyOf)
			if fault.Is(err, fault.NotFound) {
				return fault.InvalidField("copy_of", "not_found", "This template doesn't exist")
			}
			if err != nil {
				return err
			}
			t.Language, t.Layout = original.Language, original.Layout
		}
		n, err := count(ctx, tx)
		if err == nil && n >= mostTemplates {
			err = errTooMany
		}
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, t); err != nil {
			return err
		}
		return s.written(ctx, tx, who, "certificate_template.created", nil, t, &created)
	})
	return created, err
}

// written records which pictures a template shows that was written, and who has done what, and reads it again.
func (s *Service) written(ctx context.Context, tx bun.IDB, who access.Caller, action string, before map[string]any, t template, into *CertificateTemplate) (err error) {
	if err := setUses(ctx, tx, t.ID, t.Layout.V.PictureIDs(), s.deps.Clock.Now()); err != nil {
		return err
	}
	if *into, err = s.read(ctx, tx, t.ID); err != nil {
		return err
	}
	entry := audit.Entry{Action: action, TargetKind: "certificate_template", TargetID: t.ID, After: t.logged()}
	if before != nil {
		entry.Before = before
	}
	return s.deps.Audit.Write(ctx, tx, who, entry)
}

// logged is what the audit log keeps of a template.
func (t template) logged() map[string]any {
	return map[string]any{"name": t.Name, "language": t.Language, "archived": t.Archived, "version": t.Version}
}

// Save saves a template; certificates that were issued stay as they are. For administrators. fault.NotFound, fault.Invalid, fault.Precondition with the template if it was
// changed since.
func (s *Service) Save(ctx context.Context, who access.Caller, id string, n CertificateTemplateEdit, version rest.IfMatch) (saved CertificateTemplate, err error) {
	if err := n.Layout.Broken(); err != nil {
		return saved, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		t, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if !version.Matches(t.Version) {
			current, err := s.read(ctx, tx, id)
			if err != nil {
				return err
			}
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this template. Your change is not saved yet.").WithDetails(current)
		}
		if err := s.checkPictures(ctx, tx, n.Layout); err != nil {
			return err
		}
		before := t.logged()
		t.Name, t.Language, t.Version, t.UpdatedAt = text.OneLine(n.Name), n.Language, t.Version+1, s.deps.Clock.Now()
		t.NameKey, t.Layout.V = text.Fold(t.Name), n.Layout
		if err := update(ctx, tx, t); err != nil {
			return err
		}
		return s.written(ctx, tx, who, "certificate_template.changed", before, t, &saved)
	})
	return saved, err
}

// checkPictures refuses a layout with pictures that do not exist, or are too large as a whole.
func (s *Service) checkPictures(ctx context.Context, q bun.IDB, l certificatepaper.PaperLayout) error {
	ids := l.PictureIDs()
	found, err := picturesOf(ctx, q, ids)
	if err != nil {
		return err
	}
	bytes := int64(0)
	for _, p := range found {
		bytes += p.Bytes
	}
	var broken fault.Fields
	broken.Require(len(found) == len(ids), "layout.elements", "not_found", "A picture of this certificate doesn't exist any more. Upload it again.")
	broken.Require(bytes <= mostOfLayout, "layout.elements", "too_large", "The pictures of a certificate have at most 3 MB as a whole. Choose smaller ones.")
	return broken.Err()
}

// Archive archives a template, or restores it. For administrators. fault.NotFound.
func (s *Service) Archive(ctx context.Context, who access.Caller, id string, archived bool) (changed CertificateTemplate, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		t, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		before := t.logged()
		t.Archived = archived
		if err := update(ctx, tx, t); err != nil {
			return err
		}
		return s.written(ctx, tx, who, "certificate_template.archived", before, t, &changed)
	})
	return changed, err
}

// Delete deletes a template; certificates that were issued on it stay as they are. For administrators. fault.NotFound, fault.Conflict with CertificateTemplateUses if a course
// issues certificates on it.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		t, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		uses, err := usesOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(uses) > 0 {
			return fault.New(fault.Conflict, "template_in_use", "Courses issue their certificates on this template. Choose another one for them first, or archive it.").WithDetails(CertificateTemplateUses{uses})
		}
		if err := setUses(ctx, tx, id, nil, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "certificate_template.deleted", TargetKind: "certificate_template", TargetID: id, Before: t.logged()})
	})
}

// Design returns what certificates of a template look like now. fault.NotFound.
func (s *Service) Design(ctx context.Context, q bun.IDB, id string) (certificatepaper.Design, error) {
	t, err := find(ctx, q, id)
	return t.design(), err
}

// LockedDesign returns what Design does; nobody deletes or archives the template until the transaction ends. fault.NotFound.
func (s *Service) LockedDesign(ctx context.Context, tx bun.IDB, id string) (certificatepaper.Design, error) {
	t, err := lock(ctx, tx, id)
	return t.design(), err
}

func (t template) design() certificatepaper.Design {
	return certificatepaper.Design{Template: t.ID, Version: t.Version, Language: t.Language, Archived: t.Archived, Layout: t.Layout.V}
}

// KeepPictures has pictures stay for ever, because a certificate shows them.
func (s *Service) KeepPictures(ctx context.Context, tx bun.IDB, ids []string) error {
	return setIssued(ctx, tx, ids)
}
