package course

import (
	"fmt"
	"slices"
)

// Cover is the picture of a course.
type Cover struct {
	Source string      `json:"source" enum:"chosen,poster" doc:"chosen: its teachers have chosen it. poster: that of its first video that is open to everybody."`
	Sizes  []CoverSize `json:"sizes" doc:"The same picture, smallest first."`
}

// CoverSize is a cover in one size. What is at its URL never changes.
type CoverSize struct {
	URL    string `json:"url"`
	Width  int64  `json:"width" doc:"In pixels."`
	Height int64  `json:"height"`
}

// For returns the smallest size that is about as wide as needed, or else the widest: a tenth less is not seen.
func (c Cover) For(width int64) CoverSize {
	i := slices.IndexFunc(c.Sizes, func(s CoverSize) bool { return s.Width*10 >= width*9 })
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

var coverWidths = []int{480, 960, 1600}

// CoverWidest is the largest width of a cover.
const CoverWidest = 1600

// CoverWidths lists the widths in which a cover is stored, of which the largest is given.
func CoverWidths(largest int) (widths []int) {
	for _, w := range coverWidths {
		if w < largest {
			widths = append(widths, w)
		}
	}
	return append(widths, largest)
}

// CoverHeight is the height of a cover of a width, in pixels.
func CoverHeight(width int) int { return max(1, (width*9+8)/16) }

// chosen returns the cover that the teachers of a course have chosen, nil for none.
func (c Course) chosen() *Cover {
	if c.CoverID == "" {
		return nil
	}
	cover := &Cover{Source: "chosen"}
	for _, w := range CoverWidths(c.CoverWidth) {
		cover.Sizes = append(cover.Sizes, CoverSize{fmt.Sprintf("%s%s/%d", CoversPath, c.CoverID, w), int64(w), int64(CoverHeight(w))})
	}
	return cover
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
	return &Cover{"poster", []CoverSize{{PostersPath + p.VideoID + "/" + p.Version(), width, (width*p.Height/p.Width + 1) / 2 * 2}}}
}
