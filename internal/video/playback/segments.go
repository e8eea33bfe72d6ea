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

// immutable is for what never changes under its address; the token in the path makes the address one person's.
const immutable = "private, max-age=31536000, immutable"

// stored is one segment: what it must be, and where it lies.
type stored struct {
	id   seal.ID
	key  *seal.Key
	at   string // in the store
	size int64  // bytes, sealed
}

// locate finds segment number of a rendition of a film; fault.NotFound when there is none.
func (s *Service) locate(ctx context.Context, video string, generation int64, rendition string, number int64) (stored, error) {
	for _, patience := range []time.Duration{late, soon} { // a rendition that is new is not among what was read a while ago
		f, err := s.film(ctx, video, generation, patience)
		if err != nil {
			return stored{}, err
		}
		if r, ok := f.rendition(rendition); ok {
			o, ok := r.find(number)
			if key := f.keys[seal.Epoch(number)]; ok && key != nil {
				id := seal.ID{Video: video, Generation: generation, Rendition: rendition, Number: number, Fence: o.fence}
				return stored{id, key, objectkey.Segment(video, generation, rendition, o.fence, number), o.size}, nil
			}
		}
		if f.final {
			break
		}
	}
	return stored{}, fault.New(fault.NotFound, "segment_not_found", "This video has no such segment.")
}

// sealedSegment answers with a segment as it lies. Its IV is compared each time. All of it is verified when this process
// serves it for the first time, when it has changed and every ten minutes; in between it goes out unread, where it is a
// file.
func (s *Service) sealedSegment(ctx context.Context, g stored) (rest.Reply, error) {
	object, err := s.open(ctx, g)
	if err != nil {
		return rest.Reply{}, err
	}
	iv := g.key.IV(g.id)
	meta := rest.Meta{Type: "application/octet-stream", Cache: immutable, ETag: `"` + hex.EncodeToString(iv[:]) + `"`}
	file, local := object.ReadSeekCloser.(*os.File)
	if !local || !s.checked.holds(iv, object.ModTime, s.Clock.Now()) {
		return s.firstTime(ctx, g, object, meta)
	}
	var beginning [seal.IVSize]byte
	_, err = file.ReadAt(beginning[:], 0)
	if err == nil {
		err = g.key.Check(g.id, beginning[:])
	}
	if err != nil {
		return rest.Reply{}, errors.Join(s.refused(ctx, g, err), object.Close())
	}
	return rest.File(file, open(meta)), nil
}

// firstTime verifies all of a segment and answers with the bytes that it has verified.
func (s *Service) firstTime(ctx context.Context, g stored, object blob.Object, meta rest.Meta) (rest.Reply, error) {
	whole, release, err := s.read(g, object)
	if err != nil {
		return rest.Reply{}, s.refused(ctx, g, err)
	}
	scratch, drop := s.buffers.take(g.size)
	copy(scratch, whole)
	_, err = g.key.Open(g.id, scratch)
	drop()
	if err != nil {
		release()
		return rest.Reply{}, s.refused(ctx, g, err)
	}
	s.checked.add(g.key.IV(g.id), object.ModTime, s.Clock.Now())
	meta.After = release
	return rest.Bytes(whole, open(meta)), nil
}

// clearSegment answers with a segment opened. Nothing of it is sent before all of it has verified. What is asked for
// again soon, as by a class that watches together, is kept opened for a while.
func (s *Service) clearSegment(ctx context.Context, g stored) (rest.Reply, error) {
	object, err := s.open(ctx, g)
	if err != nil {
		return rest.Reply{}, err
	}
	iv, now := g.key.IV(g.id), s.Clock.Now()
	meta := open(rest.Meta{Type: "video/mp4", Cache: immutable, ETag: `"` + hex.EncodeToString(iv[:]) + `-clear"`})
	meta.Header["Vary"] = "X-Play-Token" // where the address has no token, a cache must not give it to the next person
	if g.id.Rendition == media.AudioRendition {
		meta.Type = "audio/mp4"
	}
	again := s.checked.holds(iv, object.ModTime, now)
	if plain, ok := s.opened.get(iv); ok && again {
		return rest.Bytes(plain, meta), object.Close()
	}
	whole, release, err := s.read(g, object)
	if err != nil {
		return rest.Reply{}, s.refused(ctx, g, err)
	}
	plain, err := g.key.Open(g.id, whole)
	if err != nil {
		release()
		return rest.Reply{}, s.refused(ctx, g, err)
	}
	s.checked.add(iv, object.ModTime, now)
	if again {
		s.opened.put(iv, plain) // and the memory is not lent to another
		return rest.Bytes(plain, meta), nil
	}
	meta.After = release
	return rest.Bytes(plain, meta), nil
}

// open opens a segment's object, which must be of the size that was written. One that is gone because its video was
// deleted is fault.NotFound.
func (s *Service) open(ctx context.Context, g stored) (blob.Object, error) {
	object, err := s.Blob.Open(ctx, g.at)
	if errors.Is(err, fs.ErrNotExist) {
		s.films.drop(filmID{g.id.Video, g.id.Generation})
		if _, err := s.film(ctx, g.id.Video, g.id.Generation, soon); err != nil {
			return object, err
		}
		return object, s.refused(ctx, g, fmt.Errorf("%w: it is not there", seal.ErrDamaged))
	}
	if err == nil && object.Size != g.size {
		err = errors.Join(s.refused(ctx, g, fmt.Errorf("%w: %d bytes instead of %d", seal.ErrDamaged, object.Size, g.size)), object.Close())
	}
	return object, err
}

// read reads and closes an object. The bytes are the caller's until release is called.
func (s *Service) read(g stored, object blob.Object) (whole []byte, release func(), err error) {
	whole, release = s.buffers.take(g.size)
	_, err = io.ReadFull(object, whole)
	if err = errors.Join(err, object.Close()); err != nil {
		release()
	}
	return whole, release, err
}

// refused is the answer instead of a segment: what does not verify sets off the alarm, any other trouble is passed on.
func (s *Service) refused(ctx context.Context, g stored, err error) error {
	if !errors.Is(err, seal.ErrMoved) && !errors.Is(err, seal.ErrDamaged) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return s.alarm(ctx, err, "video", g.id.Video, "generation", g.id.Generation, "rendition", g.id.Rendition, "segment", g.id.Number, "object", g.at)
}

// alarm tells the operator that what lies in the store is not what was put there, and is the answer to whoever asked.
func (s *Service) alarm(ctx context.Context, err error, about ...any) error {
	s.Log.ErrorContext(ctx, "ALARM: sealed media does not verify; it was damaged or exchanged", append(about, "err", err)...)
	return fault.New(fault.BadGateway, "media_damaged", "This part of the video is damaged and is not played. Please tell the course's teacher.").Because(err)
}

// segmentNumber reads init.mp4 as 0 and 17.m4s as 17.
func segmentNumber(file string) (int64, bool) {
	if file == "init.mp4" {
		return 0, true
	}
	digits, ok := strings.CutSuffix(file, ".m4s")
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, ok && err == nil && n > 0 && strconv.FormatInt(n, 10) == digits // one spelling, so one address
}
