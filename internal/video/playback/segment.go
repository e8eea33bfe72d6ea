package playback

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// immutable is for content that never changes under its URL, which contains the token and so belongs to one user for about an hour.
// no-store would fetch it anew for every seek backwards; but once the token has been renewed no player asks for the URL again, and a
// copy would lie on a shared computer for nothing.
const immutable = "private, max-age=3600, immutable"

// segment identifies one sealed segment and where it is stored.
type segment struct {
	id        seal.ID
	key       *seal.Key
	objectKey string // in the store
	size      int64  // bytes, sealed
}

// findSegment finds a segment of a rendition by number; fault.NotFound when there is none.
func (s *Service) findSegment(ctx context.Context, video string, generation int64, rendition string, number int64) (segment, error) {
	for _, maxAge := range []time.Duration{maxAgeKnown, maxAgeNew} { // a new rendition may be missing from the cached manifest
		m, err := s.manifest(ctx, video, generation, maxAge)
		if err != nil {
			return segment{}, err
		}
		if r, ok := m.rendition(rendition); ok {
			if seg, ok := m.segment(r, number); ok {
				return seg, nil
			}
		}
		if m.final {
			break
		}
	}
	return segment{}, fault.New(fault.NotFound, "segment_not_found", "This video has no such segment.")
}

// segment returns a segment of a rendition by number; false when there is none.
func (m *manifest) segment(r *rendition, number int64) (segment, bool) {
	o, ok := r.segment(number)
	key := m.keys[seal.Epoch(number)]
	if !ok || key == nil {
		return segment{}, false
	}
	id := seal.ID{Video: m.videoID, Generation: m.generation, Rendition: r.name, Number: number, Fence: o.fence}
	return segment{id, key, objectkey.Segment(m.videoID, m.generation, r.name, o.fence, number), o.size}, true
}

// sealedSegment answers with a segment as stored. Its IV is compared each time. The whole is verified when this process
// first serves it, when it has changed, and every ten minutes; in between it is sent without reading it, where it is a
// file.
func (s *Service) sealedSegment(ctx context.Context, seg segment) (rest.Reply, error) {
	object, err := s.open(ctx, seg)
	if err != nil {
		return rest.Reply{}, err
	}
	iv := seg.key.IV(seg.id)
	meta := rest.Headers{ContentType: "application/octet-stream", CacheControl: immutable, ETag: `"` + hex.EncodeToString(iv[:]) + `"`}
	file, local := object.ReadSeekCloser.(*os.File)
	if !local || !s.verified.has(iv, object.ModTime, s.clock.Now()) {
		return s.serveVerified(ctx, seg, object, meta)
	}
	var beginning [seal.IVSize]byte
	_, err = file.ReadAt(beginning[:], 0)
	if err == nil {
		err = seg.key.Check(seg.id, beginning[:])
	}
	if err != nil {
		return rest.Reply{}, errors.Join(s.segmentError(ctx, seg, err), object.Close())
	}
	return rest.File(file, withOpenCORS(meta)), nil
}

// serveVerified verifies a whole segment and answers with the verified bytes.
func (s *Service) serveVerified(ctx context.Context, seg segment, object blob.Object, meta rest.Headers) (rest.Reply, error) {
	whole, release, err := s.read(seg, object)
	if err != nil {
		return rest.Reply{}, s.segmentError(ctx, seg, err)
	}
	scratch, drop := s.buffers.take(seg.size)
	copy(scratch, whole)
	_, err = seg.key.Open(seg.id, scratch)
	drop()
	if err != nil {
		release()
		return rest.Reply{}, s.segmentError(ctx, seg, err)
	}
	s.verified.add(seg.key.IV(seg.id), object.ModTime, s.clock.Now())
	meta.OnDone = release
	return rest.Bytes(whole, withOpenCORS(meta)), nil
}

