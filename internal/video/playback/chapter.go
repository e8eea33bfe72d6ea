package playback

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Chapter is a part of a video: from its start to that of the next one.
type Chapter struct {
	Start float64 `json:"start" minimum:"0" maximum:"1000000" msg:"The start of a chapter must be a number of seconds" doc:"Seconds."`
	Title string  `json:"title" msg:"The title of a chapter must be a text"`
}

// ChapterList holds the chapters of a video in order.
type ChapterList struct {
	Chapters []Chapter `json:"chapters" maxItems:"200" msg:"A video can have at most 200 chapters"`
}

// EditVersion is compared with If-Match.
func (l ChapterList) EditVersion() int64 { return rest.VersionOf(l) }

const maxChapterTitle = 100 // characters

// chapterRow is a chapter as it is stored.
type chapterRow struct {
	bun.BaseModel `bun:"table:video_chapters,alias:ch"`

	VideoID string `bun:",pk"`
	StartMS int64  `bun:"start_ms,pk"`
	Title   string
}

// normalise returns l as it is stored, or a fault that names each chapter that is not after the one before it or not within the video, whose
// length is in milliseconds.
func (l ChapterList) normalise(videoID string, length int64) (rows []chapterRow, err error) {
	var broken fault.Fields
	before := int64(-1)
	for i, c := range l.Chapters {
		row := chapterRow{VideoID: videoID, StartMS: int64(math.Round(c.Start * 1000)), Title: strings.Join(strings.Fields(c.Title), " ")}
		field := func(name string) string { return fmt.Sprintf("chapters.%d.%s", i, name) }
		broken.Require(row.Title != "", field("title"), "required", "Each chapter needs a title")
		broken.Require(utf8.RuneCountInString(row.Title) <= maxChapterTitle, field("title"), "too_long", "The title of a chapter must be at most 100 characters")
		broken.Require(row.StartMS > before, field("start"), "out_of_order", "Each chapter must start after the one before it")
		broken.Require(row.StartMS < length, field("start"), "out_of_range", "A chapter must start before the video ends")
		before = row.StartMS
		rows = append(rows, row)
	}
	return rows, broken.Err()
}

// Chapters returns the chapters of a video within its length. For users who may watch it; fault.NotFound for others.
func (s *Service) Chapters(ctx context.Context, who access.Caller, id string) (ChapterList, error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return ChapterList{}, err
	}
	return chaptersOf(ctx, s.db.Reader(), v.ID, v.DurationMS)
}

// PutChapters sets the chapters of a video. For teachers of its course, fault.NotFound for others. fault.Precondition with those that there
// are when matches rejects their version, fault.Conflict while its length is not known.
func (s *Service) PutChapters(ctx context.Context, who access.Caller, id string, l ChapterList, matches func(version int64) bool) (saved ChapterList, err error) {
	v, err := s.videos.Teachable(ctx, who, id)
	if err != nil {
		return saved, err
	}
	if v.DurationMS == 0 {
		return saved, fault.New(fault.Conflict, "not_playable", "This video can't be played yet.").WithDetails(NotPlayable{v.Status})
	}
	rows, err := l.normalise(v.ID, v.DurationMS)
	if err != nil {
		return saved, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := lockVideo(ctx, tx, v.ID); err != nil { // so that two lists never mix
			return err
		}
		if saved, err = chaptersOf(ctx, tx, v.ID, v.DurationMS); err != nil {
			return err
		}
		if !matches(saved.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed these chapters. Yours are not saved yet.").WithDetails(saved)
		}
		if err := replaceChapters(ctx, tx, v.ID, rows); err != nil {
			return err
		}
		saved, err = chaptersOf(ctx, tx, v.ID, v.DurationMS)
		return err
	})
	return saved, err
}
