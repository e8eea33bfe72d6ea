package curriculum

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Kind knows what may be in the lessons of one type.
type Kind interface {
	// Check gives a content as it is stored, or fault.Invalid with what is wrong; it may read with the transaction.
	Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error)
	// ForLearner is what a learner may see of it.
	ForLearner(c Content) (Content, error)
}

// Text is what is in a text lesson.
type Text struct {
	HTML string `json:"html" doc:"Cleaned: headings, lists, tables, code, images of the course (src=\"file:ID\"), formulas (<span data-formula=\"inline\">TeX</span>)."`
}

// Embed is a page of somebody else's that is shown in a frame.
type Embed struct {
	URL string `json:"url" doc:"As the frame loads it."`
}

// File is what is in a lesson that is read or downloaded.
type File struct {
	FileID  string `json:"file_id"`
	Name    string `json:"name" doc:"As it was uploaded."`
	Type    string `json:"type"`
	Size    int64  `json:"size" doc:"Bytes."`
	Address string `json:"address,omitempty" doc:"Where it can be fetched for some hours; in answers only."`
}

// Video is what is in a video lesson.
type Video struct {
	VideoID string `json:"video_id"`
}

// LiveSession is what is in a lesson that people hold at one time.
type LiveSession struct {
	Date     string    `json:"date" doc:"YYYY-MM-DD, in the time zone."`
	Start    string    `json:"start_time" doc:"HH:MM, in the time zone."`
	Minutes  int64     `json:"duration_minutes"`
	Timezone string    `json:"timezone" doc:"IANA name."`
	JoinURL  string    `json:"join_url,omitempty"`
	StartsAt time.Time `json:"starts_at" doc:"The instant, made of the wall time."`
}

func readContent[T any](c Content) (v T, err error) {
	if err := json.Unmarshal(c, &v); err != nil {
		return v, invalid("content", "malformed", "What is in the lesson does not have the form that its type needs.")
	}
	return v, nil
}

func invalid(field, code, message string) error {
	return fault.Fields{{Name: field, Code: code, Message: message}}.Err()
}

func store(v any) (Content, error) { return json.Marshal(v) }

// textKind cleans what teachers write.
type textKind struct{ cleaner *text.Cleaner }

func (k textKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	t, err := readContent[Text](c)
	if err != nil {
		return nil, err
	}
	t.HTML = k.cleaner.HTML(t.HTML)
	return store(t)
}

// ForLearner cleans again: what was stored before a rule became stricter must keep it too.
func (k textKind) ForLearner(c Content) (Content, error) {
	return k.Check(context.Background(), nil, "", c)
}

// embedKind lets in pages of a few hosts, in the form that they offer for frames.
type embedKind struct{}

// embeddable are the hosts whose pages may be shown in a frame, with the beginning of the paths that are made for it.
var embeddable = map[string][]string{
	"www.youtube-nocookie.com": {"/embed/"}, "player.vimeo.com": {"/video/"}, "www.loom.com": {"/embed/"}, "codepen.io": {"/"},
	"docs.google.com": {"/presentation/d/", "/document/d/", "/spreadsheets/d/", "/forms/d/"}, "www.geogebra.org": {"/material/", "/calculator", "/m/"},
	"phet.colorado.edu": {"/sims/"}, "www.figma.com": {"/embed"}, "www.desmos.com": {"/calculator/"}, "archive.org": {"/embed/"},
}

// EmbedOrigins are what the content security policy of the site must let frames load.
func EmbedOrigins() (origins []string) {
	for host := range embeddable {
		origins = append(origins, "https://"+host)
	}
	slices.Sort(origins)
	return origins
}

// framed is the address in the form that its host offers for frames.
func framed(address string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Scheme != "https" || u.User != nil || u.Port() != "" {
		return "", false
	}
	host := strings.ToLower(u.Host)
	switch {
	case (host == "www.youtube.com" || host == "youtube.com" || host == "m.youtube.com") && u.Path == "/watch":
		u = &url.URL{Scheme: "https", Host: "www.youtube-nocookie.com", Path: "/embed/" + u.Query().Get("v")}
	case host == "youtu.be":
		u = &url.URL{Scheme: "https", Host: "www.youtube-nocookie.com", Path: "/embed" + u.Path}
	case host == "www.youtube.com" && strings.HasPrefix(u.Path, "/embed/"):
		u.Host = "www.youtube-nocookie.com"
	case host == "vimeo.com" || host == "www.vimeo.com":
		u = &url.URL{Scheme: "https", Host: "player.vimeo.com", Path: "/video" + u.Path}
	default:
		u.Host = host
	}
	begins := func(prefix string) bool {
		return strings.HasPrefix(u.Path, prefix) && (prefix == "/" || u.Path != prefix)
	}
	if strings.Contains(u.Path, "..") || !slices.ContainsFunc(embeddable[u.Host], begins) {
		return "", false
	}
	u.Fragment = ""
	return u.String(), true
}

