package companyreport

import (
	"context"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/money"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// Companies is what this package needs of companies.
type Companies interface {
	// Read returns fault.NotFound to strangers, and fault.Forbidden to people of a company who neither manage it nor, with billing, look after its bills.
	Read(ctx context.Context, q bun.IDB, who access.Caller, id string, billing bool) error
}

// Certificates is what this package needs of certificates.
type Certificates interface {
	// Printed returns a code as it is printed, and the page on which everybody can check it.
	Printed(code string) (shown, address string)
}

type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Companies    Companies
	Certificates Certificates
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// write writes a sheet.
type write = func(w io.Writer) error

// exporting returns a function that writes a report as a sheet, the newest rows first, in constant memory.
func exporting[R any](now time.Time, columns []string, list func(rest.TimePosition) ([]R, error), position func(R) (time.Time, string), cells func(R) []string) write {
	return func(w io.Writer) error {
		return sheet.Export(w, columns, rest.Batches(now, sheet.PageRows, list, position), cells)
	}
}

// Progress lists how far the people of a company have come in the courses of their seats, the seat that was given last first, with their number and the cursor of the next page.
// For its managers and administrators. fault.NotFound, fault.Forbidden, fault.Invalid for an invalid cursor.
func (s *Service) Progress(ctx context.Context, who access.Caller, company string, p rest.Page, c rest.CursorParam) ([]CompanyProgress, rest.Count, string, error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.Read(ctx, q, who, company, false); err != nil {
		return nil, rest.Count{}, "", err
	}
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return counted(ctx, q, seatsShown(q, company)) },
		func(at rest.TimePosition) ([]CompanyProgress, error) { return progress(ctx, q, company, at) }, CompanyProgress.position)
}

// ExportProgress returns a function that writes the rows of Progress as a sheet. Callers and faults as there.
func (s *Service) ExportProgress(ctx context.Context, who access.Caller, company string) (write, error) {
	q := s.deps.DB.Reader()
	return exporting(s.deps.Clock.Now(), progressColumns, func(at rest.TimePosition) ([]CompanyProgress, error) { return progress(ctx, q, company, at) },
		CompanyProgress.position, CompanyProgress.cells), s.deps.Companies.Read(ctx, q, who, company, false)
}

// Usage lists how the seats of the pools of a company are used, the newest pool first, with their number and the cursor of the next page. For its managers and administrators.
// fault.NotFound, fault.Forbidden, fault.Invalid for an invalid cursor.
func (s *Service) Usage(ctx context.Context, who access.Caller, company string, p rest.Page, c rest.CursorParam) ([]CompanyUsage, rest.Count, string, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	if err := s.deps.Companies.Read(ctx, q, who, company, false); err != nil {
		return nil, rest.Count{}, "", err
	}
	return rest.NewestFirst(now, p, c, func() (rest.Count, error) {
		return counted(ctx, q, poolsShown(q, company))
	},
		func(at rest.TimePosition) ([]CompanyUsage, error) { return usage(ctx, q, company, at, now) }, CompanyUsage.position)
}

// ExportUsage returns a function that writes the rows of Usage as a sheet. Callers and faults as there.
func (s *Service) ExportUsage(ctx context.Context, who access.Caller, company string) (write, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	return exporting(now, usageColumns, func(at rest.TimePosition) ([]CompanyUsage, error) { return usage(ctx, q, company, at, now) },
		CompanyUsage.position, CompanyUsage.cells), s.deps.Companies.Read(ctx, q, who, company, false)
}

// Certificates lists the certificates that the people of a company were issued while they had a seat of it in the course, newest first, with their number and the cursor of the next
// page. For its managers and administrators. fault.NotFound, fault.Forbidden, fault.Invalid for an invalid cursor.
func (s *Service) Certificates(ctx context.Context, who access.Caller, company string, p rest.Page, c rest.CursorParam) ([]CompanyCertificate, rest.Count, string, error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.Read(ctx, q, who, company, false); err != nil {
		return nil, rest.Count{}, "", err
	}
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return counted(ctx, q, certificatesShown(q, company)) },
		func(at rest.TimePosition) ([]CompanyCertificate, error) { return s.printed(ctx, q, company, at) }, CompanyCertificate.position)
}

// ExportCertificates returns a function that writes the rows of Certificates as a sheet. Callers and faults as there.
func (s *Service) ExportCertificates(ctx context.Context, who access.Caller, company string) (write, error) {
	q := s.deps.DB.Reader()
	return exporting(s.deps.Clock.Now(), certColumns, func(at rest.TimePosition) ([]CompanyCertificate, error) { return s.printed(ctx, q, company, at) },
		CompanyCertificate.position, CompanyCertificate.cells), s.deps.Companies.Read(ctx, q, who, company, false)
}

// printed returns certificates with their codes as they are printed.
func (s *Service) printed(ctx context.Context, q bun.IDB, company string, at rest.TimePosition) ([]CompanyCertificate, error) {
	all, err := certificates(ctx, q, company, at)
	now := s.deps.Clock.Now()
	for i, c := range all {
		if c.Status == "issued" && c.ExpiresAt != nil && !now.Before(*c.ExpiresAt) {
			all[i].Status = "expired" // before the job has recorded it
		}
		all[i].Code, all[i].Address = s.deps.Certificates.Printed(c.Code)
	}
	return all, err
}

// Spend returns what a company has ordered and paid, by currency. For its managers, those who look after its bills, and administrators. fault.NotFound, fault.Forbidden.
func (s *Service) Spend(ctx context.Context, who access.Caller, company string) ([]CompanySpend, error) {
	q := s.deps.DB.Reader()
	if err := s.deps.Companies.Read(ctx, q, who, company, true); err != nil {
		return nil, err
	}
	all, err := spend(ctx, q, company)
	for i, c := range all {
		all[i].MinorDigits = money.MinorDigits(c.Currency)
	}
	return all, err
}

// ExportSpend returns a function that writes the orders of a company with their documents as a sheet, newest first. Callers and faults as of Spend.
func (s *Service) ExportSpend(ctx context.Context, who access.Caller, company string) (write, error) {
	q := s.deps.DB.Reader()
	return exporting(s.deps.Clock.Now(), spendColumns, func(at rest.TimePosition) ([]billedOrder, error) { return billed(ctx, q, company, at) },
		billedOrder.position, billedOrder.cells), s.deps.Companies.Read(ctx, q, who, company, true)
}
