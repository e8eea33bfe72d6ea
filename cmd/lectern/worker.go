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
	paymentFlags
}

// Validate refuses flags before anything is opened.
func (c *workerCommand) Validate() error {
	if err := validate(c.storageFlags, c.workerFlags, c.mailFlags, c.ttlFlags, c.settingsFlags, c.meetingFlags, c.paymentFlags); err != nil {
		return err
	}
	return c.needPublicURL(c.mailFlags)
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
	c.paymentFlags.set(&p)
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
