package picture

import (
	"context"
	"fmt"
	"image"
	"io"
)

var wholeWidths = []int{400, 800, 1200, widestWhole}

const widestWhole = 1600 // pixels

// WholeWidths lists the widths in which a whole picture is stored, of which the largest is given.
func WholeWidths(largest int) (widths []int) {
	for _, w := range wholeWidths {
		if w < largest {
			widths = append(widths, w)
		}
	}
	return append(widths, largest)
}

func layoutWhole(width, height int) (area image.Rectangle, sizes []image.Point, err error) {
	for _, w := range WholeWidths(min(width, widestWhole)) {
		sizes = append(sizes, image.Pt(w, scaledHeight(w, width, height)))
	}
	return image.Rect(0, 0, width, height), sizes, nil
}

// scaledHeight is the height of a picture of a size in another width.
func scaledHeight(to, width, height int) int { return max(1, (height*to+width/2)/width) }

// RenderWhole returns an uploaded picture in all its widths, encoded, and the largest of its sizes. It fails as Renderer.Render does.
func (w *Widescreen) RenderWhole(ctx context.Context, userID string, file io.Reader, rules Rules) (widths map[int][]byte, largest image.Point, err error) {
	return w.render(ctx, userID, file, rules, layoutWhole)
}

// WholeSizes lists the sizes in which a whole picture is stored, of which the largest is given. Their URLs are the prefix, the id of the picture and the
// width.
func WholeSizes(prefix, id string, largest image.Point) (sizes []CoverSize) {
	for _, w := range WholeWidths(largest.X) {
		sizes = append(sizes, CoverSize{fmt.Sprintf("%s%s/%d", prefix, id, w), int64(w), int64(scaledHeight(w, largest.X, largest.Y))})
	}
	return sizes
}
