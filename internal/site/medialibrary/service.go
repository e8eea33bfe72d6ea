package medialibrary

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
)

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Queue    *jobs.Queue
	Audit    *audit.Log
	Pictures *picture.Widescreen
}

// Service is the use cases.
type Service struct {
	deps  Deps
	store *picture.Store
}

// deleteJob deletes the files of a picture that is not in the library.
const deleteJob = "medialibrary.delete"

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, picture.NewStore(picture.StoreDeps{DB: d.DB, Clock: d.Clock, Blob: d.Blob, Queue: d.Queue, Prefix: objectkey.Media, Job: deleteJob, InUse: isKept})}
}

// Upload is a picture on its way to the library.
type Upload struct {
	Name string // of the file
	Alt  string
	Type string // media type, as announced
	Body io.Reader
}

// Add puts a picture into the library; the same file again is the picture that is there. For instructors and administrators. fault.TooLarge,
// fault.UnsupportedType, fault.Invalid, and fault.Conflict for an author who has too many.
func (s *Service) Add(ctx context.Context, who access.Caller, u Upload) (p LibraryPicture, err error) {
	if err := rules.Takes(u.Type); err != nil {
		return p, err
	}
	if n, err := countOf(ctx, s.deps.DB.Reader(), who.ID, mostPictures); err != nil || n >= mostPictures {
		if err == nil {
			err = errFull
		}
		return p, err
	}
	hash := sha256.New()
	widths, size, err := s.deps.Pictures.RenderWhole(ctx, who.ID, io.TeeReader(u.Body, hash), rules)
	if err != nil {
		return p, err
	}
	now := s.deps.Clock.Now()
	m := media{Version: 1, Width: size.X, Height: size.Y, ContentHash: hex.EncodeToString(hash.Sum(nil)), UploadedBy: who.ID, CreatedAt: now, UpdatedAt: now}
	m.describe(PictureEdit{Name: nameOf(u.Name), Alt: u.Alt})
	if known, err := same(ctx, s.deps.DB.Reader(), m); err != nil || known != "" {
		if err != nil {
			return p, err
		}
		return s.Picture(ctx, who, known)
	}
	if m.ID, err = s.store.Add(ctx, widths); err != nil {
		return p, err
	}
	if m.ID, err = insert(ctx, s.deps.DB, m); err != nil {
		return p, err
	}
	return s.Picture(ctx, who, m.ID)
}

// List returns a page of the pictures that the caller manages, newest first: all for administrators. For instructors and administrators.
func (s *Service) List(ctx context.Context, who access.Caller, f MediaFilter, limit, offset int64) ([]LibraryPicture, rest.Count, error) {
	q := s.deps.DB.Reader()
	rows, err := list(ctx, q, who.OwnOrAll(), f, limit, offset)
	if err != nil {
		return nil, rest.Count{}, err
	}
	pictures := make([]LibraryPicture, len(rows))
	for i, r := range rows {
		pictures[i] = r.shown()
	}
	n, err := count(ctx, q, who.OwnOrAll(), f)
	return pictures, n, err
}

// Picture returns a picture that the caller manages. Otherwise fault.NotFound.
func (s *Service) Picture(ctx context.Context, who access.Caller, id string) (LibraryPicture, error) {
	return s.picture(ctx, s.deps.DB.Reader(), who, id)
}

func (s *Service) picture(ctx context.Context, q bun.IDB, who access.Caller, id string) (LibraryPicture, error) {
	f, err := byID(ctx, q, id, who.OwnOrAll())
	if err != nil {
		return LibraryPicture{}, err
	}
	return f.shown(), nil
}

// Uses lists the posts that show a picture. Same callers as Picture.
func (s *Service) Uses(ctx context.Context, who access.Caller, id string) (u PictureUses, err error) {
	q := s.deps.DB.Reader()
	if _, err := byID(ctx, q, id, who.OwnOrAll()); err != nil {
		return u, err
	}
	u.Posts, err = uses(ctx, q, id)
	return u, err
}

// Describe says what a picture is called, shows, and whose it is. Same callers as Picture. fault.Precondition for one that was described since.
func (s *Service) Describe(ctx context.Context, who access.Caller, id string, e PictureEdit, held rest.IfMatch) (p LibraryPicture, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		m, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		if !held.Matches(m.Version) {
			current, err := s.picture(ctx, tx, who, id)
			if err != nil {
				return err
			}
			return errStale.WithDetails(current)
		}
		m.describe(e)
		m.Version, m.UpdatedAt = m.Version+1, s.deps.Clock.Now()
		if err := update(ctx, tx, m); err != nil {
			return err
		}
		p, err = s.picture(ctx, tx, who, id)
		return err
	})
	return p, err
}

// Delete deletes a picture that no post shows. Same callers as Picture. fault.Conflict, with the posts, for one that is shown.
func (s *Service) Delete(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		m, err := lock(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		posts, err := uses(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(posts) > 0 {
			return errInUse.WithDetails(PictureUses{posts})
		}
		if err := remove(ctx, tx, id); err != nil {
			return err
		}
		if err := s.store.Release(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "media.deleted", TargetKind: "media", TargetID: id, Before: map[string]any{"name": m.Name}})
	})
}

// Image returns a picture in the smallest of its sizes that is as wide as asked for, or in the widest. For anyone who knows its URL: posts show it.
func (s *Service) Image(ctx context.Context, id, width string) (rest.Reply, error) {
	pixels, err := strconv.Atoi(width)
	parsed, bad := uuid.Parse(id)
	if err != nil || bad != nil || parsed.String() != id || strconv.Itoa(pixels) != width || pixels < 1 {
		return rest.Reply{}, errNotFound
	}
	m, err := stored(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return rest.Reply{}, err
	}
	size := m.Width
	for _, w := range picture.WholeWidths(m.Width) {
		if w >= pixels {
			size = w
			break
		}
	}
	return s.store.Serve(ctx, id, size, `"`+id+"-"+strconv.Itoa(size)+`"`, errNotFound)
}

// Sizes returns in which sizes there are pictures, by id; those that there are not are left out. For package blog, which shows them.
func (s *Service) Sizes(ctx context.Context, q bun.IDB, ids []string) (map[string][]picture.CoverSize, error) {
	rows, err := allStored(ctx, q, ids)
	sizes := map[string][]picture.CoverSize{}
	for _, m := range rows {
		sizes[m.ID] = m.sizes()
	}
	return sizes, err
}

// Use sets which pictures a post shows, with the transaction tx; ids that there are not are ignored. For package blog.
func (*Service) Use(ctx context.Context, tx bun.IDB, post string, ids []string) error {
	return putUses(ctx, tx, post, ids)
}

// Handlers delete the files of pictures that are not in the library.
func (s *Service) Handlers() map[string]jobs.Handler { return s.store.Handlers() }

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "media", Column: "uploaded_by", Export: []string{"id", "name", "alt", "credit", "created_at"}}}
}
