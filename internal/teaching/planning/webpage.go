package planning

import (
	"context"
	"fmt"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/webpage"
)

const batchesAtHome = 4

// HomeGroup are the next batches with free seats, as a part of the home page for those who run no scripts, and what the web app shows them with.
func (s *Service) HomeGroup(ctx context.Context) (webpage.Group, []webpage.Answer, error) {
	at := rest.Page{Number: 1, Limit: batchesAtHome}
	found, n, err := s.List(ctx, access.Caller{}, BatchFilter{Status: "Upcoming", BatchType: "group", HasSeats: true, SortBy: "start_date"}, at.Limit, 0)
	list, err := rest.Counted(at, found, n, err)
	group := webpage.Group{Heading: "Next batches"}
	for _, b := range found {
		group.Cards = append(group.Cards, webpage.Card{Path: "/batches/" + b.ID, Title: b.BatchName, Facts: []string{b.CourseDetails.Title, b.StartDate, fmt.Sprintf("%d free seats", b.AvailableSpots)}})
	}
	return group, []webpage.Answer{webpage.ListAnswer(list, "batches", "next")}, err
}
