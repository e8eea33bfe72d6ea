package course

import (
	"context"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/money"
	"lectern/internal/platform/text"
	"lectern/internal/platform/webpage"
)

// The words of the web app (labels.ts) for types and levels.
var (
	typeWords  = map[string]string{"blended": "Blended", "live": "Live", "free": "Self-paced"}
	levelWords = map[string]string{"beginner": "Beginner", "intermediate": "Intermediate", "advanced": "Advanced"}
)

// WebPath is the path of the page of a course.
func WebPath(id string) string { return "/courses/" + id }

// WebImage is the cover of a course on a page, nil for none.
func (c Course) WebImage() *webpage.Image {
	if c.Cover == nil || len(c.Cover.Sizes) == 0 {
		return nil
	}
	return c.Cover.webImage(c.Title)
}

// WebPoster is the poster of a video on a page; nil where there is none, and for videos that are not open to everybody.
func WebPoster(ctx context.Context, q bun.IDB, videoID string) (*webpage.Image, error) {
	p, err := PosterOf(ctx, q, videoID, errNoPoster)
	if errors.Is(err, errNoPoster) {
		return nil, nil
	}
	return p.cover().webImage(""), err
}

var errNoPoster = errors.New("no poster that is open to everybody")

func (c *Cover) webImage(alt string) *webpage.Image {
	image := &webpage.Image{Alt: alt}
	for _, size := range c.Sizes {
		image.Sizes = append(image.Sizes, webpage.ImageSize(size))
	}
	return image
}

// WebFacts says on one line what a course is: who teaches it, how, for whom, and what a place costs.
func (c Course) WebFacts() []string {
	names := make([]string, len(c.Instructors))
	for i, teacher := range c.Instructors {
		names[i] = teacher.FullName
	}
	facts := []string{"Instructor to be announced"}
	if len(names) > 0 {
		facts[0] = strings.Join(names, ", ")
	}
	fee := "Free"
	if !c.IsFree {
		fee = money.Decimal(c.CourseFee, c.FeeCurrency) + " " + c.FeeCurrency
	}
	return append(facts, typeWords[c.CourseType], levelWords[c.Level], fee)
}

// WebCard is a course in a list on a page.
func (c Course) WebCard() webpage.Card {
	card := webpage.Card{Path: WebPath(c.ID), Title: c.Title, Facts: append(c.WebFacts(), c.Category), Text: text.OneLine(c.Summary), Image: c.WebImage()}
	if card.Image != nil {
		card.Image.Alt = "" // the title beside it says enough
	}
	return card
}

// WebCards are the courses of a list on a page.
func WebCards(courses []Course) []webpage.Card {
	cards := make([]webpage.Card, len(courses))
	for i, c := range courses {
		cards[i] = c.WebCard()
	}
	return cards
}
