package course

import (
	"fmt"
	"slices"

	"lectern/internal/platform/picture"
)

// Cover is the picture of a course.
type Cover struct {
	Source string              `json:"source" enum:"chosen,poster" doc:"chosen: its teachers have chosen it. poster: that of its first video that is open to everybody."`
	Sizes  []picture.CoverSize `json:"sizes" doc:"The same picture, smallest first."`
}

// For returns the smallest size that is about as wide as needed, or else the widest: a tenth less is not seen.
func (c Cover) For(width int64) picture.CoverSize {
	i := slices.IndexFunc(c.Sizes, func(s picture.CoverSize) bool { return s.Width*10 >= width*9 })
	if i < 0 {
		i = len(c.Sizes) - 1
	}
	return c.Sizes[i]
}

const (
	// CoversPath is the prefix of the URLs of covers: the id of a picture and a width follow.
	CoversPath = "/api/v1/covers/"
	// PostersPath is the prefix of the URLs of posters that are covers: the id of a video and a version follow.
	PostersPath = "/api/v1/covers/posters/"

	widestPoster = 1280 // pixels
)

// chosen returns the cover that the teachers of a course have chosen, nil for none.
func (c Course) chosen() *Cover {
	if c.CoverID == "" {
		return nil
	}
	return &Cover{"chosen", picture.CoverSizes(CoversPath, c.CoverID, c.CoverWidth)}
}

// Poster is the poster of a video that everybody may watch who may know of its course.
type Poster struct {
	CourseID, VideoID        string
	Generation, Fence, Frame int64
	Width, Height            int64 // of the video
	Lesson                   int64 // position of the first published lesson that shows it
	Position                 int64 // among the videos of the course
}

// Version changes with the picture.
func (p Poster) Version() string { return fmt.Sprintf("%d-%d-%d", p.Generation, p.Fence, p.Frame) }

func (p Poster) cover() *Cover {
	width := min(p.Width, widestPoster)
	return &Cover{"poster", []picture.CoverSize{{URL: PostersPath + p.VideoID + "/" + p.Version(), Width: width, Height: (width*p.Height/p.Width + 1) / 2 * 2}}}
}
