package profile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
)

const (
	avatarJob = "profile.avatar" // deletes a picture unless it is in use
	unclaimed = time.Hour        // after which an unused picture is deleted
)

type avatarWork struct{ Avatar string }

// SetAvatar makes the caller's avatar from a file. fault.TooLarge, fault.UnsupportedType and fault.Invalid keep the
// previous avatar.
func (s *Service) SetAvatar(ctx context.Context, who access.Caller, file io.Reader, crop Crop) (Avatar, error) {
	content, err := io.ReadAll(io.LimitReader(file, largestFile+1))
	if err != nil {
		return Avatar{}, err
	}
	if len(content) > largestFile {
		return Avatar{}, fault.New(fault.TooLarge, "too_large", "A picture may have at most 5 MB. Please choose a smaller one.")
	}
	sizes, err := s.renderLimited(ctx, who.ID, content, crop)
	if err != nil {
		return Avatar{}, err
	}
	id := db.NewID()
	if err := s.store(ctx, id, sizes); err != nil {
		return Avatar{}, err
	}
	return *avatarOf(id), s.replaceAvatar(ctx, who.ID, id)
}

// RemoveAvatar removes the caller's avatar, if any.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Caller) error {
	return s.replaceAvatar(ctx, who.ID, "")
}

// renderLimited limits concurrent decoding, because each large picture takes much memory.
func (s *Service) renderLimited(ctx context.Context, userID string, content []byte, crop Crop) (map[int][]byte, error) {
	release, err := s.avatarSlots.Take(ctx, userID)
	if err != nil {
		return nil, err
	}
	defer release()
	return renderAvatar(ctx, content, crop)
}

// store stores a picture that is not in use yet. The job that would delete it is queued first, so that nothing is left
// behind when this process stops here.
func (s *Service) store(ctx context.Context, id string, sizes map[int][]byte) error {
	err := s.db.InTx(ctx, func(tx bun.IDB) error { return s.dropLater(ctx, tx, id, unclaimed) })
	if err != nil {
		return err
	}
	for side, picture := range sizes {
		if err := s.blob.Put(ctx, objectkey.AvatarOf(id, side), bytes.NewReader(picture), int64(len(picture))); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) dropLater(ctx context.Context, tx bun.IDB, id string, after time.Duration) error {
	_, err := s.queue.Add(ctx, tx, jobs.New{Kind: avatarJob, Payload: avatarWork{id}, Due: s.clock.Now().Add(after)})
	return err
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
		return s.dropLater(ctx, tx, old, 0)
	})
}

// dropAvatar deletes the objects of an unused picture.
func (s *Service) dropAvatar(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[avatarWork](j)
	if err != nil {
		return err
	}
	if worn, err := isAvatarInUse(ctx, s.db.Reader(), w.Avatar); err != nil || worn {
		return err
	}
	return s.blob.DeletePrefix(ctx, objectkey.Avatar(w.Avatar))
}

// Picture returns an avatar in one of its sizes. For whoever knows its URL: it is shown on public pages. fault.NotFound
// when there is none.
func (s *Service) Picture(ctx context.Context, id, size string) (rest.Reply, error) {
	missing := fault.New(fault.NotFound, "avatar_not_found", "There is no such picture.")
	side, err := strconv.Atoi(size)
	parsed, bad := uuid.Parse(id)
	if err != nil || bad != nil || parsed.String() != id || side != large && side != small {
		return rest.Reply{}, missing
	}
	object, err := s.blob.Open(ctx, objectkey.AvatarOf(id, side))
	if errors.Is(err, fs.ErrNotExist) {
		return rest.Reply{}, missing
	}
	if err != nil {
		return rest.Reply{}, err
	}
	content, err := io.ReadAll(object)
	return rest.Bytes(content, rest.Headers{ContentType: kindOf(content), CacheControl: "public, max-age=31536000, immutable", ETag: `"` + id + "-" + size + `"`,
		Extra: map[string]string{"Content-Security-Policy": "default-src 'none'; sandbox"}}), errors.Join(err, object.Close())
}

// kindOf returns the media type of a picture from renderLimited.
func kindOf(picture []byte) string {
	if bytes.HasPrefix(picture, []byte("\x89PNG")) {
		return "image/png"
	}
	return "image/jpeg"
}
