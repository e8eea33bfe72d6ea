package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/typeset"
	"lectern/internal/video/sandbox"
)

// storageFlags say where the data is. Every command has them.
type storageFlags struct {
	Data                string        `help:"Folder for the SQLite file, objects and keys." default:"./data" type:"path"`
	Database            string        `help:"postgres://… for PostgreSQL; without it, SQLite in the data folder." default:""`
	DatabaseWait        time.Duration `help:"How long a request waits for a database lock or connection before it fails with 503." default:"10s"`
	DatabaseConnections int           `help:"Maximum number of connections to PostgreSQL; at least 2." default:"16"`
	Storage             string        `help:"s3://bucket?endpoint=…&region=… for S3 or a compatible store, with keys from the usual AWS variables; otherwise the data folder." default:""`
	Secret              string        `help:"Secret of at least 32 characters, shared by all servers, that signs tokens; otherwise created in the data folder." default:""`
	MasterKeys          string        `help:"Keys that wrap the data keys of videos, as 1:base64,2:base64 of 32 bytes each; otherwise created in the data folder." default:""`
	LogFormat           string        `help:"text or json." enum:"text,json" default:"text"`
}

// workerFlags are the flags of processes that work on videos.
type workerFlags struct {
	Encoders              int  `help:"Number of parallel encodes; 0 means one for each core." default:"0"`
	AllowUnsandboxedMedia bool `help:"Run ffmpeg on uploaded files without isolation where bubblewrap can't start."`
	OtherVideoFormats     bool `help:"Accept MPEG-TS, FLV, WMV, 3GP and OGV beside MP4, MOV, WebM, AVI and MKV." default:"true" negatable:""`
}

// Validate refuses a negative number.
func (b workerFlags) Validate() error {
	if b.Encoders < 0 {
		return fmt.Errorf("--encoders takes a number of encodes, or 0 for one on each core; it got %d", b.Encoders)
	}
	return nil
}

// ttlFlags are how long uploads and playback tokens are valid. Servers and workers need the same values: a worker that
// deletes replaced videos must know how long they may still be watched.
type ttlFlags struct {
	UploadSessionTTL time.Duration `help:"How long an upload waits for its next chunk." default:"24h"`
	PlaybackTokenTTL time.Duration `help:"How long a playback URL of a video works." default:"3600s"`
}

// Validate refuses times in which nobody could upload or watch.
func (l ttlFlags) Validate() error {
	for flag, ttl := range map[string]time.Duration{"--upload-session-ttl": l.UploadSessionTTL, "--playback-token-ttl": l.PlaybackTokenTTL} {
		if ttl < time.Minute {
			return fmt.Errorf("%s takes at least 1m, such as 24h; it got %v", flag, ttl)
		}
	}
	return nil
}

func (l ttlFlags) set(p *app.Deps) {
	p.Config.UploadSessionTTL, p.Config.PlaybackTokenTTL = l.UploadSessionTTL, l.PlaybackTokenTTL
}

// accessTokenTTL is the lifetime of an access token (api.md).
const accessTokenTTL = 15 * time.Minute

// Validate refuses values that would only be noticed later, before anything is opened or created.
func (f storageFlags) Validate() error {
	switch {
	case f.Database != "" && !strings.HasPrefix(f.Database, "postgres://") && !strings.HasPrefix(f.Database, "postgresql://"):
		return errors.New("--database takes postgres://user@host/name, or nothing for SQLite in the data folder")
	case f.DatabaseWait < time.Millisecond:
		return fmt.Errorf("--database-wait takes at least 1ms, such as 10s; it got %v", f.DatabaseWait)
	case f.DatabaseConnections < 2 || f.DatabaseConnections > maxDatabaseConnections:
		return fmt.Errorf("--database-connections takes 2 to %d; it got %d", maxDatabaseConnections, f.DatabaseConnections)
	case f.Secret != "" && len(f.Secret) < seal.SecretSize:
		return fmt.Errorf("--secret takes at least %d characters; it got %d", seal.SecretSize, len(f.Secret))
	case f.Storage != "" && !strings.HasPrefix(f.Storage, "s3://"):
		return fmt.Errorf("--storage takes s3://bucket?endpoint=https://…&region=…, or nothing for the data folder; it got %q", f.Storage)
	}
	if f.Storage != "" {
		if _, err := blob.ParseBucket(f.Storage); err != nil {
			return fmt.Errorf("--storage: %w", err)
		}
	}
	if f.MasterKeys != "" {
		if _, err := seal.LoadMaster("", f.MasterKeys); err != nil {
			return fmt.Errorf("--master-keys: %w", err)
		}
	}
	return nil
}

