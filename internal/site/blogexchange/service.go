package blogexchange

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"time"

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
	"lectern/internal/platform/scratch"
	"lectern/internal/platform/zipfile"
)

// Posts are the posts of the blog.
type Posts interface {
	// Imported returns the post that a post of a file has become before, or is itself. The zero Known for none.
	Imported(ctx context.Context, q bun.IDB, source, sourceID string) (Known, error)
	// AddCover stores a cover for a post that is imported within an hour.
	AddCover(ctx context.Context, who access.Caller, kind string, body io.Reader) (id string, width int, err error)
	// Import creates a post or replaces its draft, and returns its id, its address, and what it lacks for the status that is wanted.
	Import(ctx context.Context, tx bun.IDB, who access.Caller, p Incoming) (id, slug, lacks string, err error)
}

// Pictures are the pictures of the media library.
type Pictures interface {
	// Add puts a picture into the library and returns its id; the same file again is the picture that is there.
	Add(ctx context.Context, who access.Caller, name, alt, kind string, body io.Reader) (id string, err error)
}

// Accounts knows who is an administrator.
type Accounts interface {
	// MayAdminister reports whether a user is an administrator who could sign in now.
	MayAdminister(ctx context.Context, q bun.IDB, id string) (bool, error)
}

// Deps are what New needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Queue    *jobs.Queue
	Audit    *audit.Log
	Posts    Posts
	Pictures Pictures
	Accounts Accounts
	Scratch  string // folder of temporary files
	Address  string // of the site; "" when unknown
}

// Service is the use cases.
type Service struct {
	deps   Deps
	writer *writer
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, newWriter()}
}

// ImportOptions say what an import does.
type ImportOptions struct {
	Format  string // "" to find it out
	DryRun  bool
	Publish bool // posts get the statuses that the file says
}

// Start reads the list of posts of a file and imports them in the background. For administrators. fault.Invalid, fault.TooLarge, and fault.Conflict
// while another import runs.
func (s *Service) Start(ctx context.Context, who access.Caller, body io.Reader, o ImportOptions) (i PostImport, err error) {
	file, size, err := scratch.Spool(s.deps.Scratch, body, limits.Size, errTooLarge)
	if err != nil {
		return i, err
	}
	defer file.Close()
	uploaded, err := sourceOf(file, size)
	if err != nil {
		return i, err
	}
	from, format, err := s.documents(uploaded, o.Format)
	if err != nil {
		return i, err
	}
	defer from.file.Close()
	now := s.deps.Clock.Now()
	i = PostImport{ID: db.NewID(), Format: format, DryRun: o.DryRun, Publish: o.Publish, State: running, MadeBy: who.ID, CreatedAt: now}
	items := itemsOf(i.ID, from.packed)
	if i.Total = int64(len(items)); i.Total == 0 {
		return i, errNoPosts
	}
	if other, err := isRunning(ctx, s.deps.DB.Reader()); err != nil || other {
		if err == nil {
			err = errOtherRuns
		}
		return i, err
	}
	// The job that deletes the file is queued first, so that nothing is left behind when this process stops here.
	if err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.forgetAt(ctx, tx, i.ID, now.Add(longestImport)) }); err != nil {
		return i, err
	}
	if err := s.deps.Blob.Put(ctx, objectkey.BlogImport(i.ID), io.NewSectionReader(from.file, 0, from.size), from.size); err != nil {
		return i, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := insertImport(ctx, tx, i, items); err != nil {
			return err
		}
		_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: importJob, Ref: i.ID, Payload: importWork{i.ID}})
		return err
	})
	if db.IsUniqueViolation(err) { // another request was faster
		err = errOtherRuns
	}
	return i, err
}

// documents returns the zip file of documents that an uploaded file is, or is turned into, and its format, which is found out if it is "".
func (s *Service) documents(uploaded source, format string) (source, string, error) {
	if format == "" {
		format = uploaded.format()
	}
	if format == markdown {
		return uploaded, format, nil
	}
	file, size, err := s.fromGhost(uploaded)
	if err != nil {
		return source{}, format, err
	}
	packed, err := open(file, size)
	if err != nil {
		_ = file.Close() // it has no name: its room is free
	}
	return source{file, size, packed}, format, err
}

// open reads the list of files of a zip file.
func open(packed io.ReaderAt, size int64) (entries, error) {
	found, err := zipfile.Open(packed, size, limits)
	switch err {
	case nil:
		return found, nil
	case zipfile.ErrUnknown:
		return nil, errUnknown
	case zipfile.ErrSwells:
		return nil, errSwells
	case zipfile.ErrOutside:
		return nil, errOutside
	}
	return nil, errTooLarge
}

// itemsOf lists the posts of a file in the order of their paths.
func itemsOf(id string, packed entries) (items []item) {
	for name := range packed {
		if path.Ext(name) == ".md" && !strings.HasPrefix(name, "__MACOSX/") && !strings.HasPrefix(path.Base(name), ".") {
			items = append(items, item{ImportID: id, File: name, Notes: db.JSON[[]ImportNote]{V: []ImportNote{}}})
		}
	}
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.File, b.File) })
	for at := range items {
		items[at].Position = int64(at)
	}
	return items
}

// Get returns an import with what has become of its posts. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (r PostImportReport, err error) {
	q := s.deps.DB.Reader()
	if r.PostImport, err = importByID(ctx, q, id); err != nil {
		return r, err
	}
	items, err := reported(ctx, q, id, mostReported)
	r.Posts = make([]ImportedPost, len(items))
	for at, t := range items {
		r.Posts[at] = ImportedPost{t.File, t.Title, t.Outcome, t.PostID, t.Code, t.Reason, t.Notes.V}
	}
	return r, err
}

const (
	retention     = 30 * 24 * time.Hour
	dryRetention  = 24 * time.Hour
	longestImport = 24 * time.Hour // for which its file is kept
)

// Sweeps delete imports that were started 30 days ago, and dry runs after a day.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"blogexchange.sweep": func(ctx context.Context) error {
		now := s.deps.Clock.Now()
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteImports(ctx, tx, now.Add(-retention), now.Add(-dryRetention)) })
	}}
}

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "post_imports", Column: "made_by", Excuse: personaldata.Record}}
}
