package blogexchange

import (
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
)

// Deps are what New needs.
type Deps struct {
	DB    *db.DB
	Blob  blob.Store
	Audit *audit.Log
}

// Service is the use cases.
type Service struct {
	deps   Deps
	writer *writer
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, newWriter()}
}
