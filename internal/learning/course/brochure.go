package course

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
)

const (
	maxBrochure  = 20 << 20       // bytes
	brochureGood = 12 * time.Hour // at least; the address stays the same for as long, so that browsers keep what they have
	pdfType      = "application/pdf"
)

// CourseBrochure is a PDF about a course for whoever thinks of joining.
type CourseBrochure struct {
	Name    string `json:"name"`
	Size    int64  `json:"size" doc:"Bytes."`
	Address string `json:"address" doc:"Where it can be fetched for some hours."`
}

// brochureFile is a brochure as it is stored; without an id there is none.
type brochureFile struct {
	ID, Name string
	Size     int64
}

func brochureKey(course, id string) string { return objectkey.Brochure(course, id) }

var errNoBrochure = fault.New(fault.NotFound, "brochure_not_found", "This course has no brochure.")

// SetBrochure stores the brochure of a course in the place of the one before. name is shown and never used as a path. For
// teachers of the course, as Update. fault.Invalid, fault.UnsupportedType for what is no PDF, fault.TooLarge over 20 MB.
func (s *Service) SetBrochure(ctx context.Context, who access.Caller, id, name string, body io.Reader, size int64) (CourseDetail, error) {
	if _, err := s.teachable(ctx, s.DB.Reader(), who, id); err != nil {
		return CourseDetail{}, err
	}
	f := brochureFile{ID: db.NewID(), Name: shownName(name), Size: size}
	if err := s.storeBrochure(ctx, id, f, body); err != nil {
		return CourseDetail{}, err
	}
	c, old, err := s.swapBrochure(ctx, who, id, f)
	if err != nil {
		return c, errors.Join(err, s.Blob.Delete(context.WithoutCancel(ctx), brochureKey(id, f.ID)))
	}
	return c, s.dropBrochure(ctx, id, old)
}

func (s *Service) storeBrochure(ctx context.Context, id string, f brochureFile, body io.Reader) error {
	switch {
	case f.Size > maxBrochure:
		return fault.New(fault.TooLarge, "file_too_large", "A brochure has at most 20 MB.")
	case f.Size < 1:
		return fault.Fields{{Name: "file", Code: "required", Message: "The file is empty, or its length was not announced."}}.Err()
	case f.Name == "":
		return fault.Fields{{Name: "name", Code: "required", Message: "File name is required"}}.Err()
	}
	head := make([]byte, min(f.Size, 5))
	_, err := io.ReadFull(body, head)
	if err == nil && string(head) != "%PDF-" {
		return fault.New(fault.UnsupportedType, "unsupported_type", "A brochure is a PDF file.")
	}
	if err == nil {
		err = s.Blob.Put(ctx, brochureKey(id, f.ID), io.MultiReader(bytes.NewReader(head), body), f.Size)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, blob.ErrTooLong) {
		return fault.New(fault.Invalid, "cut_off", "The file did not arrive whole. Please try again.").WithCause(err)
	}
	return err
}

// RemoveBrochure takes the brochure of a course away; when there is none, nothing happens. For teachers of the course, as Update.
func (s *Service) RemoveBrochure(ctx context.Context, who access.Caller, id string) (CourseDetail, error) {
	c, old, err := s.swapBrochure(ctx, who, id, brochureFile{})
	if err != nil {
		return c, err
	}
	return c, s.dropBrochure(ctx, id, old)
}

// swapBrochure lets a course name another brochure and gives the one that it named.
func (s *Service) swapBrochure(ctx context.Context, who access.Caller, id string, f brochureFile) (c CourseDetail, old brochureFile, err error) {
	c, err = s.change(ctx, who, id, "course.changed", func(tx bun.IDB, _ CourseDetail) error {
		if old, err = brochureOf(ctx, tx, id); err != nil {
			return err
		}
		if old.ID == "" && f.ID == "" {
			return nil
		}
		return putBrochure(ctx, tx, id, f, s.Clock.Now())
	})
	return c, old, err
}

func (s *Service) dropBrochure(ctx context.Context, id string, old brochureFile) error {
	if old.ID == "" {
		return nil
	}
	return s.Blob.Delete(context.WithoutCancel(ctx), brochureKey(id, old.ID))
}

// shownName is the last part of a file name, as it can be shown on one line.
func shownName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	runes := []rune(strings.TrimSpace(name))
	return strings.TrimSpace(string(runes[:min(len(runes), 200)]))
}

// shown is a brochure as whoever may see the course gets it; nil for none.
func (s *Service) shown(course string, f brochureFile) *CourseBrochure {
	if f.ID == "" {
		return nil
	}
	until := s.Clock.Now().Truncate(brochureGood).Add(2 * brochureGood).Unix()
	return &CourseBrochure{f.Name, f.Size, fmt.Sprintf("/api/v1/courses/brochures/%s/%s/%d/%s", course, f.ID, until, s.signature(course, f.ID, until))}
}

func (s *Service) signature(course, id string, until int64) string {
	mac := hmac.New(sha256.New, s.Key)
	fmt.Fprintf(mac, "brochure %s of %s until %d", id, course, until)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// OpenBrochure gives a brochure to whoever holds a signed address of it that is still good: fault.Unauthenticated otherwise,
// fault.NotFound when the course has another one by now.
func (s *Service) OpenBrochure(ctx context.Context, course, id, until, signature string) (f brochureFile, o blob.Object, err error) {
	instant, e := strconv.ParseInt(until, 10, 64)
	if e != nil || s.Clock.Now().Unix() > instant || !hmac.Equal([]byte(signature), []byte(s.signature(course, id, instant))) {
		return f, o, fault.New(fault.Unauthenticated, "address_expired", "This address is too old or was never good. Please open the course again.")
	}
	if f, err = brochureOf(ctx, s.DB.Reader(), course); err != nil {
		return f, o, err
	}
	if f.ID != id {
		return f, o, errNoBrochure
	}
	o, err = s.Blob.Open(ctx, brochureKey(course, id))
	if errors.Is(err, fs.ErrNotExist) {
		err = errNoBrochure
	}
	return f, o, err
}
