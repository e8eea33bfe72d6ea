package sheet

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Import describes a sheet that users upload.
type Import struct {
	Subject   string // what its rows stand for, for error messages
	Megabytes int64  // of 2^20 bytes
	Rows      int    // without the heading; at least 1,000
	Columns   []Column
	OneOf     []string // optional columns of which one must be there
	Ignored   []string // columns that may be there and are not read; if there are any, all others are refused
}

// Column is one that an import reads.
type Column struct {
	Name     string   // its heading, which also names it in faults
	Aliases  []string // other headings, in lower case
	Optional bool
}

// EmailColumn is the column that identifies users.
func EmailColumn() Column {
	return Column{Name: "email", Aliases: []string{"e-mail", "email address", "e-mail address"}}
}

// Upload is the sheet in a request.
type Upload struct {
	Type   string // its media type, without parameters
	Body   io.Reader
	DryRun bool // report what would happen and write nothing
}

// Report is the outcome of an import.
type Report struct {
	DryRun   bool       `json:"dryRun" doc:"Nothing was written; the counts say what would happen."`
	Rows     int64      `json:"rows" doc:"That hold anything, without the first, which names the columns."`
	Existing int64      `json:"existing" doc:"Rows whose user has an account, or a place, already. It stays as it is."`
	Bad      []RowFault `json:"bad" doc:"What is wrong, in the order of the rows; such a row changes nothing."`
	BadRows  int64      `json:"badRows"`
}

// RowFault is one error in a row.
type RowFault struct {
	Row    int    `json:"row" doc:"The line of the sheet on which the row begins; 1 names the columns."`
	Column string `json:"column"`
	Code   string `json:"code"`
	Reason string `json:"reason"`
}

// Add inserts faults in the order of their rows.
func (r *Report) Add(faults ...RowFault) {
	for _, f := range faults {
		at, _ := slices.BinarySearchFunc(r.Bad, f.Row+1, func(b RowFault, row int) int { return cmp.Compare(b.Row, row) })
		if at == 0 || r.Bad[at-1].Row != f.Row {
			r.BadRows++
		}
		r.Bad = slices.Insert(r.Bad, at, f)
	}
}

// Record is a row whose cells are found by the names of their columns.
type Record struct {
	Line   int // of the sheet, from 1
	sheet  *parser
	cells  []string
	faults []RowFault
}

// Cell returns "" when the row, or the sheet, lacks the column.
func (r *Record) Cell(column string) string {
	if at, known := r.sheet.columns[column]; known && at < len(r.cells) {
		return strings.TrimSpace(r.cells[at])
	}
	return ""
}

// Fault reports an error in the row, which is then skipped.
func (r *Record) Fault(column, code, reason string) {
	r.faults = append(r.faults, RowFault{r.Line, column, code, reason})
}

// checkTexts refuses the row when a cell that the import reads cannot be stored.
func (r *Record) checkTexts(columns []Column) {
	for _, c := range columns {
		if !text.IsStorable(r.Cell(c.Name)) {
			r.Fault(c.Name, "invalid_format", "This cell contains a character that can't be stored (U+0000)")
		}
	}
}

// Unique refuses the row when an earlier one has a cell of this column with the same key. Empty cells are not compared.
func (r *Record) Unique(column, key string) {
	if r.Cell(column) == "" {
		return
	}
	key = column + "\x00" + key
	if first, taken := r.sheet.emails[key]; taken {
		r.Fault(column, "duplicate", fmt.Sprintf("This is already in row %d", first))
		return
	}
	r.sheet.emails[key] = r.Line
}

// UniqueEmail refuses the row when an earlier one has an email with the same key. Empty cells are not compared.
func (r *Record) UniqueEmail(column, key string) {
	if r.Cell(column) == "" {
		return
	}
	if first, taken := r.sheet.emails[key]; taken {
		r.Fault(column, "duplicate", fmt.Sprintf("This email address is already in row %d", first))
		return
	}
	r.sheet.emails[key] = r.Line
}

// parser is the state of Parse.
type parser struct {
	columns map[string]int // index of each column
	emails  map[string]int // line on which each key was first seen
}

// Parse reads an upload, row by row, and returns what parse makes of the rows in which it finds no fault; the report has the others.
// fault.UnsupportedType when it is not CSV, fault.TooLarge for more bytes than the limit, fault.Invalid for what is no CSV in UTF-8,
// is empty, has too many rows, a row that is too long, or lacks a column.
func Parse[T any](i Import, u Upload, parse func(*Record) T) (good []T, report Report, err error) {
	report = Report{DryRun: u.DryRun, Bad: []RowFault{}}
	if u.Type != "text/csv" {
		return nil, report, fault.New(fault.UnsupportedType, "unsupported_type", "Send the file as text/csv.")
	}
	p := &parser{emails: map[string]int{}}
	for row, err := range Read(&bounded{u.Body, i.Megabytes << 20, i.tooLarge()}) {
		if err != nil {
			return nil, report, explained(err)
		}
		if p.columns == nil {
			if p.columns, err = i.find(row.Cells); err != nil {
				return nil, report, err
			}
			continue
		}
		if report.Rows++; report.Rows > int64(i.Rows) {
			return nil, report, fault.New(fault.Invalid, "too_many_rows",
				fmt.Sprintf("The file of %s has more than %d,%03d rows. Split it into several files.", i.Subject, i.Rows/1000, i.Rows%1000))
		}
		record := &Record{Line: row.Line, sheet: p, cells: row.Cells}
		record.checkTexts(i.Columns)
		if parsed := parse(record); len(record.faults) == 0 {
			good = append(good, parsed)
		}
		report.Add(record.faults...)
	}
	if p.columns == nil {
		return nil, report, fault.New(fault.Invalid, "empty", "The file is empty.")
	}
	return good, report, nil
}

