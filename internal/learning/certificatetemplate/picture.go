package certificatetemplate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/document"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/picture"
)

// AddPicture renders a file anew and keeps it for templates; what none shows is deleted after a day. For administrators. fault.Invalid, fault.TooLarge,
// fault.UnsupportedType for files that cannot be taken.
func (s *Service) AddPicture(ctx context.Context, who access.Caller, file io.Reader) (CertificatePicture, error) {
	rendered, _, err := s.deps.Pictures.Render(ctx, who.ID, file, pictureRules, whole)
	if err != nil {
		return CertificatePicture{}, err
	}
	chosen := rendered[0]
	if !chosen.Opaque() {
		chosen = rendered[1]
	}
	encoded, err := picture.EncodeJPEG(chosen)
	if err != nil {
		return CertificatePicture{}, err
	}
	if len(encoded) > mostBytes {
		return CertificatePicture{}, pictureRules.Refuse("too_large", "This picture has too many details. Choose one with fewer pixels, or without transparency.")
	}
	size := chosen.Bounds().Size()
	p := stored{ID: db.NewID(), MediaType: picture.TypeOf(encoded), Width: int64(size.X), Height: int64(size.Y), Bytes: int64(len(encoded)), TouchedAt: s.deps.Clock.Now()}
	// The row first: by it the file is deleted if nothing more becomes of this.
	if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return insertPicture(ctx, tx, p) }); err != nil {
		return CertificatePicture{}, err
	}
	return p.shown(), s.deps.Blob.Put(ctx, objectkey.CertificatePicture(p.ID), bytes.NewReader(encoded), p.Bytes)
}

// Picture returns a picture with its file. For anyone who knows its address. fault.NotFound.
func (s *Service) Picture(ctx context.Context, id string) (mediaType string, file blob.Object, err error) {
	p, err := findPicture(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return "", file, err
	}
	file, err = s.deps.Blob.Open(ctx, objectkey.CertificatePicture(p.ID))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoPicture
	}
	return p.MediaType, file, err
}

// Drawn returns pictures as sheets show them, by their ids: a file is read when it is drawn.
func (s *Service) Drawn(ctx context.Context, q bun.IDB, ids []string) (map[string]document.Picture, error) {
	found, err := picturesOf(ctx, q, ids)
	drawn := map[string]document.Picture{}
	for _, p := range found {
		drawn[p.ID] = p.drawn(func() ([]byte, error) {
			file, err := s.deps.Blob.Open(ctx, objectkey.CertificatePicture(p.ID))
			if err != nil {
				return nil, err
			}
			content, err := io.ReadAll(file)
			return content, errors.Join(err, file.Close())
		})
	}
	return drawn, err
}

const dropJob = "certificate_template.drop_picture"

// dropWork is the payload of the job that deletes the file of a picture.
type dropWork struct{ Picture string }

// Handlers are those of the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		dropJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[dropWork](claim[0])
			if err != nil {
				return err
			}
			return s.deps.Blob.Delete(ctx, objectkey.CertificatePicture(w.Picture))
		}},
		"certificate_template.drop_unused": {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.DropUnused(ctx) }},
	}
}

// DropUnused deletes pictures that no template has shown for a day, and no certificate ever.
func (s *Service) DropUnused(ctx context.Context) error {
	const atOnce = 500
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		ids, err := takeUnused(ctx, tx, s.deps.Clock.Now().Add(-unusedFor), atOnce)
		for _, id := range ids {
			if _, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: dropJob, Payload: dropWork{id}}); err != nil {
				return err
			}
		}
		return err
	})
}
