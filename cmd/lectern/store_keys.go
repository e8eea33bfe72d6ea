package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/seal"
	"lectern/internal/platform/sign"
)

// hasKeys reports whether the database has been used with keys before.
func hasKeys(ctx context.Context, d *db.DB) (bool, error) {
	return d.Reader().NewSelect().Table("settings").Where("name = 'secret_fingerprint'").Exists(ctx)
}

// checkSharedKeys prevents machines with different keys from sharing a database: they would refuse each other's signatures
// and could not decrypt each other's videos.
func checkSharedKeys(ctx context.Context, d *db.DB, secret []byte, master *seal.Master) error {
	sum := sha256.Sum256(sign.DeriveKey(secret, "fingerprint"))
	return d.InTx(ctx, func(tx bun.IDB) error {
		if err := checkFingerprint(ctx, tx, "secret_fingerprint", hex.EncodeToString(sum[:8]), "secret"); err != nil {
			return err
		}
		for version, print := range master.Fingerprints() {
			if err := checkFingerprint(ctx, tx, fmt.Sprintf("master_key_%06d", version), print, fmt.Sprintf("master key %d", version)); err != nil {
				return err
			}
		}
		var newest string
		err := tx.NewSelect().Table("settings").ColumnExpr("max(name)").Where("name LIKE 'master_key_%'").Scan(ctx, &newest)
		if err == nil && newest > fmt.Sprintf("master_key_%06d", master.Newest()) {
			err = fmt.Errorf("this installation has a newer master key than this machine: give it the keys of the others (LECTERN_MASTER_KEYS, or keys/master.json of the data folder)")
		}
		return err
	})
}

// checkFingerprint stores the fingerprint of a key the first time, and later refuses a different one.
func checkFingerprint(ctx context.Context, tx bun.IDB, name, mine, what string) error {
	if _, err := tx.NewRaw("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, mine).Exec(ctx); err != nil {
		return err
	}
	var theirs string
	if err := tx.NewSelect().Table("settings").Column("value").Where("name = ?", name).Scan(ctx, &theirs); err != nil {
		return err
	}
	if mine != theirs {
		return fmt.Errorf("this database belongs to an installation with another %s: give all its machines the same --secret and --master-keys (LECTERN_SECRET, LECTERN_MASTER_KEYS), or the same keys folder", what)
	}
	return nil
}
