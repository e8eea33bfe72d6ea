package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/platform/backup"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/objectkey"
)

// ObjectRoots are the prefixes of an installation's objects.
var ObjectRoots = backup.Prefixes{objectkey.Sources, objectkey.Videos, objectkey.Avatars, objectkey.Logos, objectkey.Covers, objectkey.BlogCovers, objectkey.Media, objectkey.CourseFiles, objectkey.Brochures, objectkey.Submissions, objectkey.PaymentProofs, objectkey.Complaints, objectkey.Certificates, objectkey.CertificatePictures}

// CheckConsistency runs the health checks and then those of all features; with repair it fixes what it can. For operators.
func (a *App) CheckConsistency(ctx context.Context, o consistency.Options) (findings []consistency.Finding, err error) {
	for _, c := range a.health {
		text, err := c.Run(ctx)
		if err != nil {
			text = err.Error() // an operator may read the cause
		}
		findings = append(findings, consistency.Finding{Part: c.Name, OK: err == nil, Text: text})
	}
	found, err := a.checkDatabase(ctx)
	if err != nil {
		return findings, err
	}
	findings = append(findings, found)
	checks := []consistency.Check{a.objects.Checks(append(slices.Clone(ObjectRoots), objectkey.Exports))}
	for f := range having[checker](a.Features) {
		checks = append(checks, f.Checks()...)
	}
	for _, check := range checks {
		found, failed := check(ctx, o)
		findings, err = append(findings, found...), errors.Join(err, failed)
	}
	return findings, err
}

// checkDatabase reads every row of every table, and has SQLite examine its file.
func (a *App) checkDatabase(ctx context.Context) (consistency.Finding, error) {
	finding := consistency.Finding{Part: "database"}
	damage, err := a.database.Damage(ctx)
	if err != nil {
		damage = append(damage, err.Error())
	}
	tables, err := backup.Hash(ctx, a.database)
	if err != nil {
		damage = append(damage, err.Error())
	}
	if ctx.Err() != nil {
		return finding, ctx.Err()
	}
	if len(damage) > 0 {
		finding.Text = "The database is damaged; restore a backup into a new data folder or database: " + strings.Join(damage, "; ")
		return finding, nil
	}
	rows := int64(0)
	for _, t := range tables {
		rows += t.Rows
	}
	finding.OK, finding.Text = true, fmt.Sprintf("all %d rows of %d tables can be read, and refer to rows that exist", rows, len(tables))
	return finding, nil
}
