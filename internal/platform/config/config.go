// Package config holds the operator's settings. Every field is a flag of cmd/lectern and an environment variable.
package config

import (
	"net/netip"
	"time"

	"lectern/internal/platform/settings"
)

// Config is read once at the start and never changed.
type Config struct {
	Data              string // folder of the SQLite file, objects and keys
	Storage           string // s3://…; "" is in Data
	PublicURL         string // public address of the server; "" is what each request says
	LocalURL          string // address of the server on its own machine; "" in a worker
	TrustedProxies    []netip.Prefix
	UploadSessionTTL  time.Duration // from the last chunk
	PlaybackTokenTTL  time.Duration
	ChunkSize         int64 // bytes; offered by initialize when the client requests no size
	MaxFileSize       int64 // bytes
	AdvertisedFormats bool  // videos are accepted in the containers of the specification only
	Encoders          int   // concurrent encodes in this process; 0 is one per core
	IdentityProviders IdentityProviders
	MeetingServers    MeetingServers
	CalendarHosts     []string // host:port inside the own network from which instructors' calendars may be read
	PaymentProviders  PaymentProviders
	LanguageModel     LanguageModel
	NewsletterRate    int64          // emails of the newsletter a second; 0: 10
	LogAddresses      bool           // the security log keeps full IP addresses
	EraseAtOnce       bool           // administrators may erase accounts without the 30 days in which they can be restored
	FixedSettings     settings.Fixed // what administrators cannot change
}

// Limits of the specification (first document, section 9).
const (
	DefaultChunkSize   = 5 << 20
	DefaultMaxFileSize = 10 << 30
)

// LanguageModel is what writes for authors.
type LanguageModel struct {
	URL        string // of an API that speaks Chat Completions, with its version; "" for none
	Key        string
	Model      string
	FirstToken time.Duration // how long it may think before its first word
}
