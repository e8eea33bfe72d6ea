// Package userimport creates and changes accounts by a sheet.
//
// A request reads and checks the sheet and stores its rows; a job then makes the changes, a hundred rows at a time, so that a large school
// does not wait for an answer, can look how far it is, and can stop it. A dry run goes the same way and rolls each hundred back.
package userimport

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
)

// ImportOptions say what an import does besides creating accounts.
type ImportOptions struct {
	Update      bool        // change existing accounts to what the sheet says; empty cells change nothing
	MissingRole access.Role // deactivate users with this role alone who are not in the sheet; "" for nobody
	Deactivated int64       // the number of them that was confirmed
}

// UserImport is an import of users, which is made in the background.
type UserImport struct {
	bun.BaseModel `bun:"table:user_imports,alias:i" json:"-"`

	ID          string      `bun:",pk" json:"id"`
	AdminID     string      `json:"admin_id" doc:"Who started it."`
	AdminName   string      `bun:",scanonly" json:"admin_name"`
	DryRun      bool        `json:"dryRun" doc:"Nothing is changed; the counts say what would happen."`
	Updates     bool        `json:"updates" doc:"Whether existing accounts are changed to what the sheet says."`
	MissingRole access.Role `json:"missing_role" doc:"Active users with this role alone who are not in the sheet are deactivated; empty: nobody."`
	State       string      `json:"state" enum:"running,done,cancelled,stopped" doc:"stopped: it could not go on, see reason."`
	Reason      string      `json:"reason" doc:"Why it was stopped; otherwise empty."`
	SheetRows   int64       `json:"rows" doc:"Rows of the sheet that hold anything, without the first, which names the columns."`
	Total       int64       `json:"total" doc:"Rows, and users who are not in the sheet: it is done when as many are created, updated, deactivated, existing or bad."`
	Created     int64       `json:"created" doc:"Accounts; their owners get an email with a link to choose a password."`
	Updated     int64       `json:"updated" doc:"Accounts that are different now."`
	Deactivated int64       `json:"deactivated" doc:"Users who are not in the sheet, if that was asked for."`
	Existing    int64       `json:"existing" doc:"Rows whose user has an account, which stays as it is."`
	Refused     int64       `json:"badRows" doc:"Rows that change nothing, because something is wrong with them."`
	CreatedAt   time.Time   `json:"created_at"`
	FinishedAt  *time.Time  `json:"finished_at"`
}

// UserImportDetail is an import with what it changes. While it runs, there are counts alone.
type UserImportDetail struct {
	UserImport
	Bad     []sheet.RowFault `json:"bad" doc:"What is wrong, in the order of the rows; the first 1,000, the sheet has all. Empty while it runs."`
	Changes []ImportChange   `json:"changes" doc:"What becomes of whom, in the order of the rows, then who is not in the sheet; the first 1,000. Users of other rows stay as they are. Empty while it runs."`
}

// ImportChange is what becomes of one user.
type ImportChange struct {
	Row      int64    `json:"row" doc:"The line of the sheet; 0 for a user who is not in it."`
	Outcome  string   `json:"outcome" enum:"created,updated,deactivated"`
	FullName string   `json:"full_name"`
	Email    string   `json:"email"`
	Columns  []string `json:"columns" doc:"What is different, of an account that is updated."`
}

// States of an import, and outcomes of a row.
const (
	running   = "running"
	done      = "done"
	cancelled = "cancelled"
	stopped   = "stopped"

	created     = "created"
	updated     = "updated"
	deactivated = "deactivated"
	existing    = "existing"
	refused     = "refused"
)

const (
	retention    = 30 * 24 * time.Hour
	dryRetention = 24 * time.Hour // a dry run keeps the names of people who have no account
	shown        = 1000           // changes, and faults, with an import
	maxRunning   = 3              // of one administrator
)

// row is a row of a sheet, or a user who is not in it.
type row struct {
	bun.BaseModel `bun:"table:user_import_rows,alias:r"`

	ImportID string `bun:",pk"`
	Position int64  `bun:",pk"`
	Line     int64
	UserID   *string
	EmailKey string
	Cells    db.JSON[*directory.Imported]
	Outcome  string
	Columns  string
	Faults   db.JSON[[]sheet.RowFault]
}

var errNoImport = fault.New(fault.NotFound, "import_not_found", "This import doesn't exist. Imports are listed for 30 days, dry runs for one day.")
