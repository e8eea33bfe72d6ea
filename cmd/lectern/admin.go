package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"

	"lectern/internal/app"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
)

type migrateCommand struct{ storageFlags }

// Run migrates the schema; every other command does so too, one process at a time.
func (c *migrateCommand) Run(ctx context.Context) error {
	d, err := c.openDatabase(ctx, orCreate)
	if err != nil {
		return err
	}
	fmt.Println("The database schema is up to date.")
	return d.Close()
}

type openapiCommand struct{}

func (openapiCommand) Run() error {
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(app.NewForDocument().API.Document)
}

type userCommand struct {
	Create userCreateCommand `cmd:"" help:"Create an account. The password is read from standard input."`
	List   userListCommand   `cmd:"" help:"List the accounts."`
	Unlock userUnlockCommand `cmd:"" help:"Unlock an account that an administrator or failed attempts have locked."`
	Reset  userResetCommand  `cmd:"" name:"reset-2fa" help:"Remove the two-factor authentication of an account whose owner has lost it. The owner is notified by email."`
}

type userCreateCommand struct {
	storageFlags
	Email string        `arg:"" help:"Email address."`
	Name  string        `help:"Full name." required:""`
	Role  []access.Role `help:"student, instructor, corporate or admin; can be repeated." default:"student" enum:"student,instructor,corporate,admin"`
}

func (c *userCreateCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), orCreate)
	if err != nil {
		return err
	}
	defer closeAll()
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	u, err := app.New(p).Accounts.Create(ctx, directory.Registration{FullName: c.Name, Email: c.Email, Password: password}, c.Role...)
	if err != nil {
		return err
	}
	fmt.Printf("Made %s, who is %v.\n", u.Email, u.Roles)
	return nil
}

type userListCommand struct{ storageFlags }

// Run lists the accounts in batches.
func (c *userListCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	accounts := app.New(p).Accounts
	table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "E-MAIL\tNAME\tROLES")
	for after := ""; ; {
		page, err := accounts.Users(ctx, after, 100)
		if err != nil {
			return err
		}
		for _, u := range page {
			fmt.Fprintf(table, "%s\t%s\t%v\n", u.Email, u.FullName, u.Roles)
			after = u.ID
		}
		if len(page) == 0 {
			return table.Flush()
		}
	}
}

type userUnlockCommand struct {
	storageFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userUnlockCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	u, err := app.New(p).Accounts.UnlockByOperator(ctx, c.Email)
	if err != nil {
		return err
	}
	fmt.Printf("%s can sign in again.\n", u.Email)
	return nil
}

type userResetCommand struct {
	storageFlags
	Email string `arg:"" help:"Email address."`
}

func (c *userResetCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	a := app.New(p)
	u, err := a.Accounts.Find(ctx, c.Email)
	if err != nil {
		return err
	}
	if err := a.Factors.ResetByOperator(ctx, u.ID); err != nil {
		return err
	}
	fmt.Printf("%s has been signed out everywhere and can sign in with just the password.\n", u.Email)
	return nil
}

// readPassword reads one line, so that the password appears in no process list or shell history.
func readPassword(r io.Reader) (string, error) {
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return "", errors.New("pass the password on standard input")
	}
	return password, nil
}
