package playback

import (
	"context"
	"fmt"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
	"lectern/internal/video/videoaccess"
)

// StreamingUrls returns the URLs of a video with a token; the caller may be nobody if the video is a preview.
// fault.NotFound for callers who may not watch it, fault.Conflict "not_playable" while nothing is playable yet.
func (s *Service) StreamingUrls(ctx context.Context, who access.Caller, id string) (u StreamingUrls, err error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return u, err
	}
	if v.LiveGeneration == 0 {
		return u, notPlayable(v)
	}
	m, err := s.manifest(ctx, v.ID, v.LiveGeneration, maxAgeNew)
	if err != nil {
		return u, err
	}
	captions, err := captionsOf(ctx, s.db.Reader(), v.ID)
	if err != nil {
		return u, err
	}
	t := ticket{video: v.ID, user: who.ID, expires: s.clock.Now().Add(s.tokenTTL)}
	chapters, err := chaptersOf(ctx, s.db.Reader(), v.ID, v.DurationMS)
	u = m.urls(t, t.sign(s.key), captions, v.HasImages)
	u.Chapters, u.Download = chapters.Chapters, v.IsDownloadable && who.ID != ""
	return u, err
}

func notPlayable(v videoaccess.Video) error {
	return fault.New(fault.Conflict, "not_playable", "This video can't be played yet.").WithDetails(NotPlayable{v.Status})
}

// urls lists the URLs of a generation with a token.
func (m *manifest) urls(t ticket, token string, captions []Caption, images bool) StreamingUrls {
	root := fmt.Sprintf("/api/v1/media/%s/%s/g%d/", token, m.videoID, m.generation)
	manifests := func(as variant) Manifests {
		return Manifests{root + string(as) + "/hls/master.m3u8", root + string(as) + "/dash/manifest.mpd"}
	}
	u := StreamingUrls{
		VideoID: m.videoID, Generation: m.generation, Duration: m.plan.Seconds(), ExpiresAt: t.expires, Token: token,
		Sealed: manifests(sealedVariant), Clear: manifests(clearVariant),
		Keys:       StreamKeys{root + "keys/{epoch}", seal.SegmentsPerKey},
		Thumbnails: []string{}, Captions: []CaptionTrack{}, Renditions: []StreamRendition{}, Audio: []AudioChoice{}, Final: m.final,
	}
	if images {
		u.Poster, u.Storyboard = root+"poster.webp", root+"storyboard.vtt"
		for i := range media.ThumbnailCount {
			u.Thumbnails = append(u.Thumbnails, fmt.Sprintf("%sthumbs/%d.webp", root, i))
		}
	}
	for _, c := range captions {
		u.Captions = append(u.Captions, CaptionTrack{c.Language, c.Label, root + "captions/" + c.Language + ".vtt"})
	}
	for i, a := range m.audio {
		u.Audio = append(u.Audio, AudioChoice{a.track.Language, m.audioLabel(i)})
	}
	for i := range m.videoRenditions {
		r := &m.videoRenditions[i]
		peak, _ := m.bandwidths(r)
		u.Renditions = append(u.Renditions, StreamRendition{r.name, r.rung.Width, r.rung.Height, peak})
	}
	return u
}

// authorise checks the token of a media request. It must be for this video and, if the request also has an access token,
// for that user.
func (s *Service) authorise(who access.Caller, token, video string) (ticket, error) {
	if token == "" || token == "-" {
		return ticket{}, fault.New(fault.Unauthenticated, "play_token_missing", "This address needs a playback token, in its path or in the header X-Play-Token.")
	}
	t, err := readTicket(s.key, token, s.clock.Now())
	switch {
	case err != nil:
		return t, err
	case t.video != video:
		return t, fault.New(fault.Forbidden, "play_token_other_video", "This link opens another video.")
	case who.ID != "" && t.user != "" && t.user != who.ID:
		return t, fault.New(fault.Forbidden, "play_token_other_user", "This link was made for another user. Open the video's page.")
	}
	return t, nil
}
