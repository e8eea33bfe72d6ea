package transcode

import (
	"context"
	"io"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/objectkey"
)

// Import imports a file of size bytes from this machine, without an upload. For the sample content and for operators, never
// for a request.
func (s *Service) Import(ctx context.Context, n NewVideo, content io.Reader, size int64) (id string, err error) {
	n.ID, n.FileSize = db.NewID(), size
	if err := s.blob.Put(ctx, objectkey.Source(n.ID), content, size); err != nil {
		return "", err
	}
	return n.ID, s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.Reserve(ctx, tx, n); err != nil {
			return err
		}
		_, _, err := s.StartProcessing(ctx, tx, n.ID)
		return err
	})
}
