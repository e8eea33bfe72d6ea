package playback

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
)

// VideoDownload says where a video can be fetched as a file.
type VideoDownload struct {
	URL       string    `json:"url" doc:"Signed URL of the file, which supports ranges. It ends when downloads of the video are switched off."`
	FileName  string    `json:"fileName"`
	Width     int       `json:"width"`
	Height    int       `json:"height"`
	ExpiresAt time.Time `json:"expiresAt" doc:"When the URL dies. A download that has begun goes on; to resume one later, ask again."`
}

const (
	downloadType   = "video/mp4"
	downloadPath   = "/media/downloads/"
	tallestForFile = 720 // lines: a file is taken along, and beyond that it grows faster than it gains
)

func (s *Service) downloadLinks() sign.Signer { return sign.New(s.key, "video download") }

// Download returns the URL of a video as one MP4 file, and records who has asked for it. For signed-in callers who may watch the video.
// fault.NotFound for others, fault.Forbidden while its teachers have not switched downloads on, fault.Conflict "not_playable".
func (s *Service) Download(ctx context.Context, who access.Caller, id string) (d VideoDownload, err error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return d, err
	}
	title, err := downloadableTitle(ctx, s.db.Reader(), id)
	if err != nil {
		return d, err
	}
	if v.LiveGeneration == 0 {
		return d, notPlayable(v)
	}
	m, err := s.manifest(ctx, v.ID, v.LiveGeneration, maxAgeNew)
	if err != nil {
		return d, err
	}
	picture := m.forFile()
	if picture == nil {
		return d, notPlayable(v)
	}
	d = VideoDownload{FileName: fileName(title), Width: picture.rung.Width, Height: picture.rung.Height,
		ExpiresAt: s.clock.Now().Add(s.tokenTTL).Truncate(time.Second)}
	ref := fileRef{v.ID, v.LiveGeneration, picture.name}
	d.URL = "/api/v1" + downloadPath + s.downloadLinks().Token(d.ExpiresAt, ref.fields()...)
	return d, s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.audit.Write(ctx, tx, who, audit.Entry{Action: "video.downloaded", TargetKind: "video", TargetID: v.ID, After: map[string]string{"title": title, "quality": picture.name}})
	})
}

// serveDownload answers with the file that a token is for.
func (s *Service) serveDownload(ctx context.Context, token string) (rest.Reply, error) {
	ref, err := s.readFileRef(token)
	if err != nil {
		return rest.Reply{}, err
	}
	title, err := downloadableTitle(ctx, s.db.Reader(), ref.video)
	if err != nil {
		return rest.Reply{}, err
	}
	m, err := s.manifest(ctx, ref.video, ref.generation, maxAgeKnown)
	if err != nil {
		return rest.Reply{}, err
	}
	file, err := s.muxed(ctx, m, ref.rendition)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.File(file, rest.Headers{ContentType: downloadType, CacheControl: "private, no-store", ETag: file.etag, Disposition: attachment.Download(fileName(title))}), nil
}

// fileRef is what a token of a download is for.
type fileRef struct {
	video      string
	generation int64
	rendition  string
}

func (f fileRef) fields() []string {
	return []string{f.video, strconv.FormatInt(f.generation, 10), f.rendition}
}

func (s *Service) readFileRef(token string) (f fileRef, err error) {
	fields, err := s.downloadLinks().Read(token, s.clock.Now(), 3)
	if err == nil {
		f.video, f.rendition = fields[0], fields[2]
		f.generation, err = strconv.ParseInt(fields[1], 10, 64)
	}
	if err != nil {
		return f, fault.New(fault.Unauthenticated, "download_expired", "This link is invalid or has expired. Start the download again on the video's page.")
	}
	return f, nil
}

func errDownloadOff() error {
	return fault.New(fault.Forbidden, "download_off", "This video can't be downloaded. Its instructor can switch downloads on.")
}

// forFile returns the rendition that is put into files: the tallest of at most 720 lines, or the smallest; nil where none is complete.
func (m *manifest) forFile() (best *rendition) {
	for i := range m.videoRenditions {
		if r := &m.videoRenditions[i]; best == nil || min(r.rung.Width, r.rung.Height) <= tallestForFile {
			best = r
		}
	}
	return best
}

// fileName is the title of a video, without what file systems refuse.
func fileName(title string) string {
	return attachment.Name(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, title)) + ".mp4"
}
