package transcode

import (
	"bytes"
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/video/media"
)

// queueImagesAfterFirstRung queues taking the pictures, with the transaction tx, when the rendition of w is the first rung
// and has ended: taking them from it costs least.
func (s *Service) queueImagesAfterFirstRung(ctx context.Context, tx bun.IDB, plan media.Plan, w work) error {
	if w.Rendition != plan.First().Name {
		return nil
	}
	return s.queueWork(ctx, tx, kindImages, priorityImages, "", work{Video: w.Video, Generation: w.Generation})
}

// takeImages takes the ten thumbnails, the storyboard of the seek bar, and the poster.
func (s *Service) takeImages(ctx context.Context, j jobs.Job, w work) error {
	g, err := generation(ctx, s.db.Reader(), w.Video, w.Generation)
	if err != nil {
		return err
	}
	stills, err := s.stills(ctx, g)
	if err != nil {
		return err
	}
	objects := map[string][]byte{
		objectkey.Poster(media.PosterThumbnail): stills.Poster, objectkey.Storyboard: stills.Storyboard, objectkey.StoryboardCues: []byte(stills.StoryboardVTT),
	}
	for i, picture := range stills.Thumbnails {
		objects[objectkey.Thumbnail(int64(i))] = picture
	}
	for name, body := range objects {
		if err := s.blob.Put(ctx, objectkey.Picture(w.Video, w.Generation, j.Fence, name), bytes.NewReader(body), int64(len(body))); err != nil {
			return err
		}
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		v, err := s.lockCurrent(ctx, tx, w)
		if err != nil {
			return err
		}
		if err := s.queue.Complete(ctx, tx, j); err != nil {
			return err
		}
		if err := s.recordRun(ctx, tx, v, []jobs.Job{j}); err != nil {
			return err
		}
		return s.settleImages(ctx, tx, v, j.Fence, stills.ThumbnailsAt[:])
	})
}

// stills takes the pictures from the first rung if it is complete, otherwise from the source.
func (s *Service) stills(ctx context.Context, g Generation) (media.Stills, error) {
	path, release, err := s.blob.LocalPath(ctx, g.SourceKey)
	if err != nil {
		return media.Stills{}, err
	}
	defer release()
	job := media.StillsJob{Source: path, Plan: g.Plan.V}
	r, err := rendition(ctx, s.db.Reader(), g.VideoID, g.Generation, g.Plan.V.First().Name)
	if err != nil {
		return media.Stills{}, err
	}
	if r.Status == "completed" {
		if job.Made, err = s.openRendition(ctx, r); err != nil {
			return media.Stills{}, err
		}
	}
	return media.TakeStills(ctx, s.media, job)
}

// settleImages records the pictures of attempt fence and the times of the thumbnails, or with none that there are no
// pictures. If the teacher has chosen another poster by then, or for an older generation, it is taken next.
func (s *Service) settleImages(ctx context.Context, tx bun.IDB, v Video, fence int64, at []float64) error {
	g, err := generation(ctx, tx, v.ID, v.Generation)
	if err != nil {
		return err
	}
	if len(at) == 0 {
		g.Pace.V.Drop(images)
	}
	g.ImagesSettled, g.HasImages, g.ImagesFence, g.ThumbnailsAt.V = true, len(at) > 0, fence, at
	if err := saveGeneration(ctx, tx, g); err != nil {
		return err
	}
	if g.HasImages {
		if err := s.queuePoster(ctx, tx, v, g.Generation); err != nil {
			return err
		}
	}
	return s.updateProgress(ctx, tx, v)
}

// queuePoster queues taking the chosen poster for a generation that has its pictures, which include the default poster.
func (s *Service) queuePoster(ctx context.Context, tx bun.IDB, v Video, number int64) error {
	if v.Poster == media.PosterThumbnail {
		return nil
	}
	return s.queueWork(ctx, tx, kindPoster, priorityImages, "", work{Video: v.ID, Generation: number})
}

// takePoster takes a picture at the time of the thumbnail that the teacher has chosen. Its key contains the number of the
// thumbnail, so that a late job of an earlier choice does not overwrite it.
func (s *Service) takePoster(ctx context.Context, _ jobs.Job, w work) error {
	v, err := videoByID(ctx, s.db.Reader(), w.Video)
	if err != nil {
		return err
	}
	g, err := generation(ctx, s.db.Reader(), w.Video, w.Generation)
	if err != nil || int(v.Poster) >= len(g.ThumbnailsAt.V) {
		return err
	}
	path, release, err := s.blob.LocalPath(ctx, g.SourceKey)
	if err != nil {
		return err
	}
	defer release()
	picture, err := media.TakePoster(ctx, s.media, path, g.Plan.V, g.ThumbnailsAt.V[v.Poster])
	if err != nil {
		return err
	}
	return s.blob.Put(ctx, objectkey.Picture(w.Video, w.Generation, g.ImagesFence, objectkey.Poster(v.Poster)), bytes.NewReader(picture), int64(len(picture)))
}
