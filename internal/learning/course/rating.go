package course

import (
	"database/sql/driver"
	"fmt"

	"lectern/internal/platform/db"
)

// MostStars is the highest rating of a course; the lowest is 1.
const MostStars = 5

// Rating sums up the reviews of a course that are not hidden.
type Rating struct {
	Average      AverageStars `json:"average" doc:"1 to 5, to two decimals; 0 without reviews."`
	Count        int64        `json:"count" doc:"Of the reviews."`
	Distribution StarCounts   `bun:"type:jsonb" json:"distribution" doc:"How many reviews give 1, 2, 3, 4 and 5 stars."`
	Rank         int64        `json:"-"` // by which courses are ordered, see rank
}

// Changed returns r with so many reviews more, or fewer, that give these stars.
func (r Rating) Changed(stars, by int64) Rating {
	r.Distribution[stars-1] += by
	var sum int64
	r.Count = 0
	for i, n := range r.Distribution {
		r.Count += n
		sum += int64(i+1) * n
	}
	r.Average, r.Rank = 0, 0
	if r.Count > 0 {
		r.Average, r.Rank = AverageStars((100*sum+r.Count/2)/r.Count)/100, rank(sum, r.Count)
	}
	return r
}

// A course is ranked as if it had priorReviews more, each of priorHalfStars half stars, so that a few enthusiasts do not lift a new
// course above one that many find good (a Bayesian mean). One review with 5 stars counts (5·3.5 + 5) / (5 + 1) = 3.75; forty with
// an average of 4.6 count (17.5 + 184) / 45 = 4.48. A course without reviews comes last.
const (
	priorReviews   = 5
	priorHalfStars = 7
)

// rank returns the Bayesian mean in millionths of a star.
func rank(sum, count int64) int64 {
	return 1_000_000 * (priorReviews*priorHalfStars + 2*sum) / (2 * (priorReviews + count))
}

// AverageStars is stored in hundredths.
type AverageStars float64

// Value implements driver.Valuer.
func (a AverageStars) Value() (driver.Value, error) { return int64(a*100 + 0.5), nil }

// Scan implements sql.Scanner.
func (a *AverageStars) Scan(src any) error {
	hundredths, ok := src.(int64)
	if !ok {
		return fmt.Errorf("an average of stars cannot be a %T", src)
	}
	*a = AverageStars(hundredths) / 100
	return nil
}

// LeastShownAs returns the least average, in hundredths, that reads as so many stars or more to one decimal.
func LeastShownAs(stars int64) int64 { return 100*stars - 5 }

// ShownStars returns the whole stars that an average reaches when it is read to one decimal.
func (r Rating) ShownStars() int64 { return int64(r.Average*100+5.5) / 100 }

// StarCounts are numbers of reviews, of those with 1 star first.
type StarCounts [MostStars]int64

// Value implements driver.Valuer.
func (c StarCounts) Value() (driver.Value, error) { return db.JSON[[MostStars]int64]{V: c}.Value() }

// Scan implements sql.Scanner.
func (c *StarCounts) Scan(src any) error {
	var stored db.JSON[[MostStars]int64]
	err := stored.Scan(src)
	*c = stored.V
	return err
}
