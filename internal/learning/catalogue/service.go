// Package catalogue lets users find courses: filtered lists, search, facets, suggestions, categories and the home
// page.
package catalogue

import (
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/rest"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Log
}

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

const deepest = 500 // highest page number; beyond it, use the cursor
