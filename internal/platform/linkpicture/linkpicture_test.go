package linkpicture_test

import (
	"image"
	"strings"
	"testing"

	"lectern/internal/platform/linkpicture"
	"lectern/internal/platform/typeset"
)

// Whatever a title is, it stays within the margins, and is there.
func TestTextsStayWithinThePicture(t *testing.T) {
	t.Parallel()
	setter := typeset.Embedded().Setter()
	for name, title := range map[string]string{
		"short": "Bees", "long": strings.Repeat("Honey and hives ", 60), "one word": strings.Repeat("x", 400), "Greek and Cyrillic": "Μέλισσες и пчёлы", "Arabic": "\u0627\u0644\u0646\u062d\u0644", "none": "",
	} {
		picture := linkpicture.Draw(setter, linkpicture.Card{Above: "Blog · " + title, Title: title, Below: title, Color: "#0d5c54", Ink: "#ffffff"})
		if size := picture.Bounds().Size(); size != image.Pt(linkpicture.Width, linkpicture.Height) {
			t.Errorf("%s: %v", name, size)
		}
		ground, inside, outside := picture.RGBAAt(1190, 4), 0, 0
		for y := range linkpicture.Height {
			for x := 20; x < linkpicture.Width; x++ {
				if picture.RGBAAt(x, y) == ground {
					continue
				}
				if x >= 70 && x < linkpicture.Width-70 && y >= 70 && y < linkpicture.Height-60 {
					inside++
				} else {
					outside++
				}
			}
		}
		if inside == 0 || outside > 0 {
			t.Errorf("%s: %d pixels inside, %d outside", name, inside, outside)
		}
	}
}
