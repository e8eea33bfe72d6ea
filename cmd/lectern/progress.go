package main

import (
	"context"
	"fmt"
	"log/slog"

	"lectern/internal/app"
)

type progressCommand struct {
	Rebuild progressRebuildCommand `cmd:"" help:"Recompute all progress from events, and report how much differed."`
}

type progressRebuildCommand struct{ storageFlags }

// Run rebuilds progress; students may keep learning.
func (c *progressRebuildCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	r, err := app.New(p).Progress.Rebuild(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("Recomputed progress in %d lessons and %d courses; %d differed.\n", r.Lessons, r.Courses, r.Differences)
	return nil
}
