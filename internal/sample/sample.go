// Package sample fills an empty installation with a school to try Lectern with: FillCourses with its people and courses,
// FillMonth with a month of teaching and learning. Both use the features' use cases, so everything obeys the rules. FillSchool
// fills it with a generated school of any size.
package sample

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/app"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Password of all accounts of the demo.
const Password = "lectern-demo"

// month is how long the school has existed when a visitor comes.
const month = 30 * 24 * time.Hour

// Installation to be filled.
type Installation struct {
	*app.App
	DB *db.DB
	// Clock of the app: the demo moves it back by a month and forward again.
	Clock *clock.Manual
	// Upload imports a clip of the demo into a course as its teacher, and returns the video's id.
	Upload func(ctx context.Context, teacher access.Caller, courseID, title, clip string) (id string, err error)
	// SetCover gives a course a picture, as its teacher.
	SetCover func(ctx context.Context, teacher access.Caller, courseID string, picture io.Reader) error
}

// State of a fill, in the settings: "" before, then one of these, then the number of the day that FillMonth has reached.
const (
	begun       = "begun"
	coursesDone = "courses"
	full        = "full"
)

// FillCourses creates the accounts and the courses as they were a month ago. Repeating it creates nothing; an interrupted fill
// is continued. fault.Conflict when the database holds anything else.
func FillCourses(ctx context.Context, in Installation) error {
	state, err := in.begin(ctx)
	if err != nil || state != begun {
		return err
	}
	now := in.Clock.Now()
	defer in.moveTo(now)
	in.moveTo(now.Add(-month))
	callers, err := in.accounts(ctx, staff)
	if err != nil {
		return err
	}
	if err := in.openHours(ctx, callers); err != nil {
		return err
	}
	courses, err := readCourses()
	if err != nil {
		return err
	}
	for _, c := range courses {
		if err := in.course(ctx, callers, c); err != nil {
			return fmt.Errorf("sample course %q: %w", c.Title, err)
		}
	}
	return in.mark(ctx, coursesDone)
}

// state returns the mark of a fill and the number of accounts.
func (in Installation) state(ctx context.Context) (state string, accounts int64, err error) {
	err = in.DB.Reader().NewRaw(`SELECT coalesce((SELECT value FROM settings WHERE name = 'sample_content'), ''),
		(SELECT count(*) FROM users)`).Scan(ctx, &state, &accounts)
	return state, accounts, err
}

func (in Installation) begin(ctx context.Context) (state string, err error) {
	state, accounts, err := in.state(ctx)
	switch {
	case err != nil:
		return "", err
	case state == "" && accounts > 0:
		return "", fault.New(fault.Conflict, "not_empty", fmt.Sprintf("The demo fills an empty database only, and this one "+
			"holds %d accounts that are not of the demo. Start without --demo, or with another --data folder or --database.", accounts))
	case state == "":
		return begun, in.mark(ctx, begun)
	}
	return state, nil
}

func (in Installation) mark(ctx context.Context, state string) error {
	return in.DB.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewRaw(`INSERT INTO settings (name, value) VALUES ('sample_content', ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, state).Exec(ctx)
		return err
	})
}

// moveTo sets the clock of the installation.
func (in Installation) moveTo(at time.Time) { in.Clock.Advance(at.Sub(in.Clock.Now())) }

// accounts creates the accounts that do not exist yet and returns their callers by key.
func (in Installation) accounts(ctx context.Context, people []person) (map[string]access.Caller, error) {
	callers := map[string]access.Caller{}
	for _, p := range people {
		u, err := in.account(ctx, p)
		if err != nil {
			return nil, fmt.Errorf("sample account %s: %w", p.email(), err)
		}
		callers[p.key] = access.Caller{ID: u.ID, Roles: u.Roles}
	}
	return callers, nil
}

// account returns the account of p, created unless an interrupted fill has created it.
func (in Installation) account(ctx context.Context, p person) (directory.User, error) {
	u, err := in.Accounts.Find(ctx, p.email())
	if !fault.Is(err, fault.NotFound) {
		return u, err
	}
	u, err = in.Accounts.Create(ctx, directory.Registration{FullName: p.name, Email: p.email(), Password: Password}, p.role)
	if err != nil || p.headline == "" {
		return u, err
	}
	return u, in.describe(ctx, access.Caller{ID: u.ID, Roles: u.Roles}, p)
}

// plain joins the lines of an indented text of a course file into one line; paragraphs stay.
func plain(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n\n")
}
