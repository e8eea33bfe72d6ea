package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"lectern/internal/app"
	"lectern/internal/learning/openbadge"
)

type receiptsCommand struct {
	Verify receiptsVerifyCommand `cmd:"" help:"Check that no receipt is missing and that none was changed since it was issued."`
}

type receiptsVerifyCommand struct{ storageFlags }

// Run prints each series with its last number, and what is wrong; then it returns an error.
func (c *receiptsVerifyCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	all, err := app.New(p).Receipts.Verify(ctx)
	if err != nil {
		return err
	}
	intact := true
	for _, s := range all {
		fmt.Printf("%-16s 1 to %d\n", s.Name, s.Last)
		for _, damage := range s.Damages {
			fmt.Println("  " + damage)
		}
		intact = intact && s.Intact
	}
	if !intact {
		return errors.New("the series of receipts are damaged, see above; restore the database from a backup")
	}
	return nil
}

type certificatesCommand struct {
	RotateKey rotateIssuerCommand `cmd:"" name:"rotate-key" help:"Make a new key that signs certificates. What earlier keys have signed stays valid."`
}

type rotateIssuerCommand struct{ storageFlags }

// Run makes the key.
func (c *rotateIssuerCommand) Run(ctx context.Context) error {
	p, closeAll, err := c.openDeps(ctx, slog.New(slog.DiscardHandler), mustExist)
	if err != nil {
		return err
	}
	defer closeAll()
	if err := app.New(p).Certificates.RotateKey(ctx); err != nil {
		return err
	}
	fmt.Println("A new key signs certificates from now on. Anyone who checks them offline should save /api/v1/certificates/issuer again.")
	return nil
}

// verifyCommand needs no installation and no network: a certificate can be checked when its school is gone.
type verifyCommand struct {
	File   string `arg:"" help:"The PDF of a certificate." type:"existingfile"`
	Issuer string `help:"Who issued it: the file that the school serves at /api/v1/certificates/issuer, saved from a source that you trust." required:"" type:"existingfile"`
}

const mostPDF = 64 << 20 // bytes; certificates have less than one

// Run prints what was signed, or returns an error that says what is wrong.
func (c *verifyCommand) Run() error {
	pdf, err := readLimited(c.File)
	if err != nil {
		return err
	}
	saved, err := readLimited(c.Issuer)
	if err != nil {
		return err
	}
	var profile openbadge.Document
	if err := json.Unmarshal(saved, &profile); err != nil {
		return fmt.Errorf("%s is not the file of an issuer: %w", c.Issuer, err)
	}
	badge, err := openbadge.FromPDF(pdf)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	switch err := openbadge.Check(badge, profile); {
	case errors.Is(err, openbadge.ErrForged):
		return fmt.Errorf("%s was changed after it was issued", c.File)
	case errors.Is(err, openbadge.ErrOtherIssuer):
		return fmt.Errorf("%s names the issuer %q, which is not the one in %s, or was signed by none of its keys", c.File, openbadge.IssuerOf(badge), c.Issuer)
	case err != nil:
		return err
	}
	fmt.Print(signedFacts(badge, profile, time.Now()))
	return nil
}

func readLimited(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	content, err := io.ReadAll(io.LimitReader(file, mostPDF+1))
	if err == nil && len(content) > mostPDF {
		err = fmt.Errorf("%s is larger than %d MiB", path, mostPDF>>20)
	}
	return content, err
}

// signedFacts are what a badge says, a line each. The page of a PDF is not signed: people compare it with these lines.
func signedFacts(badge, profile openbadge.Document, now time.Time) string {
	var b strings.Builder
	text := func(d openbadge.Document, name string) string { s, _ := d[name].(string); return s }
	fmt.Fprintln(&b, "The signature is valid. What was signed:")
	fmt.Fprintf(&b, "  Name     %s\n", openbadge.HolderOf(badge))
	fmt.Fprintf(&b, "  Course   %s\n", text(badge, "name"))
	fmt.Fprintf(&b, "  Issuer   %s\n", text(profile, "name"))
	fmt.Fprintf(&b, "  Issued   %s\n", text(badge, "validFrom"))
	if until := text(badge, "validUntil"); until != "" {
		end, err := time.Parse(time.RFC3339, until)
		note := ""
		if err != nil || !now.Before(end) {
			note = ", which has passed"
		}
		fmt.Fprintf(&b, "  Valid    until %s%s\n", until, note)
	}
	fmt.Fprintf(&b, "Whether it was revoked or replaced since, only the school knows: %s\n", text(badge, "id"))
	return b.String()
}
