package upload

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/video/chunkbody"
	"lectern/internal/video/chunksize"
)

// Store stores a part and acknowledges it: when it returns, the bytes and the row are durable.
func (s *Service) Store(ctx context.Context, t partTarget, body io.Reader) (StoredChunk, error) {
	p, err := s.receivePart(ctx, t.session, t.number, body)
	if err != nil {
		return StoredChunk{}, err
	}
	answer := StoredChunk{Etag: p.Etag, PartNumber: p.PartNumber, SessionRecovered: t.recovered}
	if !t.recovered {
		return answer, nil
	}
	parts, err := s.parts(ctx, t.session)
	if err != nil {
		return StoredChunk{}, err
	}
	next, err := s.sessionWithAddresses(ctx, t.session, parts)
	answer.NewUploadSession = &next
	answer.Recovery = &Recovered{"The session had expired.", next.UploadedParts}
	return answer, err
}

func (s *Service) receivePart(ctx context.Context, session Session, number int64, body io.Reader) (receivedPart, error) {
	attempt := db.NewID()
	attemptCtx, done := s.inFlight.start(ctx, session.VideoID, attempt)
	defer done()
	held, err := findPart(ctx, s.db.Reader(), session.VideoID, number)
	if err != nil {
		return receivedPart{}, err
	}
	if session, err = s.reserveAgain(ctx, session); err != nil {
		return receivedPart{}, err
	}
	part := session.blobPart(number)
	part.Retry = held != nil
	part.Replace = func(sum uint32) error {
		held, err := findPart(ctx, s.db.Reader(), session.VideoID, number)
		if err == nil && held != nil && held.Attempt > attempt && held.CRC32C != int64(sum) {
			err = errSuperseded()
		}
		return err
	}
	alive := &keepAliveReader{body: body, service: s, ctx: ctx, session: session.ID, last: s.clock.Now()}
	stored, err := s.blob.PutPart(attemptCtx, part, alive)
	if err != nil {
		return receivedPart{}, s.chunkError(ctx, attemptCtx, session, part, alive.read, err)
	}
	p := receivedPart{VideoID: session.VideoID, PartNumber: number, Size: stored.Size, CRC32C: int64(stored.CRC32C),
		Etag: fmt.Sprintf("%08x%x", stored.CRC32C, stored.Size), StorageTag: stored.Tag, Attempt: attempt, ReceivedAt: s.clock.Now()}
	loser, err := s.acknowledge(ctx, session, p)
	if loser != nil {
		if e := s.blob.DropPart(ctx, part, *loser); e != nil {
			s.log.WarnContext(ctx, "a replaced part stays in storage until the upload ends", "err", e)
		}
	}
	return p, err
}

// acknowledge writes the row of a part and returns the attempt whose bytes are not needed: an older one that it replaces, or
// its own. fault.Conflict when a newer attempt with other bytes was faster.
func (s *Service) acknowledge(ctx context.Context, session Session, p receivedPart) (loser *blob.StoredPart, err error) {
	now := s.clock.Now()
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		loser = nil
		if err := s.extendSession(ctx, tx, session.ID, now); err != nil {
			return err
		}
		held, err := findPart(ctx, tx, p.VideoID, p.PartNumber)
		if err != nil {
			return err
		}
		mine := p.stored()
		switch {
		case held == nil:
		case held.StorageTag == p.StorageTag && p.StorageTag != "": // these very bytes, recorded from the storage in between
		case held.Etag == p.Etag && (held.StorageTag == "" || held.Attempt > p.Attempt): // the same bytes, stored already
			if held.StorageTag != p.StorageTag {
				loser = &mine
			}
			return nil
		case held.Attempt > p.Attempt:
			loser = &mine
			return errSuperseded()
		case held.StorageTag != p.StorageTag:
			theirs := held.stored()
			loser = &theirs
		}
		return savePart(ctx, tx, p)
	})
	if err != nil && !fault.Is(err, fault.Conflict) {
		loser = nil // the row may have been written: nothing may be removed
	}
	return loser, err
}

func errSuperseded() error {
	return fault.New(fault.Conflict, "overtaken", "Another request has already sent this part. Its bytes were kept.")
}

// extendSession moves the expiry of a session, or of its successor. A session that expired while the part was in transit, and
// has not been ended, goes on.
func (s *Service) extendSession(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	for {
		open, err := extendExpiry(ctx, tx, id, now.Add(s.ttl), now)
		if err != nil || open {
			return err
		}
		session, err := findSession(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case session.SuccessorID != "":
			id = session.SuccessorID
		case session.Status == "completed" || session.Status == "completing":
			return errUploadComplete()
		case session.Status == "expired":
			return errSessionExpired("This upload session has expired. The parts sent so far are kept for a while. Recover the session, or restart the upload.", nil, false)
		default:
			return errSessionNotFound()
		}
	}
}

// keepAliveReader counts the bytes of a body and keeps its session from expiring while they arrive.
type keepAliveReader struct {
	body    io.Reader
	read    int64
	service *Service
	ctx     context.Context // of the request that the body belongs to
	session string
	last    time.Time
}

func (a *keepAliveReader) Read(p []byte) (int, error) {
	n, err := a.body.Read(p)
	a.read += int64(n)
	if now := a.service.clock.Now(); n > 0 && now.Sub(a.last) > min(a.service.ttl/10, time.Minute) {
		a.last = now
		if e := a.service.db.InTx(a.ctx, func(tx bun.IDB) error { return a.service.extendSession(a.ctx, tx, a.session, now) }); e != nil {
			a.service.log.WarnContext(a.ctx, "the session of a part in transit could not be kept from expiring", "err", e)
		}
	}
	return n, err
}

// errChunkTooLong refuses a chunk that is larger than any may be, or than those of its session are.
func errChunkTooLong(size int64) error {
	if size >= chunksize.Max {
		return fault.New(fault.TooLarge, "PARAMETER_MISMATCH", "Chunk size exceeds maximum limit of 50MB")
	}
	return fault.New(fault.TooLarge, "PARAMETER_MISMATCH", fmt.Sprintf("The chunk is too large: it can be at most %d bytes.", size))
}

// chunkError is the answer to the client when a part could not be stored.
func (s *Service) chunkError(ctx, attemptCtx context.Context, session Session, part blob.Part, read int64, err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	switch {
	case errors.Is(err, blob.ErrTooLong):
		return errChunkTooLong(part.Size)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return chunkbody.ErrCutOff
	case errors.Is(err, io.ErrUnexpectedEOF) && read == 0:
		return fault.New(fault.Invalid, "EMPTY_CHUNK_ERROR", "Empty chunk detected. Please try uploading again.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault.New(fault.Invalid, "PARAMETER_MISMATCH",
			fmt.Sprintf("Part %d should have %d bytes, but %d arrived. Send it again.", part.Number, part.Size, read))
	case errors.Is(err, fs.ErrNotExist), errors.Is(context.Cause(attemptCtx), errUploadEnded): // finished or removed while the bytes arrived
		now, e := s.latestByID(ctx, session.ID)
		if e == nil && (now.Status == "completed" || now.Status == "completing") {
			return errUploadComplete()
		}
		return cmp.Or(e, errSessionNotFound())
	}
	return err
}
