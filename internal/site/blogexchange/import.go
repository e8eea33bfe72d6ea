package blogexchange

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/zipfile"
)

// limits are those of a file with posts.
var limits = zipfile.Limits{Size: 512 << 20, Entries: 10_000}

const (
	largestPost = 4 << 20   // bytes of a Markdown file
	longestPost = 500_000   // characters of its text
	mostFront   = 64 << 10  // bytes of front matter
	mostPicture = 5<<20 + 1 // bytes of a picture that are read: one more than are taken
)

// States of an import.
const (
	running = "running"
	done    = "done"
	stopped = "stopped"
)

// Outcomes of a post.
const (
	created   = "created"
	updated   = "updated"
	unchanged = "unchanged"
	refused   = "refused"
)

// markdown is the format of a zip file with Markdown files.
const markdown = "markdown"

var formats = []string{markdown, ghost}

// PostImport is an import of posts, which is made in the background.
type PostImport struct {
	bun.BaseModel `bun:"table:post_imports,alias:i" json:"-"`

	ID         string     `bun:",pk" json:"id"`
	Format     string     `json:"format" enum:"markdown,ghost"`
	DryRun     bool       `json:"dryRun" doc:"Nothing is changed; the counts say what would happen."`
	Publish    bool       `json:"publish" doc:"Posts get the statuses that the file says; otherwise new ones are drafts, and readers go on seeing of others what they see."`
	State      string     `json:"state" enum:"running,done,stopped" doc:"stopped: it could not go on, see reason."`
	Reason     string     `json:"reason" doc:"Why it was stopped; otherwise empty."`
	Total      int64      `json:"total" doc:"Posts in the file."`
	Created    int64      `json:"created"`
	Updated    int64      `json:"updated"`
	Unchanged  int64      `json:"unchanged" doc:"Posts that were imported before and say the same."`
	Refused    int64      `json:"refused"`
	MadeBy     string     `json:"-"`
	CreatedAt  time.Time  `json:"createdAt"`
	FinishedAt *time.Time `json:"finishedAt"`
}

// PostImportReport is an import with what has become of each post.
type PostImportReport struct {
	PostImport
	Posts []ImportedPost `json:"posts" doc:"Those that it has reached, refused ones first, then in the order of the file; the first 1,000."`
}

const mostReported = 1000

// ImportedPost is what has become of a post of a file.
type ImportedPost struct {
	File    string       `json:"file"`
	Title   string       `json:"title"`
	Outcome string       `json:"outcome" enum:"created,updated,unchanged,refused"`
	PostID  string       `json:"postId" doc:"Empty for one that was refused, and for new ones of a dry run."`
	Code    string       `json:"code" doc:"Of the reason."`
	Reason  string       `json:"reason" doc:"Why it was refused, and what to do; otherwise empty."`
	Notes   []ImportNote `json:"notes"`
}

// ImportNote is what was not imported as the file says.
type ImportNote struct {
	Code  string `json:"code" enum:"picture_missing,picture_refused,author_unknown,slug_taken,shortened,left_out,not_published"`
	About string `json:"about" doc:"The path of the picture; the name of the author; the address that the post got; the names of the members; what the post lacks, as in PostDraft.missing."`
}

// Codes of notes.
const (
	pictureMissing = "picture_missing"
	pictureRefused = "picture_refused"
	authorUnknown  = "author_unknown"
	slugTaken      = "slug_taken"
	shortened      = "shortened"
	leftOut        = "left_out"
	notPublished   = "not_published"
)

// item is a post of a file, as stored.
type item struct {
	bun.BaseModel `bun:"table:post_import_items,alias:t"`

	ImportID string `bun:",pk"`
	Position int64  `bun:",pk"`
	File     string
	Title    string
	Outcome  string // "" until it is its turn
	PostID   string
	Code     string
	Reason   string
	Notes    db.JSON[[]ImportNote] `bun:"type:jsonb"`
}

func (t *item) refuse(f *fault.Error) {
	t.Outcome, t.PostID, t.Code, t.Reason = refused, "", f.Code, f.Message
}

var (
	errNoImport   = fault.New(fault.NotFound, "import_not_found", "This import doesn't exist. Imports are listed for 30 days, dry runs for one.")
	errUnknown    = fault.InvalidField("file", "unknown_format", "This is neither a zip file nor an export of Ghost. Choose a zip file with Markdown files, such as an export of posts, or the JSON file that Ghost exports.")
	errTooLarge   = fault.New(fault.TooLarge, "file_too_large", "This file is too large: it can have at most 10,000 files and 512 MB. Split it, and import the parts one by one.")
	errSwells     = fault.New(fault.TooLarge, "file_swells", "This file unpacks to more than a hundred times its size, which only harmful ones do. Nothing was imported.")
	errOutside    = fault.InvalidField("file", "outside", "A file in this zip file has a name that points outside of it. Nothing was imported.")
	errNoPosts    = fault.InvalidField("file", "no_posts", "This file has no posts: an export of Ghost holds none, or no file in the zip file ends with .md. Choose another one.")
	errNoGhost    = fault.InvalidField("file", "not_ghost", "This is not an export of Ghost. Export your content in the settings of Ghost, and choose that JSON file, or a zip file with it and the folder content.")
	errGhostLarge = fault.New(fault.TooLarge, "export_too_large", "This export is too large: its JSON file can have at most 100 MB, and a post 8 MB. Split it, and import the parts one by one.")
	errOtherRuns  = fault.New(fault.Conflict, "import_running", "Another import of posts is running. Wait until it is over.")
	errPostLarge  = fault.New(fault.TooLarge, "post_too_large", "This file is larger than 4 MB. Split the post, and import it again.")
	errPostLong   = fault.New(fault.TooLarge, "post_too_long", "This post has more than 500,000 characters. Split it, and import it again.")
	errNoText     = fault.New(fault.Invalid, "not_text", "This file is not a text in UTF-8. Save it as one, and import it again.")
	errFront      = fault.New(fault.Invalid, "front_matter_broken", "The facts at its beginning, between lines of ---, are not valid YAML. Correct them, and import the file again.")
	errTOML       = fault.New(fault.Invalid, "front_matter_toml", "The facts at its beginning are TOML. Write them as YAML, between lines of ---, and import the file again.")
	errNoTitle    = fault.New(fault.Invalid, "title_missing", "This post has no title. Write it at the beginning, as title: between lines of ---, and import the file again.")
	errLongTitle  = fault.New(fault.Invalid, "title_too_long", "The title has more than 200 characters. Shorten it, and import the file again.")
	errDeep       = fault.New(fault.Invalid, "too_deep", "Elements of this text are nested too deeply. Simplify it, and import the file again.")
	errDamaged    = fault.New(fault.Invalid, "file_damaged", "This file is damaged. Pack the zip file again, and import it.")
)
