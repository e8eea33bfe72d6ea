package upload

import (
	"context"
	"io"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/scratch"
	"lectern/internal/video/chunkbody"
	"lectern/internal/video/chunksize"
)

// Receive stores the chunk of a request. It is streamed to the storage where the request names its session and number before
// the bytes, and goes through an unlinked temporary file otherwise; it is never held in memory.
func (s *Service) Receive(ctx context.Context, who access.Caller, request chunkbody.Reader) (StoredChunk, error) {
	var c chunkRequest
	for {
		m, err := request.Next()
		switch {
		case err == io.EOF:
			return StoredChunk{}, fault.New(fault.Invalid, "DETAILED_PARAMETER_VALIDATION_ERROR", "chunkData is required")
		case err != nil:
			return StoredChunk{}, err
		case m.Chunk == nil:
			if err := c.set(m); err != nil {
				return StoredChunk{}, err
			}
			continue
		}
		rest := func() error { return c.readRest(request) }
		if c.ref.UploadID != "" && c.number > 0 {
			t, err := s.partTarget(ctx, who, c)
			if err == nil {
				return s.Store(ctx, t, &trailingReader{m.Chunk, func() error { return c.readRestOf(request, t.session) }, false})
			}
			if !fault.Is(err, fault.Gone) { // what recovers the session may follow the chunk
				return StoredChunk{}, err
			}
		}
		return s.receiveBuffered(ctx, who, &c, m.Chunk, rest)
	}
}

// receiveBuffered stores a chunk whose session or number follows its bytes.
func (s *Service) receiveBuffered(ctx context.Context, who access.Caller, c *chunkRequest, body io.Reader, rest func() error) (StoredChunk, error) {
	file, err := scratch.File(s.tempDir)
	if err != nil {
		return StoredChunk{}, blob.UserError(err)
	}
	defer file.Close()
	n, err := io.Copy(file, io.LimitReader(body, chunksize.Max+1))
	switch {
	case err != nil:
		return StoredChunk{}, blob.UserError(err)
	case n > chunksize.Max:
		return StoredChunk{}, errChunkTooLong(chunksize.Max)
	}
	if err := rest(); err != nil {
		return StoredChunk{}, err
	}
	t, err := s.partTarget(ctx, who, *c)
	if err != nil {
		return StoredChunk{}, err
	}
	_, err = file.Seek(0, io.SeekStart)
	if err != nil {
		return StoredChunk{}, err
	}
	return s.Store(ctx, t, file)
}

// readRest reads what follows the chunk.
func (c *chunkRequest) readRest(request chunkbody.Reader) error {
	for {
		m, err := request.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && m.Chunk != nil {
			err = errMemberTwice("chunkData")
		}
		if err == nil {
			err = c.set(m)
		}
		if err != nil {
			return err
		}
	}
}

// readRestOf is readRest where the session is known: what follows must not name another.
func (c *chunkRequest) readRestOf(request chunkbody.Reader, session Session) error {
	err := c.readRest(request)
	if err == nil && !c.reference().matches(session) {
		err = errSessionNotFound()
	}
	return err
}

// trailingReader reads what follows the chunk in the request before it returns io.EOF: a request that is malformed after its
// chunk is refused before anything is acknowledged.
type trailingReader struct {
	chunk io.Reader
	rest  func() error
	ended bool
}

func (t *trailingReader) Read(p []byte) (int, error) {
	if t.ended {
		return 0, io.EOF
	}
	n, err := t.chunk.Read(p)
	if err == io.EOF {
		t.ended = true
		if restErr := t.rest(); restErr != nil {
			err = restErr
		}
	}
	return n, err
}
