// Package config is what an operator can set. Every field is a flag of cmd/lectern and an environment variable.
package config

import (
	"net/netip"
	"time"
)

// Config is read once, at the start; nothing changes it afterwards.
type Config struct {
	Data              string // folder for the SQLite file, objects and keys
	Storage           string // s3://…; "" is in Data
	PublicURL         string // where people reach the server; "" is what each request says
	LocalURL          string // where its own machine reaches the server; "" of a worker
	TrustedProxies    []netip.Prefix
	UploadSessionTTL  time.Duration // from the last chunk
	PlaybackTokenTTL  time.Duration
	ChunkSize         int64 // bytes; the size that initialize offers when it is asked for none
	MaxFileSize       int64 // bytes
	Encoders          int   // encodes at once in this process; 0 is one for each core
	IdentityProviders IdentityProviders
}

// Limits of the specification (first document, section 9).
const (
	DefaultChunkSize   = 5 << 20
	DefaultMaxFileSize = 10 << 30
)
