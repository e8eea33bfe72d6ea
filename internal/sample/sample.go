// Package sample fills an empty installation with users, courses and a video to try Lectern with. It uses the features' use
// cases, so everything obeys the rules.
package sample

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/course"
	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/progress"
	"lectern/internal/learning/questionbank"
	"lectern/internal/people/account"
	"lectern/internal/people/directory"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Password of all four accounts.
const Password = "lectern-demo"

// Upload imports the clip into a course as its teacher.
type Upload func(ctx context.Context, teacher access.Caller, courseID, title, clip string) error

// Installation to be filled.
type Installation struct {
	DB            *db.DB
	Hasher        *password.Hasher
	Accounts      *account.Service
	Clock         clock.Clock
	Authoring     *authoring.Service
	Catalogue     *catalogue.Service
	Enrollments   *enrollment.Service
	Curricula     *curriculum.Service
	Lessons       *lesson.Service
	Exchange      *exchange.Service
	QuestionBanks *questionbank.Service
	Progress      *progress.Service
	Upload        Upload
}

// Fill creates the sample content. Repeating it creates nothing; an interrupted fill is continued. fault.Conflict when the
// database holds anything else.
func Fill(ctx context.Context, in Installation) error {
	if full, err := in.begin(ctx); err != nil || full {
		return err
	}
	callers := map[access.Role]access.Caller{}
	for _, p := range people {
		u, err := in.person(ctx, p)
		if err != nil {
			return fmt.Errorf("sample account %s: %w", p.Email, err)
		}
		callers[p.role] = access.Caller{ID: u.ID, Roles: u.Roles}
	}
	for _, c := range courses {
		if err := in.course(ctx, callers, c); err != nil {
			return fmt.Errorf("sample course %q: %w", c.Title, err)
		}
	}
	return in.mark(ctx, "full")
}

// state is the mark of a fill: "" before, "begun" while it runs, "full" after.
func (in Installation) state(ctx context.Context) (state string, accounts int64, err error) {
	err = in.DB.Reader().NewRaw(`SELECT coalesce((SELECT value FROM settings WHERE name = 'sample_content'), ''),
		(SELECT count(*) FROM users)`).Scan(ctx, &state, &accounts)
	return state, accounts, err
}

func (in Installation) begin(ctx context.Context) (full bool, err error) {
	state, accounts, err := in.state(ctx)
	switch {
	case err != nil:
		return false, err
	case state == "" && accounts > 0:
		return false, fault.New(fault.Conflict, "not_empty", fmt.Sprintf("The demo fills an empty database only, and this one "+
			"holds %d accounts that are not of the demo. Start without --demo, or with another --data folder or --database.", accounts))
	case state == "":
		return false, in.mark(ctx, "begun")
	}
	return state == "full", nil
}

func (in Installation) mark(ctx context.Context, state string) error {
	return in.DB.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewRaw(`INSERT INTO settings (name, value) VALUES ('sample_content', ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, state).Exec(ctx)
		return err
	})
}

// person returns the account of p, created unless an interrupted fill has created it.
func (in Installation) person(ctx context.Context, p person) (directory.User, error) {
	u, err := in.Accounts.Find(ctx, p.Email)
	if !fault.Is(err, fault.NotFound) {
		return u, err
	}
	p.Registration.Password = Password
	return in.Accounts.Create(ctx, p.Registration, p.role)
}

// course creates c with its video and its students, or what an interrupted fill has left to create.
func (in Installation) course(ctx context.Context, callers map[access.Role]access.Caller, c sample) error {
	teacher := callers[access.Instructor]
	id, status, err := in.findOrCreate(ctx, teacher, c.NewCourse)
	if err != nil || c.draft {
		return err
	}
	if status != "Published" {
		if c.clip != "" {
			if err := in.Upload(ctx, teacher, id, c.clipTitle, c.clip); err != nil {
				return err
			}
		}
		if err := in.fill(ctx, teacher, id, c); err != nil {
			return err
		}
		if _, err := in.Authoring.TogglePublished(ctx, teacher, id); err != nil {
			return err
		}
	}
	for _, role := range c.enrolled {
		if _, err := in.Enrollments.Enroll(ctx, callers[role], id); err != nil {
			return err
		}
		if c.taught && role == access.Student {
			if err := in.learn(ctx, callers[role], id); err != nil {
				return err
			}
		}
	}
	return nil
}

// fill gives a course everything besides its description.
func (in Installation) fill(ctx context.Context, teacher access.Caller, id string, c sample) error {
	if c.taught {
		if err := in.teach(ctx, teacher, id); err != nil {
			return err
		}
	}
	if c.extended {
		return in.extend(ctx, teacher, id, c.CourseType)
	}
	return nil
}

func (in Installation) findOrCreate(ctx context.Context, teacher access.Caller, n course.NewCourse) (id, status string, err error) {
	mine, _, _, err := in.Catalogue.List(ctx, teacher, catalogue.Listing{Filter: catalogue.Filter{Mine: true}, Page: rest.Page{Number: 1, Limit: int64(len(courses))}})
	if err != nil {
		return "", "", err
	}
	for _, c := range mine {
		if c.Title == n.Title {
			return c.ID, c.Status, nil
		}
	}
	c, err := in.Authoring.Create(ctx, teacher, n)
	return c.ID, c.Status, err
}
