// Package medialibrary keeps the pictures that authors show in their posts. A file is rendered anew in several widths, so that nothing but its pixels
// remains; what is shown in a post can't be deleted.
package medialibrary

import (
	"image"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/text"
)

// media is a picture as stored.
type media struct {
	bun.BaseModel `bun:"table:media,alias:m"`

	ID          string `bun:",pk"`
	Version     int64
	Name        string
	NameKey     string
	Alt         string
	Credit      string
	Width       int
	Height      int
	ContentHash string
	UploadedBy  string
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// found is a picture with who uploaded it and in how many posts it stands.
type found struct {
	bun.BaseModel `bun:"table:media,alias:m"`

	media
	UploaderName string
	Uses         int64
}

// LibraryPicture is a picture of the media library.
type LibraryPicture struct {
	ID         string              `json:"id"`
	Version    int64               `json:"version"`
	Name       string              `json:"name" doc:"Of the file."`
	Alt        string              `json:"alt" doc:"What it shows, for those who don't see it; proposed where it is inserted. Empty: not described yet."`
	Credit     string              `json:"credit" doc:"Whose it is."`
	Sizes      []picture.CoverSize `json:"sizes" doc:"The same picture, smallest first."`
	UploadedBy string              `json:"uploadedBy" doc:"Name; empty when the account is gone."`
	CreatedAt  time.Time           `json:"createdAt"`
	Uses       int64               `json:"uses" doc:"In how many posts it is shown, drafts included."`
}

// EditVersion implements rest.Versioned.
func (p LibraryPicture) EditVersion() int64 { return p.Version }

// PictureUse is a post that shows a picture.
type PictureUse struct {
	PostID string `json:"postId"`
	Title  string `json:"title"`
	Status string `json:"status" enum:"draft,scheduled,published,archived" doc:"Of the post."`
}

// PictureUses are the posts that show a picture, those begun last first.
type PictureUses struct {
	Posts []PictureUse `json:"posts" doc:"At most 50."`
}

// PictureEdit describes a picture.
type PictureEdit struct {
	Name   string `json:"name" pattern:"\\S" maxLength:"200" msg:"Enter a name;maxLength=A name has at most 200 characters"`
	Alt    string `json:"alt,omitempty" maxLength:"300" msg:"The description of a picture has at most 300 characters"`
	Credit string `json:"credit,omitempty" maxLength:"200" msg:"A credit has at most 200 characters"`
}

// MediaFilter narrows the list of pictures.
type MediaFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Part of the name or the description."`
}

// path is the prefix of the URLs of pictures: the id and a width follow.
const path = "/api/v1/uploads/"

var rules = picture.Rules{
	Field: "picture", Types: []string{"image/jpeg", "image/png", "image/webp", "image/avif"},
	Other: "This file is not a picture that can be shown. Choose a JPEG, PNG, WebP or AVIF file.",
}

var (
	errNotFound = fault.New(fault.NotFound, "picture_not_found", "This picture doesn't exist. It may have been deleted.")
	errFull     = fault.New(fault.Conflict, "library_full", "You have 2,000 pictures in the library. Delete some that no post shows.")
	errStale    = fault.New(fault.Precondition, "stale_version", "Someone else has described this picture differently. Nothing was saved.")
	errInUse    = fault.New(fault.Conflict, "media_in_use", "Posts show this picture. Remove it from them before you delete it.")
)

const mostPictures = 2000 // of one author

func (m media) sizes() []picture.CoverSize {
	return picture.WholeSizes(path, m.ID, image.Pt(m.Width, m.Height))
}

// describe sets what an edit says.
func (m *media) describe(e PictureEdit) {
	m.Name, m.Alt, m.Credit = text.OneLine(e.Name), text.OneLine(e.Alt), text.OneLine(e.Credit)
	m.NameKey = text.Fold(m.Name + " " + m.Alt)
}

// shown returns a picture as authors see it.
func (f found) shown() LibraryPicture {
	return LibraryPicture{ID: f.ID, Version: f.Version, Name: f.Name, Alt: f.Alt, Credit: f.Credit, Sizes: f.sizes(), UploadedBy: f.UploaderName, CreatedAt: f.CreatedAt, Uses: f.Uses}
}

// nameOf returns the name of an uploaded file without its ending.
func nameOf(file string) string {
	name := text.OneLine(file)
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	if name == "" {
		name = "Picture"
	}
	return text.Truncate(name, 200)
}
