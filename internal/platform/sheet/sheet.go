// Package sheet writes and reads tables as CSV (RFC 4180) for spreadsheets.
package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
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

// PageRows is how many rows an export reads at a time.
const PageRows = 500

// Export writes a sheet in constant memory: next returns the next rows, PageRows of them until the last ones, and cells those of a row.
func Export[R any](w io.Writer, columns []string, next func() ([]R, error), cells func(R) []string) error {
	out, err := NewWriter(w, columns...)
	if err != nil {
		return err
	}
	for {
		rows, err := next()
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := out.Write(cells(row)...); err != nil {
				return err
			}
		}
		if len(rows) < PageRows {
			return out.Close()
		}
	}
}

// Limits of what is read, so that a sheet takes no more memory than its rows are long. Spreadsheets of other systems have some dozens
// of columns.
const (
	maxColumns = 200
	maxRow     = 64 << 10 // bytes
)

// ErrNotText means that a sheet is not UTF-8 text.
var ErrNotText = errors.New("this is no text in UTF-8")

// ErrLongRow means that a row is longer than any that a person has written.
var ErrLongRow = errors.New("a row has more than 200 columns or 64 KB")

// Row is a row with the line number at which it begins, from 1.
type Row struct {
	Line  int
	Cells []string
}

// Read returns the rows of a sheet as common programs save it: with or without byte order mark; with commas, semicolons or tabs;
// with either kind of line ends, which within cells become \n. Empty rows are skipped. It ends with the first error, which names the
// line at which the text is not a sheet, or is ErrNotText, ErrLongRow or that of from.
func Read(from io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		text := bufio.NewReaderSize(transform.NewReader(&rowGuard{from: from}, encoding.UTF8Validator), maxRow)
		if mark, err := text.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
			_, _ = text.Discard(len(mark)) // it has been read
		}
		head, _ := text.Peek(maxRow) // an error is that of the first row
		r := csv.NewReader(text)
		r.Comma, r.FieldsPerRecord = separator(head), -1
		for {
			cells, err := r.Read()
			if err == io.EOF {
				return
			}
			if err == nil && len(cells) > maxColumns {
				err = ErrLongRow
			}
			if errors.Is(err, encoding.ErrInvalidUTF8) {
				err = ErrNotText
			}
			if err != nil {
				yield(Row{}, err)
				return
			}
			line, _ := r.FieldPos(0)
			for i := range cells {
				cells[i] = unescapeFormula(cells[i])
			}
			if strings.TrimSpace(strings.Join(cells, "")) != "" && !yield(Row{line, cells}, nil) {
				return
			}
		}
	}
}

// rowGuard ends a sheet at a row that is too long, before the parser has to hold it: at the bytes since the last line end outside of
// quotes, of which an escaped one is two.
type rowGuard struct {
	from   io.Reader
	row    int // bytes
	quoted bool
}

func (g *rowGuard) Read(p []byte) (int, error) {
	n, err := g.from.Read(p)
	for i, b := range p[:n] {
		g.row++
		switch {
		case b == '"':
			g.quoted = !g.quoted
		case b == '\n' && !g.quoted:
			g.row = 0
		}
		if g.row > maxRow {
			return i, ErrLongRow
		}
	}
	return n, err
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
