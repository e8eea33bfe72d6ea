package curriculum

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
	"mime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"

	"lectern/internal/access"
	"lectern/internal/blob"
	"lectern/internal/db"
	"lectern/internal/fault"
	"lectern/internal/objectkey"
)

const (
	maxFile     = 100 << 20      // bytes
	addressGood = 12 * time.Hour // at least; an address stays the same for as long, so that browsers keep what they have
	plainBytes  = "application/octet-stream"
)

// CourseFile is a file of a course: an image in a text, a PDF, material.
type CourseFile struct {
	bun.BaseModel `bun:"table:course_files,alias:f" json:"-"`

	ID         string    `bun:",pk" json:"id"`
	CourseID   string    `json:"course_id"`
	Name       string    `json:"name"`
	Type       string    `json:"type" doc:"Found in its first bytes: image/png, image/jpeg, image/gif, image/webp, application/pdf, else application/octet-stream."`
	Size       int64     `json:"size" doc:"Bytes."`
	UploadedBy string    `json:"-"`
	CreatedAt  time.Time `json:"createdAt"`
	Address    string    `bun:"-" json:"address" doc:"Where it can be fetched for some hours."`
}

// signs are the first bytes of what browsers may show. Everything else is only ever downloaded.
var signs = []struct{ begins, kind string }{
	{"\x89PNG\r\n\x1a\n", "image/png"}, {"\xff\xd8\xff", "image/jpeg"}, {"GIF87a", "image/gif"}, {"GIF89a", "image/gif"}, {"%PDF-", "application/pdf"},
}

func typeOf(head []byte) string {
	for _, sign := range signs {
		if bytes.HasPrefix(head, []byte(sign.begins)) {
			return sign.kind
		}
	}
	if len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP" {
		return "image/webp"
	}
	return plainBytes
}

func fileKey(f CourseFile) string { return objectkey.CourseFile(f.CourseID, f.ID) }

// AddFile stores a file of a course. name is shown and never used as a path. For teachers of the course.
// fault.Invalid, fault.TooLarge over 100 MB.
func (s *Service) AddFile(ctx context.Context, who access.Caller, courseID, name string, body io.Reader, size int64) (CourseFile, error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return CourseFile{}, err
	}
	name = fileName(name)
	switch {
	case size > maxFile:
		return CourseFile{}, fault.New(fault.TooLarge, "file_too_large", "A file in a lesson has at most 100 MB. Films belong in the video library.")
	case size < 1:
		return CourseFile{}, invalid("file", "required", "The file is empty, or its length was not announced.")
	case name == "":
		return CourseFile{}, invalid("name", "required", "File name is required")
	}
	head := make([]byte, min(size, 16))
	if _, err := io.ReadFull(body, head); err != nil {
		return CourseFile{}, cutOff(err)
	}
	f := CourseFile{ID: db.NewID(), CourseID: courseID, Name: name, Type: typeOf(head), Size: size, UploadedBy: who.ID, CreatedAt: s.Clock.Now()}
	if err := s.Blob.Put(ctx, fileKey(f), io.MultiReader(bytes.NewReader(head), body), size); err != nil {
		return CourseFile{}, cutOff(err)
	}
	if err := s.DB.InTx(ctx, func(tx bun.IDB) error { return insertFile(ctx, tx, f) }); err != nil {
		return CourseFile{}, errors.Join(err, s.Blob.Delete(context.WithoutCancel(ctx), fileKey(f)))
	}
	f.Address = s.address(f.ID)
	return f, nil
}

func cutOff(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, blob.ErrTooLong) {
		return fault.New(fault.Invalid, "cut_off", "The file did not arrive whole. Please try again.").Because(err)
	}
	return err
}

// fileName is the last part of a name, as it can be shown on one line.
func fileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if runes := []rune(strings.TrimSpace(name)); len(runes) > 200 {
		return string(runes[:200])
	}
	return strings.TrimSpace(name)
}

// Files lists the files of a course, the newest first. For teachers of the course.
func (s *Service) Files(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]CourseFile, int64, error) {
	if err := s.mayEdit(ctx, who, courseID); err != nil {
		return nil, 0, err
	}
	files, total, err := filesOf(ctx, s.DB.Reader(), courseID, limit, offset)
	for i := range files {
		files[i].Address = s.address(files[i].ID)
	}
	return files, total, err
}

// address is where a file can be fetched without a header, as images are: signed, and the same for some hours.
func (s *Service) address(id string) string {
	until := s.Clock.Now().Truncate(addressGood).Add(2 * addressGood).Unix()
	return fmt.Sprintf("/api/v1/curriculum/files/%s/%d/%s", id, until, s.signature(id, until))
}

func (s *Service) signature(id string, until int64) string {
	mac := hmac.New(sha256.New, s.Key)
	fmt.Fprintf(mac, "course file %s until %d", id, until)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// OpenFile gives a file to whoever holds a signed address of it that is still good; fault.Unauthenticated otherwise.
// disposition keeps a browser from showing what could run in the site's name.
func (s *Service) OpenFile(ctx context.Context, id, until, signature string) (f CourseFile, o blob.Object, disposition string, err error) {
	instant, e := strconv.ParseInt(until, 10, 64)
	if e != nil || s.Clock.Now().Unix() > instant || !hmac.Equal([]byte(signature), []byte(s.signature(id, instant))) {
		return f, o, "", fault.New(fault.Unauthenticated, "address_expired", "This address is too old or was never good. Please open the lesson again.")
	}
	if f, err = fileByID(ctx, s.DB.Reader(), id); err != nil {
		return f, o, "", err
	}
	o, err = s.Blob.Open(ctx, fileKey(f))
	if errors.Is(err, fs.ErrNotExist) {
		return f, o, "", fault.New(fault.NotFound, "file_not_found", "There is no such file.").Because(err)
	}
	disposition = "attachment"
	if f.Type != plainBytes {
		disposition = "inline"
	}
	return f, o, mime.FormatMediaType(disposition, map[string]string{"filename": f.Name}), err
}
