package profile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/scratch"
)

const (
	exportJob   = "profile.export"
	exportKept  = 7 * 24 * time.Hour
	addressKept = 15 * time.Minute // lifetime of an archive's download URL
)

// exportRule limits how often a user may request an export.
var exportRule = ratelimit.Rule{Name: "data export", Limit: 5, Window: 24 * time.Hour}

// Export is an archive of all personal data of a user.
type Export struct {
	bun.BaseModel `bun:"table:data_exports,alias:x" json:"-"`

	ID          string     `bun:",pk" json:"id"`
	UserID      string     `json:"-"`
	Status      string     `json:"status" enum:"preparing,ready,failed,expired"`
	TablesDone  int64      `json:"tablesDone" doc:"Of TablesTotal, while it is prepared."`
	TablesTotal int64      `json:"tablesTotal"`
	SizeBytes   int64      `json:"sizeBytes"`
	CreatedAt   time.Time  `json:"createdAt"`
	ReadyAt     *time.Time `json:"readyAt,omitempty"`
	ExpiresAt   time.Time  `json:"expiresAt" doc:"When the archive is removed."`
	DownloadURL string     `bun:"-" json:"downloadUrl,omitempty" doc:"Good for 15 minutes, for anyone who has it; asked for again, there is a new one. Absent until it is ready."`
}

// ExportReady is published when an archive can be downloaded.
type ExportReady struct{ User, Export string }

func (ExportReady) EventName() string { return "profile.export_ready" }

type exportWork struct{ Export string }

// RequestExport starts an export of the caller's data, or returns the one in progress. fault.TooMany.
func (s *PersonalData) RequestExport(ctx context.Context, who access.Caller) (x Export, err error) {
	x, err = runningExport(ctx, s.db.Reader(), who.ID)
	if !fault.Is(err, fault.NotFound) {
		return x, err
	}
	if err := s.limits.Allow(ctx, ratelimit.Hit{Rule: exportRule, Subject: who.ID}); err != nil {
		return x, err
	}
	now := s.clock.Now()
	x = Export{ID: db.NewID(), UserID: who.ID, Status: "preparing", TablesTotal: int64(len(s.exported())), CreatedAt: now, ExpiresAt: now.Add(exportKept)}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := insertExport(ctx, tx, x); err != nil {
			return err
		}
		_, err := s.queue.Add(ctx, tx, jobs.New{Kind: exportJob, Ref: x.ID, Payload: exportWork{x.ID}})
		return err
	})
	if db.IsUniqueViolation(err) { // a concurrent request was first
		return runningExport(ctx, s.db.Reader(), who.ID)
	}
	return x, err
}

// Exports lists the caller's archives, newest first.
func (s *PersonalData) Exports(ctx context.Context, who access.Caller) ([]Export, error) {
	list, err := exportsOf(ctx, s.db.Reader(), who.ID)
	for i, x := range list {
		if x.Status == "ready" {
			list[i].DownloadURL = "/api/v1/profile/exports/" + s.downloadToken(x.ID, s.clock.Now().Add(addressKept))
		}
	}
	return list, err
}

// Download returns an archive to anyone who has its URL. fault.Unauthenticated when the URL is invalid, fault.Gone when the
// archive has been removed.
func (s *PersonalData) Download(ctx context.Context, token string) (rest.Reply, error) {
	id, err := s.readDownloadToken(token)
	if err != nil {
		return rest.Reply{}, err
	}
	gone := fault.New(fault.Gone, "export_gone", "This archive has been removed. Request a new one.")
	x, err := exportByID(ctx, s.db.Reader(), id)
	if fault.Is(err, fault.NotFound) || err == nil && x.Status != "ready" {
		return rest.Reply{}, gone
	}
	if err != nil {
		return rest.Reply{}, err
	}
	object, err := s.blob.Open(ctx, objectkey.Export(id))
	if errors.Is(err, fs.ErrNotExist) {
		return rest.Reply{}, gone
	}
	name := "lectern-data-" + x.CreatedAt.Format(time.DateOnly) + ".zip"
	return rest.File(object, rest.Headers{ContentType: "application/zip", CacheControl: "private, no-store", Disposition: `attachment; filename="` + name + `"`}), err
}

// prepare creates and stores an archive. After several failed attempts it marks the export as failed.
func (s *PersonalData) prepare(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[exportWork](j)
	if err != nil {
		return err
	}
	x, err := exportByID(ctx, s.db.Reader(), w.Export)
	if fault.Is(err, fault.NotFound) || err == nil && x.Status != "preparing" {
		return nil
	}
	if err != nil {
		return err
	}
	size, err := s.archive(ctx, x)
	if err != nil {
		if j.Attempts >= j.MaxAttempts {
			err = errors.Join(err, s.db.InTx(ctx, func(tx bun.IDB) error { return failExport(ctx, tx, x.ID) }))
		}
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		now := s.clock.Now()
		if err := completeExport(ctx, tx, x.ID, size, now, now.Add(exportKept)); err != nil {
			return err
		}
		if _, err := s.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{User: x.UserID, Kind: exportEmail}}); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, ExportReady{x.UserID, x.ID})
	})
}

// archive writes the archive to a temporary file, because it may be large, and then to the blob store.
func (s *PersonalData) archive(ctx context.Context, x Export) (size int64, err error) {
	file, err := scratch.File(s.scratch)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := s.writeArchive(ctx, file, x); err != nil {
		return 0, fmt.Errorf("archive of %s: %w", x.ID, err)
	}
	if size, err = file.Seek(0, 1); err != nil {
		return 0, err
	}
	if _, err := file.Seek(0, 0); err != nil {
		return 0, err
	}
	return size, s.blob.Put(ctx, objectkey.Export(x.ID), file, size)
}

// stuck is the age at which an unfinished export is considered failed: its job is gone.
const stuck = 24 * time.Hour

// sweepExports removes expired archives.
func (s *PersonalData) sweepExports(ctx context.Context, now time.Time) error {
	old, err := oldExports(ctx, s.db.Reader(), now)
	if err != nil {
		return err
	}
	if err := deleteExports(ctx, s.blob, old); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := expireExports(ctx, tx, old); err != nil {
			return err
		}
		return failStuck(ctx, tx, now.Add(-stuck))
	})
}
