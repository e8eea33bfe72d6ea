package sheet

import (
	"errors"
	"fmt"
	"io"

	"lectern/internal/platform/fault"
)

// Limits of an uploaded sheet.
type Limits struct {
	Subject   string // what its rows stand for, for error messages
	Megabytes int64  // of 2^20 bytes
	Rows      int    // without the header; at least 1,000
}

// Read reads the rows of a sheet, header first. fault.TooLarge for more bytes than the limit, fault.Invalid when it is not
// CSV in UTF-8, is empty or has too many rows.
func (l Limits) Read(body io.Reader) ([]Row, error) {
	text, err := io.ReadAll(io.LimitReader(body, l.Megabytes<<20+1))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) > l.Megabytes<<20 {
		return nil, fault.New(fault.TooLarge, "too_large", fmt.Sprintf("A sheet of %s has at most %d MB. Please divide it.", l.Subject, l.Megabytes))
	}
	rows, err := Read(text)
	switch {
	case errors.Is(err, ErrNotText):
		return nil, fault.New(fault.Invalid, "not_utf8", "This is no CSV file in UTF-8. Please save it as \"CSV UTF-8\".").WithCause(err)
	case err != nil:
		return nil, fault.New(fault.Invalid, "not_csv", "This is no CSV file: "+err.Error()+".").WithCause(err)
	case len(rows) == 0:
		return nil, fault.New(fault.Invalid, "empty", "The file is empty.")
	case len(rows)-1 > l.Rows:
		return nil, fault.New(fault.Invalid, "too_many_rows",
			fmt.Sprintf("A sheet of %s has at most %d,%03d rows. Please divide it.", l.Subject, l.Rows/1000, l.Rows%1000))
	}
	return rows, nil
}
