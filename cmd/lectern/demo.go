package main

import (
	"context"
	"fmt"
	"log/slog"

	"lectern/internal/app"
	"lectern/internal/sample"
)

type demoCommand struct {
	Fill demoFillCommand `cmd:"" help:"Fill an empty installation with a generated school, to test Lectern at that size."`
}

type demoFillCommand struct {
	storageFlags
	Scale float64 `help:"1 means 2,000 courses, 100,000 learners, 1 million enrolments and 20 million completed lessons." default:"0.01"`
}

// Validate refuses sizes that are none.
func (c *demoFillCommand) Validate() error {
	if !(c.Scale > 0 && c.Scale <= maxScale) { // also not for NaN
		return fmt.Errorf("--scale takes a number above 0 and up to %d; it got %v", maxScale, c.Scale)
	}
	return c.storageFlags.Validate()
}

// maxScale is a school of ten million learners.
const maxScale = 100

// Run takes some minutes at scale 1.
func (c *demoFillCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), orCreate)
	if err != nil {
		return err
	}
	defer closeAll()
	a := app.New(p)
	in := sample.Installation{App: a, DB: p.DB}
	size := sample.SchoolOf(c.Scale)
	if err := sample.FillSchool(ctx, in, size, func(done string) { fmt.Println(done) }); err != nil {
		return err
	}
	fmt.Printf("%d courses and %d learners. Sign in as learner0@school.test or with a demo account. Password: %s\n", size.Courses, size.Learners, sample.Password)
	return nil
}
