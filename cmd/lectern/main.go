// Command lectern is the whole product: server, worker and tools in one binary.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands are the commands of the binary. Every flag is also an environment variable: LECTERN_<FLAG>.
type commands struct {
	Serve    serveCommand        `cmd:"" help:"Serve the API and the web app, and run background jobs."`
	Worker   workerCommand       `cmd:"" help:"Run only background jobs, on any number of machines."`
	Migrate  migrateCommand      `cmd:"" help:"Migrate the database schema to this version."`
	OpenAPI  openapiCommand      `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Doctor   doctorCommand       `cmd:"" help:"Check the installation, and with --repair fix it."`
	Backup   backupCommand       `cmd:"" help:"Back up all tables and objects to a folder, while the server runs."`
	Restore  restoreCommand      `cmd:"" help:"Fill an empty installation from a backup."`
	Rotate   rotateKeysCommand   `cmd:"" name:"rotate-keys" help:"Create a new master key and rewrap all data keys with it."`
	User     userCommand         `cmd:"" help:"List and manage accounts, even when no one can sign in."`
	Upload   uploadCommand       `cmd:"" help:"Upload videos to a course from any machine."`
	Demo     demoCommand         `cmd:"" help:"Manage demo and test content."`
	Progress progressCommand     `cmd:"" help:"Maintain learners' progress."`
	Report   reportCommand       `cmd:"" help:"Maintain the figures of dashboards."`
	Receipts receiptsCommand     `cmd:"" help:"Prove the numbers of receipts."`
	Certs    certificatesCommand `cmd:"" name:"certificates" help:"Maintain the key that signs certificates."`
	Verify   verifyCommand       `cmd:"" help:"Check the signature of a certificate, without an installation and without a network."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := execute(ctx, os.Args[1:]); err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(os.Stderr, "lectern:", err)
		stop()
		os.Exit(status(err))
	}
}

// execute runs the command that the arguments name. Arguments that it cannot take are refused before anything is opened.
func execute(ctx context.Context, args []string) error {
	var cli commands
	parser := kong.Must(&cli, kong.Name("lectern"), kong.DefaultEnvars("LECTERN"), kong.UsageOnError(),
		kong.Description("An online course platform: upload large course videos, process them, watch them anywhere."))
	chosen, err := parser.Parse(args)
	if err != nil {
		return err
	}
	chosen.BindTo(ctx, (*context.Context)(nil))
	return chosen.Run()
}

// validated is a group of flags that belong together.
type validated interface{ Validate() error }

// validate is for commands with several groups of flags: kong asks a command alone.
func validate(groups ...validated) error {
	for _, g := range groups {
		if err := g.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// status returns 2 for arguments that were refused, and 1 for a command that failed.
func status(err error) int {
	if _, refused := errors.AsType[*kong.ParseError](err); refused {
		return 2
	}
	return 1
}

func newLog(format string) *slog.Logger {
	if format == "json" {
		return slog.New(slog.NewJSONHandler(os.Stderr, nil))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, nil))
}
