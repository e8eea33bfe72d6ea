package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/term"

	"lectern/internal/app"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/seal"
)

type doctorCommand struct {
	storageFlags
	workerFlags
	Repair bool `help:"Fix what can be fixed: delete rows without objects, delete objects without rows, and record objects that were stored before they were recorded."`
	Full   bool `help:"Read and verify every object, in place of a sample of 200 of each kind."`
	JSON   bool `name:"json" help:"Print the report as JSON."`
}

// Validate refuses flags before anything is opened.
func (c *doctorCommand) Validate() error { return validate(c.storageFlags, c.workerFlags) }

// Run checks the installation and prints what is wrong; then it returns an error.
func (c *doctorCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	c.sandbox(ctx, &p)
	findings, err := app.New(p).CheckConsistency(ctx, consistency.Options{Repair: c.Repair, Full: c.Full, Progress: progressOn(os.Stderr)})
	if err != nil {
		return err
	}
	if err := c.print(findings); err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f consistency.Finding) bool { return !f.OK }) {
		return errors.New("problems were found, see above")
	}
	return nil
}

func (c *doctorCommand) print(findings []consistency.Finding) error {
	if c.JSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "  ")
		return out.Encode(findings)
	}
	for _, f := range findings {
		word := "fine"
		if !f.OK {
			word = "WRONG"
		}
		fmt.Printf("%-6s %-10s %s\n", word, f.Part, f.Text)
	}
	return nil
}

// progressOn shows on a terminal how much has been read, and nothing elsewhere.
func progressOn(terminal *os.File) func(part string, done, all int) {
	if !term.IsTerminal(int(terminal.Fd())) {
		return nil
	}
	return func(part string, done, all int) {
		if done++; done == all {
			fmt.Fprint(terminal, "\r\x1b[K") // erases the line
			return
		}
		if done%10 == 1 {
			fmt.Fprintf(terminal, "\r\x1b[K%s: %d of %d read", part, done, all)
		}
	}
}

type rotateKeysCommand struct {
	storageFlags
	OnlyRewrap bool `help:"Create no new master key; rewrap only what an older one still wraps."`
}

// Run creates a new master key, if the keys are in a file, and rewraps all data keys with the newest. Segments do not
// change, and running processes find the new key in the file.
func (c *rotateKeysCommand) Run(ctx context.Context) error {
	if c.MasterKeys == "" && !c.OnlyRewrap {
		// Before a key is made: an installation that cannot be opened, or has other keys, is not to have one.
		_, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
		if err != nil {
			return err
		}
		closeAll()
		version, err := seal.Rotate(filepath.Join(c.Data, "keys", "master.json"))
		if err != nil {
			return err
		}
		fmt.Printf("Made master key %d.\n", version)
	}
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	a := app.New(p)
	n, err := a.Playback.RewrapKeys(ctx)
	if err != nil {
		return err
	}
	secrets, err := a.Factors.RewrapSecrets(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("Rewrapped %d data keys and the secrets of %d authenticator apps. Remove an older master key only when lectern doctor reports that it wraps nothing.\n", n, secrets)
	return nil
}
