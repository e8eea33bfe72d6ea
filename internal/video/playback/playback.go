// Package playback serves videos: it issues playback tokens to users who may watch, and serves manifests, the segments that
// transcode has sealed, in two variants, keys, captions and pictures to callers with a token.
//
// The tables of videos belong to transcode and are only read here, except that data keys are rewrapped after a rotation of
// the master key; captions and chapters belong to playback.
package playback

import (
	"log/slog"
	"time"

	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/seal"
	"lectern/internal/video/videoaccess"
)

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Master   *seal.Master
	Videos   *videoaccess.Checker
	Audit    *audit.Log
	Key      []byte // signs playback tokens; shared by all servers
	TokenTTL time.Duration
	Log      *slog.Logger
}

// Service implements the use cases. It is built once, in package app, and not copied.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	blob     blob.Store
	master   *seal.Master
	videos   *videoaccess.Checker
	audit    *audit.Log
	key      []byte
	tokenTTL time.Duration
	log      *slog.Logger

	manifests  manifestCache
	verified   verifiedSegments
	plaintexts plaintextCache
	buffers    bufferPool
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:       d.DB,
		clock:    d.Clock,
		blob:     d.Blob,
		master:   d.Master,
		videos:   d.Videos,
		audit:    d.Audit,
		key:      d.Key,
		tokenTTL: d.TokenTTL,
		log:      d.Log,
	}
}

// StreamingUrls is what a player needs to start. The URLs are on this server's origin and contain the token; a player
// requests new ones in time and sends the new token in the header X-Play-Token, which takes precedence over the one in a
// URL.
type StreamingUrls struct {
	VideoID    string            `json:"videoId"`
	Generation int64             `json:"generation"`
	Duration   float64           `json:"duration" doc:"In seconds."`
	ExpiresAt  time.Time         `json:"expiresAt" doc:"When the token dies. Ask again before."`
	Token      string            `json:"token"`
	Sealed     Manifests         `json:"sealed" doc:"Segments as they are stored, sealed with AES-256-GCM."`
	Clear      Manifests         `json:"clear" doc:"The same, opened by the server, for any player."`
	Keys       StreamKeys        `json:"keys"`
	Poster     string            `json:"poster" doc:"Empty until it is made."`
	Thumbnails []string          `json:"thumbnails"`
	Storyboard string            `json:"storyboard" doc:"WebVTT for the seek bar; empty until it is made."`
	Captions   []CaptionTrack    `json:"captions"`
	Chapters   []Chapter         `json:"chapters" doc:"In order; empty where its teachers have written none."`
	Audio      []AudioChoice     `json:"audio" doc:"The default track first; empty for a video without sound."`
	Renditions []StreamRendition `json:"renditions" doc:"Those that are whole, the smallest first."`
	Download   bool              `json:"downloadable" doc:"Whether the caller can have it as a file."`
	Final      bool              `json:"final" doc:"Whether no further rendition will come; until then the manifests gain some under the same addresses."`
}

// AudioChoice is an audio track as a player offers it.
type AudioChoice struct {
	Language string `json:"language" doc:"BCP 47; empty where the file does not say."`
	Label    string `json:"label"`
}

// Manifests holds the URLs of a variant's two manifests.
type Manifests struct {
	HLS  string `json:"hls"`
	DASH string `json:"dash"`
}

// StreamKeys locates the data keys of the sealed variant.
type StreamKeys struct {
	URLTemplate    string `json:"urlTemplate" doc:"With {epoch} in the place of its number. 32 bytes."`
	SegmentsPerKey int64  `json:"segmentsPerKey" doc:"Segment n belongs to epoch (n-1)/segmentsPerKey, the init to 0."`
}

// CaptionTrack describes captions for a player.
type CaptionTrack struct {
	Language string `json:"language" doc:"BCP 47."`
	Label    string `json:"label"`
	URL      string `json:"url"`
}

// StreamRendition is one entry of the quality menu.
type StreamRendition struct {
	Name      string `json:"name"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Bandwidth int64  `json:"bandwidth" doc:"Peak with the audio, in bit/s."`
}

// NotPlayable is the error info of a video that is not playable yet.
type NotPlayable struct {
	Status string `json:"status" enum:"pending,uploading,processing,completed,failed,cancelled"`
}
