package blogcomment

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/webpage"
)

const commentsOnPage = 20

// WebGroup are the newest comments on a published post that begin threads, as a part of its page for those who run no scripts. fault.NotFound.
func (s *Service) WebGroup(ctx context.Context, postID string) (webpage.Group, error) {
	comments, _, err := s.List(ctx, access.Caller{}, postID, "", commentsOnPage, rest.CursorParam{})
	group := webpage.Group{Heading: "Comments"}
	for _, c := range comments {
		if c.IsDeleted {
			continue
		}
		by := []string{cmp.Or(c.AuthorName, "Former user"), c.CreatedAt.UTC().Format("2 January 2006")}
		if c.Replies == 1 {
			by = append(by, "1 reply")
		} else if c.Replies > 1 {
			by = append(by, fmt.Sprintf("%d replies", c.Replies))
		}
		group.Quotes = append(group.Quotes, webpage.Quote{Text: c.Body, By: strings.Join(by, " · ")})
	}
	return group, err
}
