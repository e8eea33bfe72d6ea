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

type reportCommand struct {
	Rebuild reportRebuildCommand `cmd:"" help:"Sum all figures again from their sources, and report how many differed."`
}

type reportRebuildCommand struct{ storageFlags }

// Run rebuilds the figures; the server may keep running.
func (c *reportRebuildCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	r, err := app.New(p).Reports.Rebuild(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("Summed the figures of %d days and courses; %d differed.\n", r.Parts, r.Differences)
	return nil
}
