// Package playback serves videos: it gives those who may watch a playback token, and whoever holds one the manifests, the
// segments that transcode has sealed, in two variants, their keys, captions and pictures.
//
// The tables of videos are transcode's and only read here (data keys are also wrapped anew when a master key rotates);
// captions are playback's own.
package playback

import (
	"log/slog"
	"time"

	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/seal"
	"lectern/internal/video/videoaccess"
)

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Blob     blob.Store
	Master   *seal.Master
	Videos   *videoaccess.Checker
	Key      []byte // signs playback tokens; the same on every server
	TokenTTL time.Duration
	Log      *slog.Logger
}

// Service is the use cases. It is built once, in package app, and not copied.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	blob     blob.Store
	master   *seal.Master
	videos   *videoaccess.Checker
	key      []byte
	tokenTTL time.Duration
	log      *slog.Logger

	manifests  manifestCache
	verified   verifiedSegments
	plaintexts plaintextCache
	buffers    bufferPool
}

// New builds the service. It panics when a dependency is missing.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:       d.DB,
		clock:    d.Clock,
		blob:     d.Blob,
		master:   d.Master,
		videos:   d.Videos,
		key:      d.Key,
		tokenTTL: d.TokenTTL,
		log:      d.Log,
	}
}

// StreamingUrls is all that a player needs to begin. Addresses lie under this server's origin and hold the token;
// a player that plays for longer asks again in time and sends the new token in the header X-Play-Token, which goes
// before the one in an address.
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
	Renditions []StreamRendition `json:"renditions" doc:"Those that are whole, the smallest first."`
	Final      bool              `json:"final" doc:"Whether no further rendition will come; until then the manifests gain some under the same addresses."`
}

// Manifests are the addresses of the two manifests of a variant.
type Manifests struct {
	HLS  string `json:"hls"`
	DASH string `json:"dash"`
}

// StreamKeys says where the data keys of the sealed variant are.
type StreamKeys struct {
	URLTemplate    string `json:"urlTemplate" doc:"With {epoch} in the place of its number. 32 bytes."`
	SegmentsPerKey int64  `json:"segmentsPerKey" doc:"Segment n belongs to epoch (n-1)/segmentsPerKey, the init to 0."`
}

// CaptionTrack is captions as a player shows them.
type CaptionTrack struct {
	Language string `json:"language" doc:"BCP 47."`
	Label    string `json:"label"`
	URL      string `json:"url"`
}

// StreamRendition is one rung of the quality menu.
type StreamRendition struct {
	Name      string `json:"name"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Bandwidth int64  `json:"bandwidth" doc:"Peak with the audio, in bit/s."`
}

// NotPlayable is the error info of a video that does not play yet.
type NotPlayable struct {
	Status string `json:"status" enum:"pending,uploading,processing,completed,failed,cancelled"`
}
