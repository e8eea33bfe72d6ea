package app

import (
	"context"
	"errors"

	"lectern/internal/platform/backup"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/objectkey"
)

// ObjectRoots are the prefixes of an installation's objects.
var ObjectRoots = backup.Prefixes{"sources/", objectkey.Videos, objectkey.Avatars, objectkey.CourseFiles, objectkey.Brochures, objectkey.Submissions}

// CheckConsistency runs the health checks and then those of all features; with repair it fixes what it can. For operators.
func (a *App) CheckConsistency(ctx context.Context, repair bool) (findings []consistency.Finding, err error) {
	for _, c := range a.health {
		text, err := c.Run(ctx)
		if err != nil {
			text = err.Error() // an operator may read the cause
		}
		findings = append(findings, consistency.Finding{Part: c.Name, OK: err == nil, Text: text})
	}
	for f := range having[checker](a.Features) {
		for _, check := range f.Checks() {
			found, failed := check(ctx, repair)
			findings, err = append(findings, found...), errors.Join(err, failed)
		}
	}
	return findings, err
}
