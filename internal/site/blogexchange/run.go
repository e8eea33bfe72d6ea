package blogexchange

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
)

const (
	importJob = "blogexchange.import"
	forgetJob = "blogexchange.forget" // deletes the file of an import
)

// importWork is the payload of both jobs.
type importWork struct{ ID string }

// postsEach are imported by one claim, before other work has its turn.
const postsEach = 50

const (
	stoppedByBug  = "Something went wrong on our side, repeatedly. Posts that were not reached have changed nothing; import the same file again."
	stoppedByLoss = "The file is no longer there. Posts that were not reached have changed nothing; import the same file again."
	stoppedByRole = "The administrator who started this import no longer has that role. Posts that were not reached have changed nothing."
)

var errDryRun = errors.New("a dry run is rolled back")

// Handlers import posts, and delete the files in which they came.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		importJob: {Do: jobs.One(s.work), Failed: func(ctx context.Context, tx bun.IDB, j jobs.Job, _ error) error {
			w, err := jobs.Payload[importWork](j)
			if err != nil {
				return err
			}
			return s.end(ctx, tx, w.ID, stopped, stoppedByBug)
		}},
		forgetJob: {Do: jobs.One(func(ctx context.Context, j jobs.Job) error {
			w, err := jobs.Payload[importWork](j)
			if err != nil {
				return err
			}
			return s.deps.Blob.Delete(ctx, objectkey.BlogImport(w.ID))
		})},
	}
}

func (s *Service) forgetAt(ctx context.Context, tx bun.IDB, id string, due time.Time) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: forgetJob, Payload: importWork{id}, Due: due})
	return err
}

// work imports the next posts of a file.
func (s *Service) work(ctx context.Context, j jobs.Job) error {
	w, err := jobs.Payload[importWork](j)
	if err != nil {
		return err
	}
	i, err := importByID(ctx, s.deps.DB.Reader(), w.ID)
	if fault.Is(err, fault.NotFound) || err == nil && i.State != running {
		return nil
	}
	if err != nil {
		return err
	}
	local, release, err := s.deps.Blob.LocalPath(ctx, objectkey.BlogImport(i.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.end(ctx, tx, i.ID, stopped, stoppedByLoss) })
	}
	if err != nil {
		return err
	}
	defer release()
	return s.workOn(ctx, j, i, local)
}

func (s *Service) workOn(ctx context.Context, j jobs.Job, i PostImport, local string) error {
	file, err := os.Open(local)
	if err != nil {
		return err
	}
	defer file.Close()
	about, err := file.Stat()
	if err != nil {
		return err
	}
	packed, err := open(file, about.Size())
	if err != nil {
		return err
	}
	for range postsEach {
		if over, err := s.takeNext(ctx, i, packed); err != nil || over {
			return err
		}
		if ctx.Err() != nil { // the worker is being stopped or has lost the job
			return ctx.Err()
		}
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.deps.Queue.Complete(ctx, tx, j); err != nil {
			return err
		}
		_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: importJob, Ref: i.ID, Payload: importWork{i.ID}})
		return err
	})
}

// takeNext imports the post whose turn it is. It reports whether there was none.
func (s *Service) takeNext(ctx context.Context, i PostImport, packed entries) (over bool, err error) {
	t, err := nextItem(ctx, s.deps.DB.Reader(), i.ID)
	if err != nil {
		return false, err
	}
	may, err := s.deps.Accounts.MayAdminister(ctx, s.deps.DB.Reader(), i.MadeBy)
	if err != nil {
		return false, err
	}
	if t.ImportID == "" || !may {
		state, reason := done, ""
		if !may {
			state, reason = stopped, stoppedByRole
		}
		return true, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.end(ctx, tx, i.ID, state, reason) })
	}
	who := access.Caller{ID: i.MadeBy, Roles: []access.Role{access.Admin}}
	r, p, err := s.read(ctx, who, i, packed, &t)
	if err != nil {
		return false, err
	}
	return false, s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.take(ctx, tx, r, p, t) })
}