// maxDatabaseConnections is the most that PostgreSQL itself can be configured for (max_connections).
const maxDatabaseConnections = 262143

// presence is whether a command may create the installation that it is to work on.
type presence int

const (
	orCreate presence = iota
	mustExist
)

func (f storageFlags) openDatabase(ctx context.Context, present presence) (*db.DB, error) {
	address := f.Database
	if address == "" {
		address = filepath.Join(f.Data, "lectern.db")
		if _, err := os.Stat(address); present == mustExist && errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("there is no installation in %s, and nothing was done: set its place with --data or --database", f.Data)
		}
	}
	if err := f.prepareData(); err != nil {
		return nil, err
	}
	return db.Open(ctx, address, db.Options{Timeout: f.DatabaseWait, Connections: f.DatabaseConnections, MustExist: present == mustExist})
}

// prepareData creates the data folder if it is missing and checks that it can be written to.
func (f storageFlags) prepareData() error {
	err := os.MkdirAll(f.Data, 0o700)
	if err == nil {
		const write, search = 2, 1 // W_OK, X_OK of access(2)
		err = syscall.Access(f.Data, write|search)
	}
	if err == nil {
		return nil
	}
	if reason, ok := errors.AsType[syscall.Errno](err); ok {
		err = reason // the path is already in the sentence
	}
	return fmt.Errorf("the data folder %s can't be used (%w): set one with --data that the user who runs lectern can write to", f.Data, err)
}

func (f storageFlags) openStorage(ctx context.Context) (blob.Store, error) {
	if f.Storage == "" {
		return blob.NewDisk(filepath.Join(f.Data, "objects"))
	}
	return blob.NewS3(ctx, f.Storage, filepath.Join(f.Data, "cache"))
}

// openBoth opens the database and the storage. The caller closes the database.
func (f storageFlags) openBoth(ctx context.Context, present presence) (*db.DB, blob.Store, error) {
	d, err := f.openDatabase(ctx, present)
	if err != nil {
		return nil, nil, err
	}
	store, err := f.openStorage(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return d, store, nil
}

// openDeps opens everything; closeAll closes it.
func (f storageFlags) openDeps(ctx context.Context, log *slog.Logger, present presence) (p app.Deps, closeAll func(), err error) {
	d, store, err := f.openBoth(ctx, present)
	if err != nil {
		return app.Deps{}, nil, err
	}
	secret, master, err := f.loadKeys(ctx, d)
	if err != nil {
		return app.Deps{}, nil, errors.Join(err, d.Close())
	}
	host, err := os.Hostname()
	if err != nil {
		return app.Deps{}, nil, errors.Join(err, d.Close())
	}
	fonts, err := typeset.New(os.DirFS(filepath.Join(f.Data, "fonts")))
	if err != nil {
		return app.Deps{}, nil, errors.Join(err, d.Close())
	}
	closeAll = func() {
		if err := d.Close(); err != nil {
			log.Error("the database did not close", "err", err)
		}
	}
	return app.Deps{
		Config: config.Config{Data: f.Data, Storage: f.Storage, UploadSessionTTL: 24 * time.Hour,
			PlaybackTokenTTL: time.Hour, ChunkSize: config.DefaultChunkSize, MaxFileSize: config.DefaultMaxFileSize},
		DB: d, Blob: store, Clock: clock.System{}, Log: log, Master: master, Secret: secret,
		Tokens: access.Tokens{Key: sign.DeriveKey(secret, "access tokens"), Clock: clock.System{}, TTL: accessTokenTTL},
		Worker: fmt.Sprintf("%s/%d", host, os.Getpid()), Fonts: fonts,
	}, closeAll, nil
}

// sandbox sets up the media tools; without them uploads wait, and the health check says why.
func (b workerFlags) sandbox(ctx context.Context, p *app.Deps) {
	p.Config.Encoders, p.Config.AdvertisedFormats = b.Encoders, !b.OtherVideoFormats
	box, err := sandbox.New(ctx, sandbox.Options{AllowUnsandboxed: b.AllowUnsandboxedMedia})
	if err != nil {
		p.Log.Error("videos will wait: this machine cannot process them", "err", err)
		p.MediaError = err
		return
	}
	p.Media = box
}
