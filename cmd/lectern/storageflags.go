package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/sign"
	"lectern/internal/video/media"
)

// storageFlags say where the data is. Every command has them.
type storageFlags struct {
	Data                string        `help:"Folder for the SQLite file, objects and keys." default:"./data" type:"path"`
	Database            string        `help:"postgres://… for PostgreSQL; SQLite in the data folder otherwise." default:""`
	DatabaseWait        time.Duration `help:"How long a request waits for a lock in the database and for a free connection to it; then it is answered 503." default:"10s"`
	DatabaseConnections int           `help:"Connections of this process to PostgreSQL, at most; at least 2." default:"16"`
	Storage             string        `help:"s3://bucket?endpoint=…&region=… for S3 and its like, keys from the usual AWS variables; the data folder otherwise." default:""`
	Secret              string        `help:"At least 32 characters that all servers share, from which tokens are signed; made in the data folder otherwise." default:""`
	MasterKeys          string        `help:"Keys that wrap the data keys of videos, as 1:base64,2:base64 of 32 bytes each; made in the data folder otherwise." default:""`
	LogFormat           string        `help:"text or json." enum:"text,json" default:"text"`
}

// workerFlags are the flags of processes that work on videos.
type workerFlags struct {
	Encoders              int  `help:"Encodes at once; 0 is one for each core." default:"0"`
	AllowUnsandboxedMedia bool `help:"Run ffmpeg on uploaded files without isolation where bubblewrap does not start."`
	OtherVideoFormats     bool `help:"Accept MPEG-TS, FLV, WMV, 3GP and OGV beside MP4, MOV, WebM, AVI and MKV." default:"true" negatable:""`
}

// ttlFlags are how long uploads and playback tokens are valid. Servers and workers need the same values: a worker that
// deletes replaced videos must know how long they may still be watched.
type ttlFlags struct {
	UploadSessionTTL time.Duration `help:"How long an upload waits for its next chunk." default:"24h"`
	PlaybackTokenTTL time.Duration `help:"How long an address of a video plays." default:"3600s"`
}

func (l ttlFlags) set(p *app.Deps) {
	p.Config.UploadSessionTTL, p.Config.PlaybackTokenTTL = l.UploadSessionTTL, l.PlaybackTokenTTL
}

// accessTokenTTL is the lifetime of an access token (api.md).
const accessTokenTTL = 15 * time.Minute

func (f storageFlags) openDatabase(ctx context.Context) (*db.DB, error) {
	address := f.Database
	if address == "" {
		address = filepath.Join(f.Data, "lectern.db")
	} else if !strings.HasPrefix(address, "postgres://") && !strings.HasPrefix(address, "postgresql://") {
		return nil, fmt.Errorf("--database takes postgres://…, or nothing for SQLite in the data folder; it got %q", address)
	}
	if err := os.MkdirAll(f.Data, 0o700); err != nil {
		return nil, err
	}
	return db.Open(ctx, address, db.Options{Timeout: f.DatabaseWait, Connections: f.DatabaseConnections})
}

func (f storageFlags) openStorage(ctx context.Context) (blob.Store, error) {
	switch {
	case f.Storage == "":
		return blob.NewDisk(filepath.Join(f.Data, "objects"))
	case strings.HasPrefix(f.Storage, "s3://"):
		return blob.NewS3(ctx, f.Storage, filepath.Join(f.Data, "cache"))
	}
	return nil, fmt.Errorf("--storage takes s3://bucket?endpoint=…&region=…, or nothing for the data folder; it got %q", f.Storage)
}

// openDeps opens everything; closeAll closes it.
func (f storageFlags) openDeps(ctx context.Context, log *slog.Logger) (p app.Deps, closeAll func(), err error) {
	d, err := f.openDatabase(ctx)
	if err != nil {
		return p, nil, err
	}
	closeAll = func() {
		if err := d.Close(); err != nil {
			log.Error("the database did not close", "err", err)
		}
	}
	defer func() {
		if err != nil {
			closeAll()
		}
	}()
	store, err := f.openStorage(ctx)
	if err != nil {
		return p, nil, err
	}
	secret, err := f.secret()
	if err != nil {
		return p, nil, err
	}
	master, err := seal.LoadMaster(filepath.Join(f.Data, "keys", "master.json"), f.MasterKeys)
	if err != nil {
		return p, nil, err
	}
	if err := checkSharedKeys(ctx, d, secret, master); err != nil {
		return p, nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		return p, nil, err
	}
	return app.Deps{
		Config: config.Config{Data: f.Data, Storage: f.Storage, UploadSessionTTL: 24 * time.Hour,
			PlaybackTokenTTL: time.Hour, ChunkSize: config.DefaultChunkSize, MaxFileSize: config.DefaultMaxFileSize},
		DB: d, Blob: store, Clock: clock.System{}, Log: log, Master: master, Secret: secret,
		Tokens: access.Tokens{Key: sign.DeriveKey(secret, "access tokens"), Clock: clock.System{}, TTL: accessTokenTTL},
		Worker: fmt.Sprintf("%s/%d", host, os.Getpid()),
	}, closeAll, nil
}

// sandbox sets up the media tools; without them uploads wait, and the health check says why.
func (b workerFlags) sandbox(ctx context.Context, p *app.Deps) {
	p.Config.Encoders = b.Encoders
	box, err := media.NewSandbox(ctx, media.SandboxOptions{AllowUnsandboxed: b.AllowUnsandboxedMedia, AdvertisedOnly: !b.OtherVideoFormats})
	if err != nil {
		p.Log.Error("videos will wait: this machine cannot process them", "err", err)
		p.MediaTrouble = err
		return
	}
	p.Media = box
}

// secret reads the secret of the installation, or creates one at the first start.
func (f storageFlags) secret() ([]byte, error) {
	if f.Secret != "" {
		if len(f.Secret) < 32 {
			return nil, errors.New("--secret needs at least 32 characters")
		}
		return []byte(f.Secret), nil
	}
	return seal.LoadSecret(filepath.Join(f.Data, "keys", "secret"))
}
