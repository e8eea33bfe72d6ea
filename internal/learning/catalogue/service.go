// Package catalogue is where courses are found: lists by filters, search, facets, suggestions, categories and the first page.
package catalogue

import (
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/rest"
)

// Deps are what New needs.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Log
}

// Service is the use cases.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	audit  *audit.Log
	counts memory[rest.Count]
	facets memory[CourseFacets]
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, audit: d.Audit}
}

const deepest = 500 // page that can be asked for by number
