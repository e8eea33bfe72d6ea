// Command bench measures Lectern against its peers on this machine: tusd for uploads, nginx for segments, one ffmpeg
// command for the ladder. Runs of ours and the peer's alternate, a figure is the median of the pairs' ratios, and rows run
// one at a time:
//
//	go run ./bench -only upload-raw,start
//
// It needs bin/lectern (make build), the tools of `scripts/install bench` and, for the row "workers", TEST_POSTGRES. It
// writes its results to bench/report.json, row by row, and generates bench/report.md from it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A row is one line of the table of figures.
type row struct {
	name string // for -only
	what string // what is compared with what
	run  func(*bench) ([]Figure, error)
}

var rows = []row{
	{"start", "from an empty data folder to ready, migrations included; memory at rest", startRow},
	{"upload-raw", "1 GiB as raw parts, each durable before its answer, against tusd taking the same file to the same disk", uploadRawRow},
	{"upload-base64", "1 GiB as base64 in JSON, against the same file as raw parts", uploadBase64Row},
	{"upload-memory", "20 chunks of 50 MB as base64 in flight at once", uploadMemoryRow},
	{"exchange-memory", "the largest file of questions in and out (10,000, 120 MB), against a server that holds the file as a whole", exchangeMemoryRow},
	{"complete", "complete-upload of the largest file that is allowed", completeRow},
	{"ladder", "every rung of a 60 s 1080p clip, against one ffmpeg command that makes the same rungs", ladderRow},
	{"workers", "a 3 minute clip on two workers against one, each held to one core", workersRow},
	{"flood", "reads while 200 people sign in at once, against the same reads when it is quiet", floodRow},
	{"growth", "a made-up school (lectern demo fill) against one of a hundredth of its size, on both databases", growthRow},
	{"pocketbase", "lists of a catalogue of 100,000 courses, against PocketBase serving the same rows from SQLite too; 16 clients", pocketbaseRow},
	{"announcements", "announcements in a school of 100,000 users, on SQLite: the number of unread ones, and notifying everyone by email", announcementsRow},
	{"schedule", "calendars of a school with 200 instructors and two years of sessions, on SQLite: free slots, a page of the calendar, the move of a series, many bookings of one slot", scheduleRow},
	{"segments", "segments over HTTP to 16 clients, against nginx serving plain files of the same sizes", segmentsRow},
	{"web", "JavaScript and CSS of the first public page", webRow},
}

// bench is the environment of a row.
type bench struct {
	ctx   context.Context
	root  string   // the project's folder
	dir   string   // an empty scratch folder on the measured disk, removed afterwards
	pairs int      // how many times ours and the peer's run alternate
	scale float64  // of the large school for measuring growth
	env   []string // of the servers besides our own
}

func main() {
	only := flag.String("only", "", "the rows to run, by name, separated by commas; all of them by default")
	pairs := flag.Int("pairs", 5, "how many times ours and the peer's run alternate (long encodes: at most 3)")
	scale := flag.Float64("scale", 1, "the large school of the row growth: 1 is 2,000 courses, 100,000 learners and 20 million lessons learned")
	scratch := flag.String("scratch", "bench/scratch", "where files and servers' data lie while it runs")
	flag.Parse()
	if address := os.Getenv(wholeServerAddress); address != "" {
		fmt.Fprintln(os.Stderr, "bench:", serveWhole(address))
		os.Exit(1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := measure(ctx, *only, bench{pairs: *pairs, scale: *scale}, *scratch); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measure runs the rows; a failing one does not stop the others, and is reported at the end.
func measure(ctx context.Context, only string, how bench, scratch string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	if err := adoptOrphans(); err != nil {
		return err
	}
	var failures []error
	for _, r := range chosen {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Printf("== %s: %s\n", r.name, r.what)
		figures, err := runRow(ctx, r, root, scratch, how)
		if err != nil {
			fmt.Println("   not measured:", err)
			failures = append(failures, fmt.Errorf("%s: %w", r.name, err))
			continue
		}
		for _, f := range figures {
			fmt.Println("  ", f)
		}
		if err := record(root, r, figures); err != nil {
			return err
		}
	}
	return errors.Join(failures...)
}

func choose(only string) ([]row, error) {
	if only == "" {
		return rows, nil
	}
	var chosen []row
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no row %q", name)
		}
		chosen = append(chosen, rows[i])
	}
	return chosen, nil
}

func runRow(ctx context.Context, r row, root, scratch string, how bench) ([]Figure, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	dir, err := filepath.Abs(filepath.Join(scratch, r.name))
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	how.ctx, how.root, how.dir = ctx, root, dir
	return r.run(&how)
}
