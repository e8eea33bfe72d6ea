package upload

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/consistency"
)

// Report lists differences between database and storage, as after only one of them was restored.
type Report struct {
	Lost     []string `json:"lost"`    // videos with an unfinished upload whose bytes are gone
	Missing  []string `json:"missing"` // videos with a complete upload whose file is gone
	Unknown  []string `json:"unknown"` // unfinished objects and files that belong to no video
	Repaired bool     `json:"mended"`  // lost uploads were ended, and unknown objects removed
}

// IsConsistent reports whether there are none.
func (r Report) IsConsistent() bool { return len(r.Lost)+len(r.Missing)+len(r.Unknown) == 0 }

// gracePeriod is the age up to which a row may lack its object and an object its row.
const gracePeriod = time.Hour

// inventory lists what rows and storage hold, by storage reference and key.
type inventory struct {
	open       []Session            // which should have an unfinished object in storage
	files      map[string]videoFile // of every video, by key
	unfinished []blob.Unfinished
	keys       []string
	inStorage  map[string]bool
	referenced map[string]bool
}

// videoFile is the file of a video.
type videoFile struct {
	video   string
	arrived bool
}

// inventory reads the storage first: every object has its row by then, or is younger than gracePeriod.
func (s *Service) inventory(ctx context.Context) (v inventory, err error) {
	if v.unfinished, err = s.blob.Unfinished(ctx); err != nil {
		return v, err
	}
	if v.keys, err = s.blob.List(ctx, sources); err != nil {
		return v, err
	}
	if v.open, err = sessionsWithStorage(ctx, s.db.Reader()); err != nil {
		return v, err
	}
	v.files, err = filesOf(ctx, s.db.Reader())
	v.inStorage, v.referenced = map[string]bool{}, map[string]bool{}
	for _, key := range v.keys {
		v.inStorage[key] = true
	}
	for _, u := range v.unfinished {
		v.inStorage[u.Ref] = true
	}
	for _, session := range v.open {
		v.referenced[session.StorageRef], v.referenced[session.ObjectKey] = true, true
	}
	return v, err
}

// Check compares the rows of uploads with storage. With repair it ends uploads whose bytes are gone and removes objects
// without a row, except those younger than an hour. For operators; nothing else calls it.
func (s *Service) Check(ctx context.Context, repair bool) (Report, error) {
	r := Report{Repaired: repair}
	v, err := s.inventory(ctx)
	if err != nil {
		return r, err
	}
	for _, key := range slices.Sorted(maps.Keys(v.files)) {
		if file := v.files[key]; file.arrived && !v.inStorage[key] {
			r.Missing = append(r.Missing, file.video)
		}
	}
	return r, errors.Join(s.checkUnfinished(ctx, v, &r), s.checkFiles(ctx, v, &r), s.checkOpen(ctx, v, &r))
}

// checkUnfinished finds unfinished objects that belong to no upload.
func (s *Service) checkUnfinished(ctx context.Context, v inventory, r *Report) (err error) {
	for _, u := range v.unfinished {
		if v.referenced[u.Ref] || s.clock.Now().Sub(u.Since) < gracePeriod {
			continue
		}
		r.Unknown = append(r.Unknown, u.Ref)
		if r.Repaired {
			err = errors.Join(err, s.blob.Discard(ctx, u.Key, u.Ref))
		}
	}
	return err
}

// checkOpen finds uploads under way whose bytes are gone from storage.
func (s *Service) checkOpen(ctx context.Context, v inventory, r *Report) (err error) {
	for _, session := range v.open {
		if v.inStorage[session.StorageRef] || v.inStorage[session.ObjectKey] || session.Status == "initialized" ||
			s.clock.Now().Sub(session.CreatedAt) < gracePeriod {
			continue // one that is new, or has received nothing, may have nothing in storage yet
		}
		r.Lost = append(r.Lost, session.VideoID)
		if r.Repaired {
			err = errors.Join(err, s.failLost(ctx, session.ID))
		}
	}
	return err
}

// checkFiles finds files that belong to no video.
func (s *Service) checkFiles(ctx context.Context, v inventory, r *Report) (err error) {
	for _, key := range v.keys {
		if _, known := v.files[key]; known || v.referenced[key] {
			continue
		}
		r.Unknown = append(r.Unknown, key)
		if r.Repaired {
			err = errors.Join(err, s.blob.Delete(ctx, key))
		}
	}
	return err
}

func (s *Service) failLost(ctx context.Context, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		session, err := lockSession(ctx, tx, id)
		if err != nil {
			return err
		}
		session.Status, session.UpdatedAt = "failed", s.clock.Now()
		if err := saveSession(ctx, tx, session); err != nil {
			return err
		}
		const sentence = "What was sent of this file has been lost on the server. Upload it again."
		if err := s.rows(session).Release(ctx, tx, session.VideoID, "failed", sentence); err != nil {
			return err
		}
		return clearStorage(ctx, tx, session.VideoID, s.clock.Now())
	})
}

// Checks compare the rows of uploads with storage.
func (s *Service) Checks() []consistency.Check {
	return []consistency.Check{func(ctx context.Context, o consistency.Options) ([]consistency.Finding, error) {
		repair := o.Repair
		r, err := s.Check(ctx, repair)
		lost := "Uploads under way have lost what was sent; --repair ends them and tells their teachers: "
		if repair {
			lost = "Ended the uploads that had lost what was sent: "
		}
		return []consistency.Finding{
			consistency.List("uploads", repair, lost, r.Lost),
			consistency.List("sources", false, "The files of these videos are gone; bring them back from a backup, or delete the videos: ", r.Missing),
			consistency.Unknown("sources", repair, r.Unknown),
		}, err
	}}
}
