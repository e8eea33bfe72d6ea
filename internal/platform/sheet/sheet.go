// Package sheet writes and reads tables as CSV (RFC 4180) for spreadsheets.
package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Type is the media type of what Writer writes.
const Type = "text/csv; charset=utf-8"

// byteOrderMark makes Excel read UTF-8.
const byteOrderMark = "\ufeff"

// isFormula reports whether a spreadsheet might take a cell for a formula (OWASP, CSV injection), or whether it is an
// escaped one, which must be escaped again to be distinguishable.
func isFormula(cell string) bool {
	return strings.ContainsAny(first(strings.TrimLeft(cell, "'")), "=+-@\t\r\n\x00＝＋－＠")
}

func first(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return text[:size]
}

// escapeFormula puts a ' before a possible formula; unescapeFormula reverts that.
func escapeFormula(cell string) string {
	if isFormula(cell) {
		return "'" + cell
	}
	return cell
}

func unescapeFormula(cell string) string {
	if isFormula(cell) {
		return strings.TrimPrefix(cell, "'")
	}
	return cell
}

// Writer writes row by row without keeping them.
type Writer struct{ out *bufio.Writer }

// NewWriter starts a sheet with its header.
func NewWriter(w io.Writer, columns ...string) (*Writer, error) {
	s := &Writer{bufio.NewWriterSize(w, 32<<10)}
	if _, err := s.out.WriteString(byteOrderMark); err != nil {
		return nil, err
	}
	return s, s.Write(columns...)
}

// Write adds a row. (The Writer of encoding/csv loses carriage returns when it ends lines as RFC 4180 requires.)
func (w *Writer) Write(cells ...string) error {
	for i, cell := range cells {
		if i > 0 {
			w.out.WriteByte(',')
		}
		cell = escapeFormula(cell)
		if strings.ContainsAny(cell, "\",;\t\r\n") || strings.TrimSpace(cell) != cell {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		w.out.WriteString(cell)
	}
	_, err := w.out.WriteString("\r\n") // also reports earlier errors
	return err
}

// Close flushes the rest.
func (w *Writer) Close() error { return w.out.Flush() }

// ErrNotText means that a sheet is not UTF-8 text.
var ErrNotText = errors.New("this is no text in UTF-8")

// Row is a row with the line number at which it begins, from 1.
type Row struct {
	Line  int
	Cells []string
}

// Read reads sheets as common programs save them: with or without byte order mark; with commas, semicolons or tabs; with
// either kind of line ends, which within cells become \n. Empty rows are skipped. An error names the line at which the text
// is not a sheet; ErrNotText when it is not UTF-8.
func Read(text []byte) ([]Row, error) {
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	if !utf8.Valid(text) {
		return nil, ErrNotText
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.FieldsPerRecord = separator(text), -1
	var rows []Row
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		line, _ := r.FieldPos(0)
		for i := range cells {
			cells[i] = unescapeFormula(cells[i])
		}
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			rows = append(rows, Row{line, cells})
		}
	}
}

// separator returns the most frequent separator in the first line that is not empty.
func separator(text []byte) rune {
	head, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte{'\n'})
	best, most := ',', bytes.Count(head, []byte{','})
	for _, candidate := range []rune{';', '\t'} {
		if n := bytes.Count(head, []byte{byte(candidate)}); n > most {
			best, most = candidate, n
		}
	}
	return best
}
