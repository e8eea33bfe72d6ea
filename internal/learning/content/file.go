package content

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
)

// File is the content of a lesson that is read or downloaded.
type File struct {
	FileID  string `json:"file_id"`
	Name    string `json:"name" doc:"As it was uploaded."`
	Type    string `json:"type"`
	Size    int64  `json:"size" doc:"Bytes."`
	Address string `json:"address,omitempty" doc:"Where it can be fetched for some hours; in answers only."`
}

// fileKind accepts a file of the course, if only is set only one of that media type.
type fileKind struct{ only string }

func (k fileKind) Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error) {
	f, err := Decode[File](c)
	if err != nil {
		return nil, err
	}
	row, err := FileByID(ctx, tx, f.FileID)
	if fault.Is(err, fault.NotFound) || err == nil && row.CourseID != courseID {
		return nil, fault.InvalidField("content.file_id", "unknown_value", "This file doesn't belong to the course. Upload it again.")
	}
	if err != nil {
		return nil, err
	}
	if k.only != "" && row.Type != k.only {
		return nil, fault.InvalidField("content.file_id", "unknown_value", "A PDF lesson needs a PDF file.")
	}
	return json.Marshal(File{FileID: row.ID, Name: row.Name, Type: row.Type, Size: row.Size})
}

func (fileKind) ForLearner(c Content) (Content, error) { return c, nil }

// MaxFile is the maximum size of a course file, in bytes.
const MaxFile = 100 << 20

// CourseFile is a file of a course: an image in a text, a PDF, or other material.
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

// Key is the object key of the file.
func (f CourseFile) Key() string { return objectkey.CourseFile(f.CourseID, f.ID) }