// read reads the post of an item, outside of any transaction: pictures take their time. What is already decided stands in the item.
func (s *Service) read(ctx context.Context, who access.Caller, i PostImport, packed entries, t *item) (r *reading, p Incoming, err error) {
	r, err = s.readPost(ctx, who, i, packed, t.File)
	if t.Title = r.said.Title; err == nil {
		if t.PostID = r.known.ID; r.isUnchanged() {
			t.Outcome = unchanged
			return r, p, nil
		}
		p, err = r.incoming(ctx)
	}
	if f, refusable := asRefusal(err); refusable {
		t.refuse(f)
		return r, p, nil
	}
	return r, p, err
}

// asRefusal is a fault that is about a post. Others are about this server.
func asRefusal(err error) (*fault.Error, bool) {
	f, ok := errors.AsType[*fault.Error](err)
	return f, ok && (f.Kind == fault.Invalid || f.Kind == fault.Conflict || f.Kind == fault.TooLarge || f.Kind == fault.NotFound)
}

// take imports a post that was read, and notes what has become of it, unless another worker has.
func (s *Service) take(ctx context.Context, tx bun.IDB, r *reading, p Incoming, t item) error {
	i, err := lockImport(ctx, tx, t.ImportID)
	if err != nil || i.State != running {
		return err
	}
	if waits, err := isWaiting(ctx, tx, t); err != nil || !waits {
		return err
	}
	if t.Outcome == "" {
		if err := s.importPost(ctx, tx, r, p, &t); err != nil {
			return err
		}
	}
	t.Notes.V = r.notes
	return noteOutcome(ctx, tx, t)
}

// importPost imports a post behind a savepoint, to which a dry run and a refusal return.
func (s *Service) importPost(ctx context.Context, tx bun.IDB, r *reading, p Incoming, t *item) error {
	err := tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		id, slug, lacks, err := s.deps.Posts.Import(ctx, tx, r.who, p)
		if err != nil {
			return err
		}
		if t.Outcome = updated; r.known.ID == "" {
			t.Outcome = created
		}
		if t.PostID = id; r.of.DryRun {
			t.PostID = r.known.ID
		}
		if lacks != "" {
			r.note(notPublished, lacks)
		}
		if p.Slug != "" && slug != "" && slug != p.Slug {
			r.note(slugTaken, slug)
		}
		if r.of.DryRun {
			return errDryRun
		}
		return nil
	})
	if f, refusable := asRefusal(err); refusable {
		t.refuse(f)
		return nil
	}
	if errors.Is(err, errDryRun) {
		return nil
	}
	return err
}

// end ends an import that runs, audits what it has done, and has its file deleted.
func (s *Service) end(ctx context.Context, tx bun.IDB, id, state, reason string) error {
	i, err := lockImport(ctx, tx, id)
	if fault.Is(err, fault.NotFound) || err == nil && i.State != running {
		return nil
	}
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if err := endImport(ctx, tx, id, state, reason, now); err != nil {
		return err
	}
	if err := s.forgetAt(ctx, tx, id, now); err != nil || i.DryRun {
		return err
	}
	return s.deps.Audit.Write(ctx, tx, access.Caller{ID: i.MadeBy}, audit.Entry{Action: "blog.imported", TargetKind: "blog", TargetID: id,
		After: map[string]any{"state": state, "posts": i.Total, "created": i.Created, "updated": i.Updated, "unchanged": i.Unchanged, "refused": i.Refused}})
}

// isWaiting reports whether an item waits for its turn. The lock of its import keeps two workers from taking the same.
func isWaiting(ctx context.Context, tx bun.IDB, t item) (bool, error) {
	outcome, err := outcomeOf(ctx, tx, t)
	return outcome == "", db.One(err, nil)
}
