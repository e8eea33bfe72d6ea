package certificate

import (
	"archive/zip"
	"context"
	"io"
	"strings"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/sign"
)

// CertificateDownload is where the certificates of a course can be fetched as one file.
type CertificateDownload struct {
	URL          string    `json:"url" doc:"Signed URL of a ZIP file with the PDFs, as they were issued."`
	ExpiresAt    time.Time `json:"expires_at"`
	Certificates int64     `json:"certificates" doc:"How many are in it."`
	Bytes        int64     `json:"bytes" doc:"Of the PDFs."`
}

// fetchWithin is how long the address of a download can be opened.
const fetchWithin = 15 * time.Minute

const downloads = "/certificates/downloads/"

var errNoDownload = fault.New(fault.Unauthenticated, "address_expired", "This link is invalid or has expired. Download the certificates again.")

// Downloads returns where the certificates of a course can be fetched as one file. For its instructors and administrators. course.ErrNotFound, course.ErrNotTaught,
// fault.Conflict if there are none.
func (s *Service) Downloads(ctx context.Context, who access.Caller, courseID string, f Filter) (d CertificateDownload, err error) {
	q := s.deps.DB.Reader()
	if _, err := course.FindTaught(ctx, q, who, courseID); err != nil {
		return d, err
	}
	if d.Certificates, d.Bytes, err = sizeOf(ctx, q, courseID, f); err != nil {
		return d, err
	}
	if d.Certificates == 0 {
		return d, fault.New(fault.Conflict, "no_certificates", "There is no certificate to download yet.")
	}
	d.ExpiresAt = s.deps.Clock.Now().Add(fetchWithin)
	d.URL = "/api/v1" + downloads + s.links().Token(d.ExpiresAt, courseID, f.Status)
	return d, nil
}

func (s *Service) links() sign.Signer { return sign.New(s.deps.Key, "downloads of certificates") }

// Zip returns a function that writes the certificates of a download, in constant memory. For anyone who has its address. fault.Unauthenticated for one that is invalid
// or has expired.
func (s *Service) Zip(token string) (func(ctx context.Context, w io.Writer) error, error) {
	fields, err := s.links().Read(token, s.deps.Clock.Now(), 2)
	if err != nil {
		return nil, errNoDownload
	}
	return func(ctx context.Context, w io.Writer) error {
		z := zip.NewWriter(w)
		for after := ""; ; {
			found, err := filesOf(ctx, s.deps.DB.Reader(), fields[0], Filter{fields[1]}, after, atOnce)
			if err != nil {
				return err
			}
			for _, c := range found {
				if err := s.pack(ctx, z, c); err != nil {
					return err
				}
				after = c.ID
			}
			if len(found) < atOnce {
				return z.Close()
			}
		}
	}, nil
}

// pack adds a certificate to a file. PDFs are compressed already.
func (s *Service) pack(ctx context.Context, z *zip.Writer, c Certificate) error {
	o, err := s.deps.Blob.Open(ctx, objectkey.Certificate(c.ID))
	if err != nil {
		return err
	}
	defer o.Close()
	to, err := z.CreateHeader(&zip.FileHeader{Name: c.fileName(), Method: zip.Store, Modified: c.IssuedAt})
	if err != nil {
		return err
	}
	_, err = io.Copy(to, o)
	return err
}

// fileName is that of the PDF: no two are the same, and no name leads out of the folder.
func (c Certificate) fileName() string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, c.Name)
	return strings.TrimSpace(strings.TrimLeft(name, ". ")+" "+shownCode(c.Code)) + ".pdf"
}
