package main

import (
	"context"

	"lectern/internal/app"
)

type workerCommand struct {
	storageFlags
	workerFlags
	mailFlags
	ttlFlags
	settingsFlags
	meetingFlags
}

// Validate refuses flags before anything is opened.
func (c *workerCommand) Validate() error {
	return validate(c.storageFlags, c.workerFlags, c.mailFlags, c.ttlFlags, c.settingsFlags, c.meetingFlags)
}

func (c *workerCommand) Run(ctx context.Context) error {
	log := newLog(c.LogFormat)
	p, closeAll, err := c.openDeps(ctx, log, orCreate)
	if err != nil {
		return err
	}
	defer closeAll()
	if err := c.mailFlags.set(&p); err != nil {
		return err
	}
	c.ttlFlags.set(&p)
	c.meetingFlags.set(&p)
	if err := c.settingsFlags.set(&p); err != nil {
		return err
	}
	c.sandbox(ctx, &p)
	if p.MediaError != nil {
		return p.MediaError
	}
	log.Info("working", "worker", p.Worker)
	return app.New(p).Runner.Run(ctx)
}
