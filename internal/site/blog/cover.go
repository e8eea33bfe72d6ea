package blog

import (
	"context"
	"strconv"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
)

// coverJob deletes a cover unless it is in use.
const coverJob = "blog.cover"

// SetCover makes an area of a picture the cover of the draft of a post; readers see it once it is published. Same callers as Draft. fault.TooLarge,
// fault.UnsupportedType, fault.Invalid and fault.Precondition, with the draft as it is, keep the previous cover.
func (s *Service) SetCover(ctx context.Context, who access.Caller, id string, u picture.CoverUpload, held rest.IfMatch) (PostDraft, error) {
	if _, err := byID(ctx, s.deps.DB.Reader(), id, who.OwnOrAll()); err != nil {
		return PostDraft{}, err
	}
	if err := picture.CoverRules.Takes(u.Type); err != nil {
		return PostDraft{}, err
	}
	widths, largest, err := s.deps.Covers.Render(ctx, who.ID, u.Body, picture.CoverRules, u.Area)
	if err != nil {
		return PostDraft{}, err
	}
	cover, err := s.covers.Add(ctx, widths)
	if err != nil {
		return PostDraft{}, err
	}
	return s.replaceCover(ctx, who, id, cover, largest, held)
}

// RemoveCover removes the cover of the draft of a post, if there is one. Same callers as Draft.
func (s *Service) RemoveCover(ctx context.Context, who access.Caller, id string) (PostDraft, error) {
	return s.replaceCover(ctx, who, id, "", 0, rest.IfMatch{ETag: "*"})
}

func (s *Service) replaceCover(ctx context.Context, who access.Caller, id, cover string, width int, held rest.IfMatch) (PostDraft, error) {
	return s.changeDraft(ctx, who, id, held, causeAutosave, func(tx bun.IDB, _ row, c content) (content, error) {
		old := c.CoverID
		c.CoverID, c.CoverWidth, c.CoverAlt = cover, width, ""
		if old == "" {
			return c, nil
		}
		return c, s.covers.Release(ctx, tx, old)
	})
}

var errNoCover = fault.New(fault.NotFound, "cover_not_found", "This picture doesn't exist.")

// CoverImage returns a cover in one of its widths. For anyone who knows its URL: it is shown on public pages.
func (s *Service) CoverImage(ctx context.Context, id, width string) (rest.Reply, error) {
	pixels, err := strconv.Atoi(width)
	parsed, bad := uuid.Parse(id)
	if err != nil || bad != nil || parsed.String() != id || strconv.Itoa(pixels) != width || pixels < 1 {
		return rest.Reply{}, errNoCover
	}
	return s.covers.Serve(ctx, id, pixels, `"`+id+"-"+width+`"`, errNoCover)
}
