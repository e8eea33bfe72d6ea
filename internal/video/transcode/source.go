package transcode

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// foundText is a text track of an upload, as WebVTT.
type foundText struct{ language, title, content string }

// readText reads the text tracks of an upload. One that cannot be read costs the captions, not the video.
func (s *Service) readText(ctx context.Context, path string, p media.Probe) (found []foundText, err error) {
	for _, track := range p.Subtitles {
		content, err := media.ReadText(ctx, s.media, path, p, track)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			s.logger.WarnContext(ctx, "a subtitle track could not be read", "stream", track.Stream, "err", err)
			continue
		}
		found = append(found, foundText{track.Language, track.Title, content})
	}
	return found, nil
}

// inspect judges the upload of a generation. If seeking in it is inexact, it makes a copy of its streams with an index and
// returns its key, of attempt fence: the source of everything else.
func (s *Service) inspect(ctx context.Context, g Generation, fence int64) (key string, p media.Probe, text []foundText, err error) {
	path, release, err := s.blob.LocalPath(ctx, g.SourceKey) // the upload itself: it has not been probed yet
	if err != nil {
		return "", p, nil, err
	}
	defer release()
	if err := s.clearScratch(); err != nil {
		return "", p, nil, err
	}
	if s.advertisedOnly {
		if err := media.RefuseUnadvertised(path); err != nil {
			return "", p, nil, err
		}
	}
	if p, err = media.Inspect(ctx, s.media, path); err != nil {
		return "", p, nil, err
	}
	if text, err = s.readText(ctx, path, p); err != nil || !media.NeedsRemux(p) {
		return g.SourceKey, p, text, err
	}
	key, p, err = s.remux(ctx, g, fence, path, p)
	return key, p, text, err
}

// remux stores an indexed copy of the streams of an upload and inspects it.
func (s *Service) remux(ctx context.Context, g Generation, fence int64, path string, p media.Probe) (string, media.Probe, error) {
	dir, remove, err := s.scratch()
	if err != nil {
		return "", p, err
	}
	defer remove()
	indexed := filepath.Join(dir, "indexed.mkv")
	if err := media.Remux(ctx, s.media, path, p, indexed); err != nil {
		return "", p, err
	}
	if p, err = media.InspectRemuxed(ctx, s.media, indexed, p); err != nil {
		return "", p, err
	}
	key := objectkey.Remux(g.VideoID, g.Generation, fence)
	f, err := os.Open(indexed)
	if err != nil {
		return "", p, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", p, err
	}
	return key, p, s.blob.Put(ctx, key, f, info.Size())
}

// newKeys returns the data keys of a generation, one for each 3600 s of it.
func (s *Service) newKeys(w work, plan media.Plan) (rows []keyRow, err error) {
	for epoch := range seal.Epoch(int64(plan.Segments())) + 1 {
		_, wrapped, err := s.master.NewKey(seal.KeyID{Video: w.Video, Generation: w.Generation, Epoch: epoch})
		if err != nil {
			return nil, err
		}
		rows = append(rows, keyRow{VideoID: w.Video, Generation: w.Generation, Epoch: epoch, Wrapped: wrapped.Text, MasterVersion: wrapped.Master})
	}
	return rows, nil
}

// dataKeys unwraps the keys of a generation, by epoch.
func (s *Service) dataKeys(ctx context.Context, videoID string, number int64) (map[int64]*seal.Key, error) {
	wrapped, err := wrappedKeys(ctx, s.db.Reader(), videoID, number)
	if err != nil {
		return nil, err
	}
	keys := map[int64]*seal.Key{}
	for epoch, w := range wrapped {
		if keys[epoch], err = s.master.Unwrap(seal.KeyID{Video: videoID, Generation: number, Epoch: epoch}, w); err != nil {
			return nil, jobs.Permanent(fmt.Errorf("data key of epoch %d: %w", epoch, err))
		}
	}
	return keys, nil
}

// fenceDeleted turns fault.NotFound into ErrFenced: the video was deleted and nobody waits for the result.
func fenceDeleted(err error) error {
	if fault.Is(err, fault.NotFound) {
		return jobs.ErrFenced
	}
	return err
}
