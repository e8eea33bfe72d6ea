package objecthash

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"lectern/internal/platform/consistency"
	"lectern/internal/platform/objectkey"
)

const part = "objects"

// report is what a comparison of records and objects has found.
type report struct {
	known      []row // recorded and there
	unrecorded []string
	missing    []string // recorded and gone
	changed    []string // with what has changed
	compared   int      // of known
	sizeOnly   []row    // of those compared: no hash is known
}

// Checks compares the objects under the given prefixes with their records: that each is there and, of a sample or all, size and hash.
// A repair records what is not recorded yet as it is. Which files of videos and segments should be there, their features check.
func (s *Store) Checks(prefixes []string) consistency.Check {
	return func(ctx context.Context, o consistency.Options) ([]consistency.Finding, error) {
		var r report
		for _, prefix := range prefixes {
			if err := s.lookUp(ctx, prefix, &r); err != nil {
				return nil, err
			}
		}
		if err := s.compare(ctx, o, &r); err != nil {
			return nil, err
		}
		var err error
		if o.Repair {
			err = s.adopt(ctx, &r)
		}
		return r.findings(o), err
	}
}

// lookUp finds objects without records and records without objects. A record is written after its object and deleted before it, so the
// objects are listed first, and what has no record then is asked for again.
func (s *Store) lookUp(ctx context.Context, prefix string, r *report) error {
	keys, err := s.List(ctx, prefix)
	if err != nil {
		return err
	}
	records, err := s.recorded(ctx, prefix)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if known, ok := records[key]; ok {
			r.known = append(r.known, known)
			delete(records, key)
		} else if !objectkey.IsSegment(key) {
			r.unrecorded = append(r.unrecorded, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(records)) { // gone, or recorded since the objects were listed
		_, err := s.Stat(ctx, key)
		if err == nil {
			continue
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		still, err := s.isRecorded(ctx, key)
		if err != nil {
			return err
		}
		if still && prefix != objectkey.Exports { // an archive is made again when it is asked for, and backups leave them out
			r.missing = append(r.missing, key)
		}
	}
	return nil
}

// compare reads objects, and compares them with their records.
func (s *Store) compare(ctx context.Context, o consistency.Options, r *report) error {
	chosen := consistency.Sample(o, r.known)
	for i, known := range chosen {
		o.Report(part, i, len(chosen))
		size, hash, err := s.read(ctx, known.Key)
		switch {
		case errors.Is(err, fs.ErrNotExist): // deleted since it was listed
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			r.changed = append(r.changed, fmt.Sprintf("%s (cannot be read: %v)", known.Key, err))
		case size != known.Size:
			r.changed = append(r.changed, fmt.Sprintf("%s (%d bytes, and %d were stored)", known.Key, size, known.Size))
		case known.SHA256 == "":
			known.SHA256 = hash
			r.sizeOnly = append(r.sizeOnly, known)
		case hash != known.SHA256:
			r.changed = append(r.changed, known.Key+" (other bytes than were stored)")
		}
		r.compared++
	}
	return nil
}

// read returns the size and hash of an object.
func (s *Store) read(ctx context.Context, key string) (size int64, hash string, err error) {
	object, err := s.Open(ctx, key)
	if err != nil {
		return 0, "", err
	}
	defer object.Close()
	sum := sha256.New()
	size, err = io.Copy(sum, object)
	return size, hex.EncodeToString(sum.Sum(nil)), err
}

// adopt records what has no record, and the hashes of what has none, as they are now.
func (s *Store) adopt(ctx context.Context, r *report) error {
	for _, known := range r.sizeOnly {
		if err := s.record(ctx, known.Key, known.Size, known.SHA256); err != nil {
			return err
		}
	}
	for _, key := range r.unrecorded {
		size, hash, err := s.read(ctx, key)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = s.record(ctx, key, size, hash)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r report) findings(o consistency.Options) []consistency.Finding {
	unrecorded := slices.DeleteFunc(slices.Clone(r.unrecorded), func(key string) bool {
		return strings.HasPrefix(key, objectkey.Videos) || strings.HasPrefix(key, objectkey.Sources) // which their features know
	})
	sentence := "No record says what these objects are: they are from before objects were recorded, or another program has put them there. --repair records them as they are now: "
	if o.Repair {
		sentence = "Recorded as they are now: "
	}
	found := []consistency.Finding{
		consistency.List(part, o.Repair, sentence, unrecorded),
		consistency.List(part, false, "These objects are gone; bring them back from a backup: ", r.missing),
		consistency.List(part, false, "These objects are not what was stored; bring them back from a backup: ", r.changed),
	}
	if len(r.missing)+len(r.changed) == 0 {
		text := fmt.Sprintf("all %d recorded objects are there; size and hash of %d are right", len(r.known), r.compared-len(r.sizeOnly))
		if len(r.sizeOnly) > 0 {
			text += fmt.Sprintf(", the size of %d more, of which no hash is known (--full --repair records it)", len(r.sizeOnly))
		}
		if r.compared < len(r.known) {
			text += "; --full compares all"
		}
		found = append(found, consistency.Finding{Part: part, OK: true, Text: text})
	}
	return slices.DeleteFunc(found, func(f consistency.Finding) bool { return f.Text == "" })
}
