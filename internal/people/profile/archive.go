package profile

import (
	"archive/zip"
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/sign"
)

// writeArchive writes everything about the user of x, as of one moment: a readme, the profile as the site shows it, one
// file for each table, and the avatar.
func (s *PersonalData) writeArchive(ctx context.Context, to io.Writer, x Export) error {
	z := zip.NewWriter(to)
	avatar := ""
	err := s.db.Snapshot(ctx, func(q bun.IDB) error {
		c, err := s.comprehensive(ctx, q, x.UserID)
		if err != nil {
			return err
		}
		if err := writeJSON(z, "profile.json", x.CreatedAt, c); err != nil {
			return err
		}
		list := s.exported()
		for i, h := range list {
			if err := writeTable(ctx, z, q, h, x); err != nil {
				return fmt.Errorf("%s: %w", h.Table, err)
			}
			if err := s.report(ctx, x.ID, int64(i+1)); err != nil {
				return err
			}
		}
		avatar, _, err = objectsOf(ctx, q, x.UserID)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.writePicture(ctx, z, avatar, x.CreatedAt); err != nil {
		return err
	}
	readme, err := entry(z, "README.txt", x.CreatedAt)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(readme, readmeText); err != nil {
		return err
	}
	return z.Close()
}

func (s *PersonalData) report(ctx context.Context, id string, done int64) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return updateExportProgress(ctx, tx, id, done) })
}

const readmeText = `This archive holds everything that Lectern keeps about you.

profile.json   your profile as the site shows it to you
tables/        one file for each table of the database that holds something of yours, as a JSON list of its rows
avatar         your picture, if there is one

Times are in UTC. Passwords, recovery codes and keys are not in it: they are kept so that nobody can read them.
`

func entry(z *zip.Writer, name string, at time.Time) (io.Writer, error) {
	return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
}

func writeJSON(z *zip.Writer, name string, at time.Time, v any) error {
	w, err := entry(z, name, at)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// writeTable streams the rows of a user: there may be very many.
func writeTable(ctx context.Context, z *zip.Writer, q bun.IDB, h personaldata.Holding, x Export) (err error) {
	w, err := entry(z, "tables/"+h.Table+".json", x.CreatedAt)
	if err != nil {
		return err
	}
	rows, err := q.QueryContext(ctx, "SELECT "+strings.Join(h.Export, ", ")+" FROM "+h.Table+" WHERE "+h.Column+" = ? ORDER BY 1", x.UserID)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	out := bufio.NewWriter(w)
	separator := "[\n"
	for ; rows.Next(); separator = ",\n" {
		row, err := readRow(rows)
		if err != nil {
			return err
		}
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator + "  " + string(text)) // Flush reports the error
	}
	if separator == "[\n" {
		_, _ = out.WriteString("[")
	}
	_, _ = out.WriteString("\n]\n")
	return errors.Join(rows.Err(), out.Flush())
}

// readRow returns a row by column name, as JSON values that do not depend on the database.
func readRow(rows *sql.Rows) (map[string]any, error) {
	columns, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	if err := rows.Scan(places...); err != nil {
		return nil, err
	}
	row := map[string]any{}
	for i, c := range columns {
		row[c.Name()] = jsonValue(c.DatabaseTypeName(), values[i])
	}
	return row, nil
}

// sqliteTime is the format of instants in SQLite, which stores them as text.
const sqliteTime = "2006-01-02 15:04:05.999999999-07:00"

// jsonValue converts a column's value: SQLite stores booleans as numbers, and instants and JSON as text.
func jsonValue(kind string, value any) any {
	if b, ok := value.([]byte); ok {
		value = string(b)
	}
	switch v := value.(type) {
	case time.Time:
		return v.UTC()
	case int64:
		if strings.HasPrefix(kind, "BOOL") {
			return v != 0
		}
	case string:
		if kind == "JSONB" && json.Valid([]byte(v)) {
			return json.RawMessage(v)
		}
		if at, err := time.Parse(sqliteTime, v); err == nil && kind == "TIMESTAMPTZ" {
			return at.UTC()
		}
	}
	return value
}

func (s *PersonalData) writePicture(ctx context.Context, z *zip.Writer, avatar string, at time.Time) error {
	if avatar == "" {
		return nil
	}
	object, err := s.blob.Open(ctx, objectkey.AvatarOf(avatar, large))
	if errors.Is(err, fs.ErrNotExist) { // removed in between
		return nil
	}
	if err != nil {
		return err
	}
	content, err := io.ReadAll(object)
	if err = errors.Join(err, object.Close()); err != nil {
		return err
	}
	_, extension, _ := strings.Cut(picture.TypeOf(content), "/")
	w, err := entry(z, "avatar."+extension, at)
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// downloadToken authorises its bearer to download an archive until the given time.
func (s *PersonalData) downloadToken(id string, until time.Time) string {
	return s.downloads().Token(until, id)
}

func (s *PersonalData) downloads() sign.Signer { return sign.New(s.key, "data export") }

func (s *PersonalData) readDownloadToken(token string) (id string, err error) {
	fields, err := s.downloads().Read(token, s.clock.Now(), 1)
	switch {
	case errors.Is(err, sign.ErrExpired):
		return "", fault.New(fault.Unauthenticated, "address_expired", "This link has expired. Download the archive from your settings again.")
	case err != nil:
		return "", fault.New(fault.Unauthenticated, "address_invalid", "This link doesn't open an archive. Download it from your settings.")
	}
	return fields[0], nil
}
