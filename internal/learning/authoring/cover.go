package authoring

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"io/fs"
	"maps"
	"slices"
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
	// Encode returns an opaque picture as WebP, or as JPEG on a server without media tools.
	Encode(ctx context.Context, cover *image.RGBA) ([]byte, error)
	// Frame returns what a video of a course shows at the time of one of its thumbnails, as WebP.
	Frame(ctx context.Context, courseID, videoID string, thumbnail int64) ([]byte, error)
}

const (
	coverJob      = "authoring.cover"
	smallestCover = 160 // pixels wide
)

// coverRules are the rules of files of which covers are made.
var coverRules = picture.Rules{
	Field: "cover", Types: []string{"image/jpeg", "image/png", "image/webp", "image/avif"},
	Other: "This file is not a picture that can be shown. Choose a JPEG, PNG, WebP or AVIF file.",
}

// CoverArea is the part of the upright picture that becomes the cover: 16:9, so that its width says its height. Width 0 means the largest
// centred one.
type CoverArea struct{ X, Y, Width int }

// layout is a picture.Layout: the area in all widths, none of them larger than it is.
func (a CoverArea) layout(width, height int) (area image.Rectangle, sizes []image.Point, err error) {
	if a == (CoverArea{}) {
		a.Width = min(width, height*16/9)
		a.X, a.Y = (width-a.Width)/2, max(0, (height-course.CoverHeight(a.Width))/2)
	}
	if a.X < 0 || a.Y < 0 || a.Width <= 0 || a.Width > width-a.X || course.CoverHeight(a.Width) > height-a.Y {
		return area, nil, coverRules.Refuse("out_of_range", "The part you selected is outside the picture.")
	}
	if a.Width < smallestCover {
		return area, nil, coverRules.Refuse("too_small", "A cover needs at least 160 × 90 pixels. Choose a larger part or picture.")
	}
	for _, w := range course.CoverWidths(min(a.Width, course.CoverWidest)) {
		sizes = append(sizes, image.Pt(w, course.CoverHeight(w)))
	}
	return image.Rect(a.X, a.Y, a.X+a.Width, a.Y+course.CoverHeight(a.Width)), sizes, nil
}

// CoverUpload is a picture on its way to the server.
type CoverUpload struct {
	Type string // media type, as announced
	Body io.Reader
	Area CoverArea
}

// SetCover makes an area of a picture the cover of a course. Same callers as Update. fault.TooLarge, fault.UnsupportedType, fault.Invalid
// and fault.Precondition, with the course as it is, keep the previous cover.
func (s *Service) SetCover(ctx context.Context, who access.Caller, id string, u CoverUpload, holds func(version int64) bool) (CourseDetail, error) {
	if _, err := course.FindTaught(ctx, s.db.Reader(), who, id); err != nil {
		return CourseDetail{}, err
	}
	if err := coverRules.Takes(u.Type); err != nil {
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
	return s.setCover(ctx, who, id, bytes.NewReader(frame), CoverArea{}, holds)
}

func (s *Service) setCover(ctx context.Context, who access.Caller, id string, file io.Reader, area CoverArea, holds func(version int64) bool) (CourseDetail, error) {
	pictures, _, err := s.pictures.Render(ctx, who.ID, file, coverRules, area.layout)
	if err != nil {
		return CourseDetail{}, err
	}
	sizes, err := s.encodeCover(ctx, who, pictures)
	if err != nil {
		return CourseDetail{}, err
	}
	cover, err := s.covers.Add(ctx, sizes)
	if err != nil {
		return CourseDetail{}, err
	}
	return s.replaceCover(ctx, who, id, cover, slices.Max(slices.Collect(maps.Keys(sizes))), holds)
}

// coverLimits let one run of the media tools for covers go on at a time.
var coverLimits = slots.Limits{Running: 1, Each: 2, Waiting: 16}

func (s *Service) takeFrame(ctx context.Context, who access.Caller, id string, f CoverFrame) ([]byte, error) {
	release, err := s.coverSlots.Take(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.coverTools.Frame(ctx, id, f.VideoID, f.Thumbnail)
}

// encodeCover encodes a cover in all its sizes, by width.
func (s *Service) encodeCover(ctx context.Context, who access.Caller, pictures []*image.RGBA) (sizes map[int][]byte, err error) {
	release, err := s.coverSlots.Take(ctx, who.ID)
	if err != nil {
		return nil, err
	}
	defer release()
	sizes = map[int][]byte{}
	for _, p := range pictures {
		if sizes[p.Bounds().Dx()], err = s.coverTools.Encode(ctx, onWhite(p)); err != nil {
			return nil, err
		}
	}
	return sizes, nil
}

// onWhite returns a picture without transparency.
func onWhite(p *image.RGBA) *image.RGBA {
	if p.Opaque() {
		return p
	}
	out := image.NewRGBA(p.Bounds())
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), p, p.Bounds().Min, draw.Over)
	return out
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
