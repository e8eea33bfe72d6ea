// Package backup copies an installation into a folder and back: every table as lines of JSON, every object as a file. The
// format is the same for both databases and both storages, so it can also move an installation from one to the other.
//
// Keys are not included: a stolen backup decrypts no video and signs no token. They are in the keys folder or the
// environment and have to be kept separately.
package backup

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/uptrace/bun"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
)

// Manifest describes a backup.
type Manifest struct {
	Schema     int64            `json:"schema"` // version of the migrations
	Tables     map[string]Table `json:"tables"`
	Objects    int              `json:"objects"`
	ObjectList string           `json:"object_list"` // SHA-256 of the list of objects
}

// Table describes one table of a backup.
type Table struct {
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"` // of its lines, in key order
}

const manifestFile = "manifest.json"

// Prefixes are the prefixes of an installation's objects; anything else in the store does not belong into a backup (parts
// of unfinished uploads, copies).
type Prefixes []string

// Write copies the installation into dir, which must not exist or be empty. The tables are a snapshot; objects never change
// once a row names them, so they match it.
func Write(ctx context.Context, d *db.DB, store blob.Store, roots Prefixes, dir string) (m Manifest, err error) {
	if err := mustBeEmpty(dir); err != nil {
		return m, err
	}
	if err := os.MkdirAll(filepath.Join(dir, "tables"), 0o700); err != nil {
		return m, err
	}
	m.Tables = map[string]Table{}
	err = d.Snapshot(ctx, func(q bun.IDB) error {
		if m.Schema, err = d.SchemaVersion(ctx, q); err != nil {
			return err
		}
		tables, err := tablesOf(ctx, d, q)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if m.Tables[t.name], err = dumpFile(ctx, q, t, dir); err != nil {
				return fmt.Errorf("table %s: %w", t.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return m, err
	}
	if m.Objects, m.ObjectList, err = copyObjects(ctx, store, roots, dir); err != nil {
		return m, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return m, err
	}
	return m, os.WriteFile(filepath.Join(dir, manifestFile), text, 0o600) // last: a backup without it is incomplete
}

// Hash returns what Write would report about the tables, without writing anything.
func Hash(ctx context.Context, d *db.DB) (tables map[string]Table, err error) {
	tables = map[string]Table{}
	err = d.Snapshot(ctx, func(q bun.IDB) error {
		list, err := tablesOf(ctx, d, q)
		if err != nil {
			return err
		}
		for _, t := range list {
			if tables[t.name], err = dump(ctx, q, t, io.Discard); err != nil {
				return err
			}
		}
		return nil
	})
	return tables, err
}

// Restore reads a backup into an empty installation. Nothing is stored of one in which a row or an object is missing or is not as it
// was written.
func Restore(ctx context.Context, d *db.DB, store blob.Store, dir string) (m Manifest, err error) {
	text, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		return m, fmt.Errorf("this is not a whole backup: %w", err)
	}
	objects, err := readObjectList(dir, m)
	if err != nil {
		return m, fmt.Errorf("nothing was restored: %w", err)
	}
	return m, d.InTx(ctx, func(tx bun.IDB) error {
		if err := checkSchema(ctx, d, tx, m.Schema); err != nil {
			return fmt.Errorf("nothing was restored: %w", err)
		}
		tables, err := tablesOf(ctx, d, tx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			if err := load(ctx, tx, t, dir, m.Tables[t.name]); err != nil {
				return fmt.Errorf("table %s: %w", t.name, err)
			}
		}
		if err := verifyObjects(ctx, dir, objects); err != nil {
			return fmt.Errorf("nothing was restored: %w", err)
		}
		return putObjects(ctx, store, dir, objects) // before the rows that name them are committed
	})
}

// checkSchema refuses a backup whose tables are not those of this program.
func checkSchema(ctx context.Context, d *db.DB, tx bun.IDB, version int64) error {
	current, err := d.SchemaVersion(ctx, tx)
	if err != nil || version == current {
		return err
	}
	if err := db.CheckVersion(version); err != nil {
		return fmt.Errorf("the backup is too old: %w", err)
	}
	if version > current {
		return fmt.Errorf("the backup has schema version %d and this program %d: restore it with a newer lectern", version, current)
	}
	return fmt.Errorf("the backup has schema version %d and this program %d: restore it with the lectern that wrote it, then upgrade", version, current)
}

func mustBeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: give a new folder for the backup", dir)
	}
	return nil
}

func dumpFile(ctx context.Context, q bun.IDB, t table, dir string) (Table, error) {
	f, err := os.OpenFile(tableFile(dir, t.name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return Table{}, err
	}
	w := bufio.NewWriter(f)
	sum, err := dump(ctx, q, t, w)
	return sum, errors.Join(err, w.Flush(), f.Sync(), f.Close())
}

func tableFile(dir, name string) string { return filepath.Join(dir, "tables", name+".jsonl") }

// created are the rows that migrations insert, by table: an installation that has only these is empty, and a backup brings its own.
var created = map[string]string{"newsletter_lists": "01936b1a-0000-7000-8000-000000000001"}

// load reads a table's lines and verifies them against the manifest before the transaction can be committed.
func load(ctx context.Context, tx bun.IDB, t table, dir string, want Table) error {
	if id := created[t.name]; id != "" {
		if _, err := tx.NewDelete().Table(t.name).Where("id = ?", id).Exec(ctx); err != nil {
			return err
		}
	}
	if n, err := tx.NewSelect().Table(t.name).Count(ctx); err != nil || n > 0 {
		return errors.Join(err, errors.New("the installation is not empty: restore into a new data folder or database"))
	}
	f, err := os.Open(tableFile(dir, t.name))
	if err != nil {
		return err
	}
	defer f.Close()
	h, rows, reader := sha256.New(), int64(0), bufio.NewReader(f)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			break
		}
		if err != nil {
			return err
		}
		h.Write(line)
		if err := insert(ctx, tx, t, line); err != nil {
			return fmt.Errorf("row %d: %w", rows+1, err)
		}
		rows++
	}
	if got := (Table{rows, hexOf(h)}); got != want {
		return fmt.Errorf("the backup is damaged: %d rows were read, %d were written", rows, want.Rows)
	}
	return nil
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// encode returns a row as a line: compact JSON with its members in column order.
func encode(columns []column, values []any) ([]byte, error) {
	var line bytes.Buffer
	line.WriteByte('{')
	for i, c := range columns {
		if i > 0 {
			line.WriteByte(',')
		}
		name, err := json.Marshal(c.name)
		if err != nil {
			return nil, err
		}
		value, err := c.encode(values[i])
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", c.name, err)
		}
		line.Write(name)
		line.WriteByte(':')
		line.Write(value)
	}
	line.WriteString("}\n")
	return line.Bytes(), nil
}