func (embedKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	e, err := readContent[Embed](c)
	if err != nil {
		return nil, err
	}
	address, ok := framed(e.URL)
	if !ok {
		return nil, invalid("content.url", "unknown_value", "Pages of this address cannot be shown inside a lesson. "+
			"Those of YouTube, Vimeo, Loom, Google Docs, GeoGebra, Desmos, PhET, Figma, CodePen and the Internet Archive can.")
	}
	return store(Embed{address})
}

func (embedKind) ForLearner(c Content) (Content, error) { return c, nil }

// fileKind holds a file of the course; only a PDF where only PDFs are wanted.
type fileKind struct{ only string }

func (k fileKind) Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error) {
	f, err := readContent[File](c)
	if err != nil {
		return nil, err
	}
	row, err := fileByID(ctx, tx, f.FileID)
	if fault.Is(err, fault.NotFound) || err == nil && row.CourseID != courseID {
		return nil, invalid("content.file_id", "unknown_value", "This file is not one of the course. Please upload it again.")
	}
	if err != nil {
		return nil, err
	}
	if k.only != "" && row.Type != k.only {
		return nil, invalid("content.file_id", "unknown_value", "A PDF lesson needs a PDF file.")
	}
	return store(File{FileID: row.ID, Name: row.Name, Type: row.Type, Size: row.Size})
}

func (fileKind) ForLearner(c Content) (Content, error) { return c, nil }

// videoKind plays a video of the course's library.
type videoKind struct{}

func (videoKind) Check(ctx context.Context, tx bun.IDB, courseID string, c Content) (Content, error) {
	v, err := readContent[Video](c)
	if err != nil {
		return nil, err
	}
	known, err := hasVideo(ctx, tx, courseID, v.VideoID)
	if err == nil && !known {
		err = invalid("content.video_id", "unknown_value", "This video is not one of the course. Choose one from its library, or upload it.")
	}
	if err != nil {
		return nil, err
	}
	return store(v)
}

func (videoKind) ForLearner(c Content) (Content, error) { return c, nil }

// liveKind is an appointment.
type liveKind struct{}

func (liveKind) Check(_ context.Context, _ bun.IDB, _ string, c Content) (Content, error) {
	s, err := readContent[LiveSession](c)
	if err != nil {
		return nil, err
	}
	var broken fault.Fields
	zone, err := time.LoadLocation(s.Timezone)
	broken.Require(err == nil && s.Timezone != "" && s.Timezone != "Local", "content.timezone", "unknown_value", "Please choose a time zone, such as Europe/Berlin")
	broken.Require(s.Minutes >= 30 && s.Minutes <= 480, "content.duration_minutes", "out_of_range", "A session takes 30 minutes to 8 hours")
	address, err := url.Parse(s.JoinURL)
	broken.Require(err == nil && (s.JoinURL == "" || address.Scheme == "https" && address.Host != "" && address.User == nil),
		"content.join_url", "invalid_format", "The address to join must begin with https://")
	if zone != nil {
		wall := s.Date + " " + s.Start
		s.StartsAt, err = time.ParseInLocation("2006-01-02 15:04", wall, zone)
		broken.Require(err == nil, "content.date", "invalid_format", "Please enter a date and a time")
		skipped := err == nil && s.StartsAt.Format("2006-01-02 15:04") != wall
		broken.Require(!skipped, "content.start_time", "skipped", "The clocks go forward over this time on that day; please choose another")
		s.StartsAt = s.StartsAt.UTC()
	}
	if err := broken.Err(); err != nil {
		return nil, err
	}
	return store(s)
}

func (liveKind) ForLearner(c Content) (Content, error) { return c, nil }
