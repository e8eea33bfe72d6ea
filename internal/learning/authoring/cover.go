package authoring

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/slots"
)

// CoverTools do with covers what needs the media tools.
type CoverTools interface {
	// Frame returns what a video of a course shows at the time of one of its thumbnails, as WebP.
	Frame(ctx context.Context, courseID, videoID string, thumbnail int64) ([]byte, error)
}

const coverJob = "authoring.cover"

// SetCover makes an area of a picture the cover of a course. Same callers as Update. fault.TooLarge, fault.UnsupportedType, fault.Invalid
// and fault.Precondition, with the course as it is, keep the previous cover.
func (s *Service) SetCover(ctx context.Context, who access.Caller, id string, u picture.CoverUpload, holds func(version int64) bool) (CourseDetail, error) {
	if _, err := course.FindTaught(ctx, s.db.Reader(), who, id); err != nil {
		return CourseDetail{}, err
	}
	if err := picture.CoverRules.Takes(u.Type); err != nil {
		return CourseDetail{}, err
	}
	return s.setCover(ctx, who, id, u.Body, u.Area, holds)
}

// CoverFrame is a picture from a video.
type CoverFrame struct {
	VideoID   string `json:"video_id" maxLength:"36" msg:"video_id must be the id of a video" doc:"Of a video of the course."`
	Thumbnail int64  `json:"thumbnail" minimum:"0" maximum:"9" msg:"The picture must be one of the ten thumbnails, 0 to 9" doc:"The moment: that of one of the ten thumbnails."`
}

// SetCoverFrame makes a picture from a video of the course its cover: the largest centred area. Same callers as Update. fault.NotFound for
// a video of another course, fault.Conflict for one without pictures, fault.Unavailable where there are no media tools; otherwise as SetCover.
func (s *Service) SetCoverFrame(ctx context.Context, who access.Caller, id string, f CoverFrame, holds func(version int64) bool) (CourseDetail, error) {
	if _, err := course.FindTaught(ctx, s.db.Reader(), who, id); err != nil {
		return CourseDetail{}, err
	}
	frame, err := s.takeFrame(ctx, who, id, f)
	if err != nil {
		return CourseDetail{}, err
	}
	return s.setCover(ctx, who, id, bytes.NewReader(frame), picture.Area{}, holds)
}

func (s *Service) setCover(ctx context.Context, who access.Caller, id string, file io.Reader, area picture.Area, holds func(version int64) bool) (CourseDetail, error) {
	widths, largest, err := s.pictures.Render(ctx, who.ID, file, picture.CoverRules, area)
	if err != nil {
		return CourseDetail{}, err
	}
	cover, err := s.covers.Add(ctx, widths)
	if err != nil {
		return CourseDetail{}, err
	}
	return s.replaceCover(ctx, who, id, cover, largest, holds)
}

// frameLimits let one run of the media tools for frames go on at a time.
var frameLimits = slots.Limits{Running: 1, Each: 2, Waiting: 16}

func (s *Service) takeFrame(ctx context.Context, who access.Caller, id string, f CoverFrame) ([]byte, error) {
	release, err := s.frameSlots.Take(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.coverTools.Frame(ctx, id, f.VideoID, f.Thumbnail)
}

// RemoveCover removes the chosen cover of a course, if there is one: what was shown without it is shown again. Same callers as Update.
func (s *Service) RemoveCover(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	return s.replaceCover(ctx, who, id, "", 0, rest.IfMatch{}.Matches)
}

// replaceCover sets or removes the chosen cover, and queues the deletion of the previous one.
func (s *Service) replaceCover(ctx context.Context, who access.Caller, id, cover string, width int, holds func(version int64) bool) (CourseDetail, error) {
	p, err := s.change(ctx, who, anyType, id, actionChanged, func(tx bun.IDB, p *page) error {
		if err := s.requireVersion(*p, holds); err != nil {
			return err
		}
		old := p.CoverID
		if old == cover {
			return nil
		}
		p.CoverID, p.CoverWidth, p.UpdatedAt = cover, width, s.clock.Now()
		if err := putCover(ctx, tx, p.Course); err != nil {
			return err
		}
		if old != "" {
			if err := s.covers.Release(ctx, tx, old); err != nil {
				return err
			}
		}
		one := []course.Course{p.Course}
		err := course.ReadCovers(ctx, tx, one)
		p.Cover = one[0].Cover
		return err
	})
	return s.detail(p), err
}

var errNoCover = fault.New(fault.NotFound, "cover_not_found", "This picture doesn't exist.")

// CoverImage returns a chosen cover in one of its widths. For anyone who knows its URL: it is shown on public pages.
func (s *Service) CoverImage(ctx context.Context, id, width string) (rest.Reply, error) {
	pixels, err := strconv.Atoi(width)
	parsed, bad := uuid.Parse(id)
	if err != nil || bad != nil || parsed.String() != id || strconv.Itoa(pixels) != width || pixels < 1 {
		return rest.Reply{}, errNoCover
	}
	return s.covers.Serve(ctx, id, pixels, `"`+id+"-"+width+`"`, errNoCover)
}

// PosterImage returns a poster that is the cover of a course. For anyone, as its video is.
func (s *Service) PosterImage(ctx context.Context, videoID, version string) (rest.Reply, error) {
	p, err := course.PosterOf(ctx, s.db.Reader(), videoID, errNoCover)
	if err == nil && p.Version() != version {
		err = errNoCover
	}
	if err != nil {
		return rest.Reply{}, err
	}
	cache := "public, max-age=31536000, immutable"
	object, err := s.blob.Open(ctx, objectkey.Picture(videoID, p.Generation, p.Fence, objectkey.Poster(p.Frame)))
	if errors.Is(err, fs.ErrNotExist) { // until it is made, the thumbnail of the same time
		cache = "no-store"
		object, err = s.blob.Open(ctx, objectkey.Picture(videoID, p.Generation, p.Fence, objectkey.Thumbnail(p.Frame)))
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoCover
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.File(object.ReadSeekCloser, rest.Headers{ContentType: "image/webp", CacheControl: cache, ETag: fmt.Sprintf(`"%s-%s-%d"`, videoID, version, object.Size)}), nil
}
