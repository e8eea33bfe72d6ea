package main

import (
	"context"
	"fmt"

	"lectern/internal/app"
	"lectern/internal/platform/backup"
)

type backupCommand struct {
	storageFlags
	Dir string `arg:"" help:"New folder for the backup." type:"path"`
}

// Run copies the tables and the objects. The server may keep running.
func (c *backupCommand) Run(ctx context.Context) error {
	d, store, err := c.openBoth(ctx, mustExist)
	if err != nil {
		return err
	}
	defer d.Close()
	m, err := backup.Write(ctx, d, store, app.ObjectRoots, c.Dir)
	if err != nil {
		return err
	}
	fmt.Printf("Backed up %d tables and %d objects to %s.\nIt does not contain the keys: keep %s/keys, or LECTERN_SECRET and LECTERN_MASTER_KEYS, in another place.\n",
		len(m.Tables), m.Objects, c.Dir, c.Data)
	return nil
}

type restoreCommand struct {
	storageFlags
	Dir string `arg:"" help:"Folder of the backup." type:"existingdir"`
}

// Run restores a backup into an empty installation. No server may run on it.
func (c *restoreCommand) Run(ctx context.Context) error {
	d, store, err := c.openBoth(ctx, orCreate)
	if err != nil {
		return err
	}
	defer d.Close()
	m, err := backup.Restore(ctx, d, store, c.Dir)
	if err != nil {
		return err
	}
	fmt.Printf("Restored %d tables and %d objects. Add the keys of the original installation, then start the server.\n", len(m.Tables), m.Objects)
	return nil
}
