package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"lectern/internal/platform/clock"
	"lectern/internal/video/uploader"
)

type uploadCommand struct {
	Files    []string `arg:"" name:"file" help:"Videos: MP4, MOV, WebM, AVI or MKV, at most 10 GB each." type:"existingfile"`
	Course   string   `help:"ID of the course that the videos belong to." required:""`
	Server   string   `help:"Where Lectern is." default:"http://127.0.0.1:8080"`
	Email    string   `help:"Email address of an instructor of the course; prompted for when not given."`
	Password string   `help:"Password; prompted for when not given. Use LECTERN_PASSWORD rather than the flag, which others on this machine can see."`
	Wait     bool     `help:"Wait until the videos are processed."`

	ChunkSize int64 `help:"Part size in bytes for files up to 1 GB; smaller parts suit unreliable connections." default:"10485760"`
}

const (
	filesAtOnce    = 3 // spec 000 section 9
	signOutTimeout = 5 * time.Second
)

// Run uploads the files, three at a time. Running the same command again resumes interrupted uploads.
func (c *uploadCommand) Run(ctx context.Context) error {
	base := strings.TrimRight(c.Server, "/") + "/api/v1"
	wire := http.DefaultTransport.(*http.Transport).Clone()
	wire.MaxIdleConnsPerHost = 16 // three files of three parts, and their calls
	user := &uploader.SignIn{BaseURL: base, HTTP: &http.Client{Transport: wire}, Clock: clock.System{}}
	var err error
	lines := bufio.NewReader(os.Stdin)
	if user.Email, user.Password, err = c.credentials(os.Stdin, lines); err != nil {
		return err
	}
	user.Code = func(context.Context) (string, error) {
		fmt.Fprint(os.Stderr, "Code of your authenticator app, or a recovery code: ")
		return readPassword(lines)
	}
	if _, err := user.Token(ctx, false); err != nil {
		return fmt.Errorf("cannot sign in at %s: %w", c.Server, err)
	}
	user.Code = nil // the display is in the way of prompts while files are uploaded
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	show := newDisplay(os.Stdout, os.Stderr)
	u := uploading{command: c, user: user.Email, show: show, saved: uploader.Saved{Dir: filepath.Join(cache, "lectern", "uploads"), Clock: clock.System{}},
		client: &uploader.Client{BaseURL: base, HTTP: user.HTTP, Token: user.Token}}
	failed := u.all(ctx)
	show.close()
	out, cancel := context.WithTimeout(context.WithoutCancel(ctx), signOutTimeout)
	defer cancel()
	err = user.SignOut(out)
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped; run the same command again to continue")
	case failed > 0:
		return fmt.Errorf("%d of %d files failed; run the same command again to retry, what has arrived is kept", failed, len(c.Files))
	}
	return err
}

// credentials returns the given credentials, or prompts for them on in, whose lines are read through lines; a typed
// password is not echoed.
func (c *uploadCommand) credentials(in *os.File, lines *bufio.Reader) (email, password string, err error) {
	if email = c.Email; email == "" {
		fmt.Fprint(os.Stderr, "Email: ")
		if email, err = lines.ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
			return "", "", err
		}
	}
	if password = c.Password; password == "" {
		fmt.Fprint(os.Stderr, "Password: ")
		if term.IsTerminal(int(in.Fd())) {
			typed, err := term.ReadPassword(int(in.Fd()))
			fmt.Fprintln(os.Stderr)
			return strings.TrimSpace(email), string(typed), err
		}
		password, err = readPassword(lines)
	}
	return strings.TrimSpace(email), password, err
}

// uploading is one run of the command.
type uploading struct {
	command *uploadCommand
	user    string // who uploads
	show    *display
	saved   uploader.Saved
	client  *uploader.Client
}

// all uploads every file and counts failures.
func (u *uploading) all(ctx context.Context) (failed int) {
	if err := u.saved.Sweep(); err != nil {
		u.show.trouble("The remains of old uploads could not be deleted: %v", err)
	}
	waiting := make(chan string, len(u.command.Files))
	for _, path := range u.command.Files {
		waiting <- path
	}
	close(waiting)
	var mu sync.Mutex
	var lanes sync.WaitGroup
	for range filesAtOnce {
		lanes.Go(func() {
			for path := range waiting {
				if err := u.one(ctx, path); err != nil {
					u.say(ctx, path, err)
					mu.Lock()
					failed++
					mu.Unlock()
				}
			}
		})
	}
	lanes.Wait()
	return failed
}

// say prints what went wrong with a file and what to do; the cancellation of the whole command is reported once, elsewhere.
func (u *uploading) say(ctx context.Context, path string, err error) {
	if ctx.Err() != nil {
		return
	}
	e := uploader.Classify(err)
	u.show.trouble("%s: %s %s", filepath.Base(path), sentence(e.Error()), e.Action())
}

func sentence(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

func (u *uploading) one(ctx context.Context, path string) (err error) {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	file, closer, err := uploader.OpenFile(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	place, err := u.saved.Entry(u.client.BaseURL, u.user, u.command.Course, file)
	if err != nil {
		return err
	}
	meter := u.show.begin(file.Name, "uploading")
	defer meter.end()
	result, err := u.client.New(file, uploader.Options{
		CourseID: u.command.Course, ChunkSize: u.command.ChunkSize, Minutes: minutesOf(ctx, path), Kept: place.Load(), Keep: u.remember(place), Progress: meter.set,
	}).Run(ctx)
	if err != nil {
		return err
	}
	meter.end()
	u.show.result("%s is video %s", file.Name, result.VideoID)
	if u.command.Wait {
		return u.follow(ctx, file.Name, result.VideoID)
	}
	return nil
}

// remember saves what a later run needs; a failure to save is reported once, and the upload goes on.
func (u *uploading) remember(place uploader.Entry) func(*uploader.SavedUpload) {
	var once sync.Once
	return func(k *uploader.SavedUpload) {
		if err := place.Save(k); err != nil {
			once.Do(func() { u.show.trouble("This upload can't be continued in another run: %v", err) })
		}
	}
}

// follow shows the processing of a video until it has ended.
func (u *uploading) follow(ctx context.Context, name, videoID string) error {
	meter := u.show.begin(name, "processing")
	defer meter.end()
	last, err := u.client.Follow(ctx, videoID, func(p uploader.Processing) { meter.set(int64(p.Progress*10), 1000) })
	if err != nil {
		return err
	}
	if last.Status != "completed" {
		return fmt.Errorf("processing ended as %s: %s", last.Status, last.FailureReason)
	}
	meter.end()
	u.show.result("%s is ready to watch", name)
	return nil
}

const probeTimeout = 5 * time.Second // enough for the header of any video

// minutesOf returns the length of a video, which decides into how many chunks a short one is divided. 0 if this machine has
// no ffprobe, or ffprobe fails.
func minutesOf(ctx context.Context, path string) float64 {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	// "file:" keeps ffprobe from taking a name with a colon for a URL.
	printed, err := exec.CommandContext(ctx, "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-show_entries", "format=duration",
		"-of", "default=noprint_wrappers=1:nokey=1", "file:"+path).Output()
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(printed)), 64)
	if err != nil || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return 0
	}
	return max(0, seconds/60)
}
