package profile

import (
	"context"
	"image"
	"io"
	"strconv"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
)

const (
	large, small  = 256, 64 // pixels per side of an avatar
	smallestCrop  = 16      // pixels per side
	avatarJob     = "profile.avatar"
	outsideOfFile = "The part you selected is outside the picture."
)

// avatarRules are the rules of files of which avatars are made.
var avatarRules = picture.Rules{
	Field: "avatar", Types: []string{"image/jpeg", "image/png", "image/webp", "image/gif"},
	Other: "This file is not a picture that can be shown. Choose a JPEG, PNG, WebP or GIF file.",
}

// Crop is the square of the upright picture that becomes the avatar. Side 0 means the largest centred square.
type Crop struct{ X, Y, Side int }

// layout is a picture.Layout: the square in both sizes.
func (c Crop) layout(width, height int) (square image.Rectangle, sizes []image.Point, err error) {
	if c == (Crop{}) {
		side := min(width, height)
		c = Crop{(width - side) / 2, (height - side) / 2, side}
	}
	if c.Side < smallestCrop || c.X < 0 || c.Y < 0 || c.Side > width-c.X || c.Side > height-c.Y {
		return square, nil, avatarRules.Refuse("out_of_range", outsideOfFile)
	}
	return image.Rect(c.X, c.Y, c.X+c.Side, c.Y+c.Side), []image.Point{{X: large, Y: large}, {X: small, Y: small}}, nil
}

// SetAvatar makes the caller's avatar from a file. fault.TooLarge, fault.UnsupportedType and fault.Invalid keep the
// previous avatar.
func (s *Service) SetAvatar(ctx context.Context, who access.Caller, file io.Reader, crop Crop) (Avatar, error) {
	squares, _, err := s.pictures.Render(ctx, who.ID, file, avatarRules, crop.layout)
	if err != nil {
		return Avatar{}, err
	}
	sizes := map[int][]byte{}
	for _, square := range squares {
		if sizes[square.Bounds().Dx()], err = picture.EncodeJPEG(square); err != nil {
			return Avatar{}, err
		}
	}
	id, err := s.avatars.Add(ctx, sizes)
	if err != nil {
		return Avatar{}, err
	}
	return *avatarOf(id), s.replaceAvatar(ctx, who.ID, id)
}

// RemoveAvatar removes the caller's avatar, if any.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Caller) error {
	return s.replaceAvatar(ctx, who.ID, "")
}

// replaceAvatar sets a user's avatar, or removes it for "", and queues the deletion of the previous one.
func (s *Service) replaceAvatar(ctx context.Context, user, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		row, err := lockProfile(ctx, tx, user, s.clock.Now())
		if err != nil {
			return err
		}
		old := row.AvatarID
		if old == id {
			return nil
		}
		if err := updateAvatar(ctx, tx, user, id, s.clock.Now()); err != nil || old == "" {
			return err
		}
		return s.avatars.Release(ctx, tx, old)
	})
}

// Picture returns an avatar in one of its sizes. For anyone who knows its URL: it is shown on public pages. fault.NotFound
// when there is none.
func (s *Service) Picture(ctx context.Context, id, size string) (rest.Reply, error) {
	missing := fault.New(fault.NotFound, "avatar_not_found", "This picture doesn't exist.")
	side, err := strconv.Atoi(size)
	parsed, bad := uuid.Parse(id)
	if err != nil || bad != nil || parsed.String() != id || side != large && side != small {
		return rest.Reply{}, missing
	}
	return s.avatars.Serve(ctx, id, side, `"`+id+"-"+size+`"`, missing)
}
