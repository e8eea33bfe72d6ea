package upload

import (
	"context"
	"io"
	"os"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/video/chunksize"
)

// Receive stores the chunk of a request. It goes straight to its place where the request has said which that is before
// the bytes come, and through a nameless file otherwise; it is never held in memory.
func (s *Service) Receive(ctx context.Context, who access.Caller, request members) (StoredChunk, error) {
	var c chunk
	for {
		m, err := request.next()
		switch {
		case err == io.EOF:
			return StoredChunk{}, fault.New(fault.Invalid, "DETAILED_PARAMETER_VALIDATION_ERROR", "chunkData is required")
		case err != nil:
			return StoredChunk{}, err
		case m.chunk == nil:
			if err := c.set(m); err != nil {
				return StoredChunk{}, err
			}
			continue
		}
		rest := func() error { return c.rest(request) }
		if c.ref.UploadID != "" && c.number > 0 {
			t, err := s.aim(ctx, who, c)
			if err == nil {
				return s.Store(ctx, t, &tail{m.chunk, func() error { return c.restOf(request, t.session) }, false})
			}
			if !fault.Is(err, fault.Gone) { // what recovers the session may still come
				return StoredChunk{}, err
			}
		}
		return s.receiveLate(ctx, who, &c, m.chunk, rest)
	}
}

// receiveLate stores a chunk whose place is told after its bytes.
func (s *Service) receiveLate(ctx context.Context, who access.Caller, c *chunk, body io.Reader, rest func() error) (StoredChunk, error) {
	err := os.MkdirAll(s.Temp, 0o750)
	if err != nil {
		return StoredChunk{}, blob.UserError(err)
	}
	file, err := os.CreateTemp(s.Temp, "chunk-*")
	if err != nil {
		return StoredChunk{}, blob.UserError(err)
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		return StoredChunk{}, err
	}
	n, err := io.Copy(file, io.LimitReader(body, chunksize.Max+1))
	switch {
	case err != nil:
		return StoredChunk{}, blob.UserError(err)
	case n > chunksize.Max:
		return StoredChunk{}, tooLong(chunksize.Max)
	}
	if err := rest(); err != nil {
		return StoredChunk{}, err
	}
	t, err := s.aim(ctx, who, *c)
	if err != nil {
		return StoredChunk{}, err
	}
	_, err = file.Seek(0, io.SeekStart)
	if err != nil {
		return StoredChunk{}, err
	}
	return s.Store(ctx, t, file)
}

// rest reads what follows the chunk.
func (c *chunk) rest(request members) error {
	for {
		m, err := request.next()
		if err == io.EOF {
			return nil
		}
		if err == nil && m.chunk != nil {
			err = malformed("chunkData stands in the request twice.")
		}
		if err == nil {
			err = c.set(m)
		}
		if err != nil {
			return err
		}
	}
}

// restOf is rest where the chunk's place is known: what follows must not name another.
func (c *chunk) restOf(request members, session Session) error {
	err := c.rest(request)
	if err == nil && !c.reference().fits(session) {
		err = notFound()
	}
	return err
}

// tail reads what follows the chunk in the request before it admits that the chunk has ended: a request that is broken
// behind it is refused before anything is acknowledged.
type tail struct {
	chunk io.Reader
	rest  func() error
	ended bool
}

func (t *tail) Read(p []byte) (int, error) {
	if t.ended {
		return 0, io.EOF
	}
	n, err := t.chunk.Read(p)
	if err == io.EOF {
		t.ended = true
		if broken := t.rest(); broken != nil {
			err = broken
		}
	}
	return n, err
}
