package upload

import (
	"context"
	"io"
	"slices"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Source opens the bytes of a file from one on.
type Source func(ctx context.Context, from int64) (io.ReadCloser, error)

// Fetch uploads a file that the server itself gets from elsewhere, under an id that the caller has chosen and kept, so that it can go on after a crash: the
// parts that are missing are read from the source in one go. It returns when mayGoOn, asked before each part, says no, or with complete when the file is handed to
// processing. For uploaders; the errors are those of Initialize, of parts and of Complete, and those of the source.
func (s *Service) Fetch(ctx context.Context, who access.Caller, id string, n NewUpload, source Source, mayGoOn func() bool) (videoID string, complete bool, err error) {
	ref := Reference{UploadID: id}
	session, err := s.sessionOf(ctx, who, ref)
	if fault.Is(err, fault.NotFound) {
		n.id = id
		if _, err = s.Initialize(ctx, who, n); err == nil {
			session, err = s.sessionOf(ctx, who, ref)
		}
	}
	if err != nil {
		return "", false, err
	}
	session, _, err = s.resolveSession(ctx, who, ref, Recovery{session.OriginalFileName, session.CourseID, session.ContentType})
	if fault.Is(err, fault.Conflict) { // complete already
		return session.video(), true, nil
	}
	if err != nil {
		return "", false, err
	}
	all, err := s.fetchParts(ctx, session, source, mayGoOn)
	if err != nil || !all {
		return session.video(), false, err
	}
	held, err := s.parts(ctx, session)
	if err == nil {
		_, err = s.Complete(ctx, who, Reference{UploadID: session.ID}, uploadedParts(held))
	}
	return session.video(), err == nil, err
}

// fetchParts stores the parts of a session that are missing; false if it may not go on.
func (s *Service) fetchParts(ctx context.Context, session Session, source Source, mayGoOn func() bool) (all bool, err error) {
	held, err := s.parts(ctx, session)
	if err != nil {
		return false, err
	}
	var body io.ReadCloser
	closeBody := func() {
		if body != nil {
			_ = body.Close()
			body = nil
		}
	}
	defer closeBody()
	for number := int64(1); number <= session.TotalChunks; number++ {
		if slices.ContainsFunc(held, func(p receivedPart) bool { return p.PartNumber == number }) {
			closeBody() // the next part begins elsewhere
			continue
		}
		if !mayGoOn() {
			return false, nil
		}
		part := session.blobPart(number)
		if body == nil {
			if body, err = source(ctx, part.Offset); err != nil {
				return false, err
			}
		}
		if _, err := s.receivePart(ctx, session, number, io.LimitReader(body, part.Size)); err != nil {
			return false, err
		}
	}
	return true, nil
}