// clearSegment answers with a decrypted segment, of which nothing is sent before the whole has been verified. It is cached
// for a while, because a class that watches together requests it again soon.
func (s *Service) clearSegment(ctx context.Context, seg segment) (rest.Reply, error) {
	object, err := s.open(ctx, seg)
	if err != nil {
		return rest.Reply{}, err
	}
	iv, now := seg.key.IV(seg.id), s.clock.Now()
	meta := withOpenCORS(rest.Headers{ContentType: "video/mp4", CacheControl: immutable, ETag: `"` + hex.EncodeToString(iv[:]) + `-clear"`})
	meta.Extra["Vary"] = "X-Play-Token" // where the URL has no token, a shared cache must not give it to another user
	if media.IsAudio(seg.id.Rendition) {
		meta.ContentType = "audio/mp4"
	}
	again := s.verified.has(iv, object.ModTime, now)
	if plain, ok := s.plaintexts.get(iv); ok && again {
		return rest.Bytes(plain, meta), object.Close()
	}
	plain, release, err := s.decrypt(ctx, seg, object)
	if err != nil {
		return rest.Reply{}, err
	}
	s.verified.add(iv, object.ModTime, now)
	if again {
		s.plaintexts.put(iv, plain) // the cache keeps the buffer, so it is not lent out again
		return rest.Bytes(plain, meta), nil
	}
	meta.OnDone = release
	return rest.Bytes(plain, meta), nil
}

// openSegment returns the decrypted bytes of a segment, the caller's until release is called.
func (s *Service) openSegment(ctx context.Context, seg segment) (plain []byte, release func(), err error) {
	object, err := s.open(ctx, seg)
	if err != nil {
		return nil, nil, err
	}
	return s.decrypt(ctx, seg, object)
}

// decrypt reads, verifies and closes an object. The bytes are the caller's until release is called.
func (s *Service) decrypt(ctx context.Context, seg segment, object blob.Object) (plain []byte, release func(), err error) {
	whole, release, err := s.read(seg, object)
	if err != nil {
		return nil, nil, s.segmentError(ctx, seg, err)
	}
	if plain, err = seg.key.Open(seg.id, whole); err != nil {
		release()
		return nil, nil, s.segmentError(ctx, seg, err)
	}
	return plain, release, nil
}

// open opens a segment's object, which must have the size that was written. fault.NotFound when it is gone because its
// video was deleted.
func (s *Service) open(ctx context.Context, seg segment) (blob.Object, error) {
	object, err := s.blob.Open(ctx, seg.objectKey)
	if errors.Is(err, fs.ErrNotExist) {
		s.manifests.drop(manifestID{seg.id.Video, seg.id.Generation})
		if _, err := s.manifest(ctx, seg.id.Video, seg.id.Generation, maxAgeNew); err != nil {
			return object, err
		}
		return object, s.segmentError(ctx, seg, fmt.Errorf("%w: it is missing", seal.ErrDamaged))
	}
	if err == nil && object.Size != seg.size {
		err = errors.Join(s.segmentError(ctx, seg, fmt.Errorf("%w: %d bytes instead of %d", seal.ErrDamaged, object.Size, seg.size)), object.Close())
	}
	return object, err
}

// read reads and closes an object. The bytes are the caller's until release is called.
func (s *Service) read(seg segment, object blob.Object) (whole []byte, release func(), err error) {
	whole, release = s.buffers.take(seg.size)
	_, err = io.ReadFull(object, whole)
	if err = errors.Join(err, object.Close()); err != nil {
		release()
	}
	return whole, release, err
}

// segmentError returns the error for a segment: damage is reported, other errors are passed on.
func (s *Service) segmentError(ctx context.Context, seg segment, err error) error {
	if !errors.Is(err, seal.ErrMisplaced) && !errors.Is(err, seal.ErrDamaged) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return s.reportDamage(ctx, err, "video", seg.id.Video, "generation", seg.id.Generation, "rendition", seg.id.Rendition, "segment", seg.id.Number, "object", seg.objectKey)
}

// reportDamage logs damage of an object for the operator and returns the answer for the viewer.
func (s *Service) reportDamage(ctx context.Context, err error, about ...any) error {
	s.log.ErrorContext(ctx, "ALARM: sealed media does not verify; it was damaged or exchanged", append(about, "err", err)...)
	return fault.New(fault.BadGateway, "media_damaged", "This part of the video is damaged and can't be played. Tell your instructor.").WithCause(err)
}

// segmentNumber parses init.mp4 as 0 and 17.m4s as 17.
func segmentNumber(file string) (int64, bool) {
	if file == "init.mp4" {
		return 0, true
	}
	digits, ok := strings.CutSuffix(file, ".m4s")
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, ok && err == nil && n > 0 && strconv.FormatInt(n, 10) == digits // one spelling, so one URL
}