// explained returns an error of Read as users are told it. One of the body itself stays as it is.
func explained(err error) error {
	switch broken, isParseError := errors.AsType[*csv.ParseError](err); {
	case errors.Is(err, ErrNotText):
		return fault.New(fault.Invalid, "not_utf8", "This file is not a CSV file in UTF-8. Save it as “CSV UTF-8”.").WithCause(err)
	case errors.Is(err, ErrLongRow):
		return fault.New(fault.Invalid, "row_too_long", "A row has more than 200 columns or 64 KB. Remove what isn't needed.").WithCause(err)
	case isParseError:
		return fault.New(fault.Invalid, "not_csv", "This file is not valid CSV: "+broken.Error()+".").WithCause(err)
	}
	return err
}

func (i Import) tooLarge() error {
	return fault.New(fault.TooLarge, "too_large", fmt.Sprintf("The file of %s is larger than %d MB. Split it into several files.", i.Subject, i.Megabytes))
}

// bounded is a body that fails beyond so many bytes.
type bounded struct {
	body io.Reader
	left int64
	err  error
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, b.err
	}
	return n, err
}

// find returns the indexes of the columns in the heading.
func (i Import) find(heading []string) (map[string]int, error) {
	columns := map[string]int{}
	var broken fault.Fields
	for _, c := range i.Columns {
		at := slices.IndexFunc(heading, func(cell string) bool {
			cell = strings.ToLower(strings.TrimSpace(cell))
			return cell == c.Name || slices.Contains(c.Aliases, cell)
		})
		if at >= 0 {
			columns[c.Name] = at
		}
		if at < 0 && !c.Optional {
			broken.Require(false, c.Name, "required", i.headingRule())
		}
	}
	if len(i.OneOf) > 0 {
		found := slices.ContainsFunc(i.OneOf, func(name string) bool { _, there := columns[name]; return there })
		broken.Require(found, i.OneOf[0], "required", "The first row must name one of the columns "+enumerate(i.OneOf))
	}
	if i.Ignored != nil {
		i.refuseUnknown(&broken, heading)
	}
	return columns, broken.Err()
}

// named returns the column with a heading; "" for none.
func (i Import) named(heading string) string {
	heading = strings.ToLower(strings.TrimSpace(heading))
	for _, c := range i.Columns {
		if heading == c.Name || slices.Contains(c.Aliases, heading) {
			return c.Name
		}
	}
	if slices.Contains(i.Ignored, heading) {
		return heading
	}
	return ""
}

// maxUnknownColumns are named at once: a heading may hold 200.
const maxUnknownColumns = 10

// refuseUnknown reports columns that the import does not know, and those that stand there twice: a misspelt one would be ignored without
// a word otherwise.
func (i Import) refuseUnknown(broken *fault.Fields, heading []string) {
	seen := map[string]bool{}
	for _, cell := range heading {
		cell = strings.TrimSpace(cell)
		name := i.named(cell)
		switch {
		case cell == "" || len(*broken) >= maxUnknownColumns:
		case name == "":
			broken.Require(false, text.Truncate(cell, 60), "unknown_column", "There is no column “"+text.Truncate(cell, 60)+"”."+i.suggestion(cell))
		case seen[name]:
			broken.Require(false, name, "duplicate", "The column "+name+" appears twice")
		}
		seen[name] = true
	}
}

// suggestion names the known column that is most like a heading, if one is.
func (i Import) suggestion(heading string) string {
	if len(heading) > 60 {
		return ""
	}
	normalized := strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(heading))
	best, least := "", 2+min(len(normalized), 12)/3 // two wrong letters, which may be two that changed places, and one more in three
	for _, c := range i.Columns {
		for _, name := range append([]string{c.Name}, c.Aliases...) {
			if d := distance(normalized, strings.ReplaceAll(name, " ", "_")); d < least {
				best, least = c.Name, d
			}
		}
	}
	if best == "" {
		return " Columns are " + enumerate(i.names()) + "."
	}
	return " Did you mean " + best + "?"
}

func (i Import) names() (names []string) {
	for _, c := range i.Columns {
		names = append(names, c.Name)
	}
	return names
}

// distance is the number of letters to insert, delete or replace (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			above := row[j+1]
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(above+1, row[j]+1, diagonal+cost)
			diagonal = above
		}
	}
	return row[len(b)]
}

func (i Import) headingRule() string {
	var required, optional []string
	for _, c := range i.Columns {
		if c.Optional {
			optional = append(optional, c.Name)
		} else {
			required = append(required, c.Name)
		}
	}
	rule := "The first row must name the column " + required[0]
	if len(required) > 1 {
		rule = "The first row must name the columns " + enumerate(required)
	}
	switch len(optional) {
	case 0:
		return rule
	case 1:
		return rule + "; " + optional[0] + " is optional"
	}
	return rule + "; " + enumerate(optional) + " are optional"
}

// enumerate joins two names or more: "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
