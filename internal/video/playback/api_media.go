package playback

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/video/media"
	"lectern/internal/video/videoaccess"
)

// generationRef identifies a generation of a video for which the request's token is valid.
type generationRef struct {
	videoID    string
	generation int64
}

// mediaRoot is the prefix of all URLs of a generation. A token of "-" means that it is in the header.
const mediaRoot = "/media/{token}/{videoId}/g{generation}/"

// playlists are the names of the HLS playlists of a variant.
var playlists = map[variant]string{clearVariant: "master.m3u8, {rendition}.m3u8 or keyframes-{rendition}.m3u8", sealedVariant: "master.m3u8 or {rendition}.m3u8"}

// segmentTypes are the media types of the segments of a variant: sealed ones are ciphertext.
var segmentTypes = map[variant][]string{clearVariant: {"video/mp4", "audio/mp4"}, sealedVariant: {"application/octet-stream"}}

// mediaParameters are what all URLs of a generation have.
type mediaParameters struct {
	Token      string `path:"token" doc:"The token of streaming-urls, or - if it is in X-Play-Token."`
	VideoID    string `path:"videoId"`
	Generation int64  `path:"generation"`
	Header     string `header:"X-Play-Token" doc:"The token; takes precedence over the one in the path."`
}

type segmentParameters struct {
	mediaParameters

	Rendition string `path:"rendition" doc:"Such as 720p or audio, as the playlists have it."`
	File      string `path:"file" doc:"init.mp4, or the number of a segment from 1 with .m4s."`
}

type keyParameters struct {
	mediaParameters

	Epoch int64 `path:"epoch"`
}

// registerMedia mounts the URLs that playlists contain. They are open to callers with a token for the video.
func (s *Service) registerMedia(api *rest.API) {
	get := func(path, summary string, parameters any, kinds []string, h func(context.Context, generationRef, *rest.Request) (rest.Reply, error)) {
		op := rest.Get(mediaRoot+path, summary, fault.NotFound, fault.BadGateway).Parameters(parameters).Produces(nil, kinds...).Ranges()
		rest.HandleRaw(api, rest.Signed, op, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			g, err := s.generationOf(who, r)
			if err != nil {
				return rest.Reply{}, err
			}
			return h(ctx, g, r)
		})
	}
	for _, as := range []variant{clearVariant, sealedVariant} {
		root := string(as) + "/"
		get(root+"hls/{file}", "Get the HLS playlist of the "+string(as)+" variant: "+playlists[as], mediaParameters{}, []string{hlsType},
			func(ctx context.Context, g generationRef, r *rest.Request) (rest.Reply, error) {
				return s.serveHLS(ctx, g, as, r.Path("file"))
			})
		get(root+"dash/manifest.mpd", "Get the DASH manifest of the "+string(as)+" variant", mediaParameters{}, []string{dashType},
			func(ctx context.Context, g generationRef, _ *rest.Request) (rest.Reply, error) {
				return s.serveDASH(ctx, g)
			})
		get(root+"{rendition}/{file}", "Get a segment of the "+string(as)+" variant: init.mp4 or {number}.m4s", segmentParameters{}, segmentTypes[as],
			func(ctx context.Context, g generationRef, r *rest.Request) (rest.Reply, error) {
				return s.serveSegment(ctx, g, as, r)
			})
	}
	get("keys/{epoch}", "Get the data key of the sealed variant", keyParameters{}, []string{"application/octet-stream"},
		func(ctx context.Context, g generationRef, r *rest.Request) (rest.Reply, error) {
			return s.serveKey(ctx, g, r.Path("epoch"))
		})
	get("captions/{file}", "Get captions: {language}.vtt; {language}.m3u8 and {language}.{segment}.vtt for HLS", mediaParameters{}, []string{"text/vtt", hlsType},
		func(ctx context.Context, g generationRef, r *rest.Request) (rest.Reply, error) {
			return s.serveCaptions(ctx, g, r.Path("file"))
		})
	get("thumbs/{file}", "Get a thumbnail: 0.webp to 9.webp", mediaParameters{}, []string{"image/webp"},
		func(ctx context.Context, g generationRef, r *rest.Request) (rest.Reply, error) {
			return s.serveThumbnail(ctx, g, r.Path("file"))
		})
	get("poster.webp", "Get the poster of a video", mediaParameters{}, []string{"image/webp"},
		func(ctx context.Context, g generationRef, _ *rest.Request) (rest.Reply, error) {
			return s.servePoster(ctx, g)
		})
	for name, image := range images {
		get(name, image.summary, mediaParameters{}, []string{image.meta.ContentType},
			func(ctx context.Context, g generationRef, _ *rest.Request) (rest.Reply, error) {
				return s.serveImage(ctx, g, image.meta, name)
			})
	}
}

const (
	hlsType  = "application/vnd.apple.mpegurl"
	dashType = "application/dash+xml"
)

var images = map[string]struct {
	summary string
	meta    rest.Headers
}{
	objectkey.StoryboardCues: {"Get the times of the frames of the storyboard (WebVTT)", rest.Headers{ContentType: "text/vtt; charset=utf-8", CacheControl: immutable}},
	objectkey.Storyboard:     {"Get the storyboard: small frames from the whole video", rest.Headers{ContentType: "image/jpeg", CacheControl: immutable}},
}

// generationOf checks the token and returns what it is valid for. A token in the header takes precedence over the one in
// the path, so that a player can renew it without changing URLs.
func (s *Service) generationOf(who access.Caller, r *rest.Request) (generationRef, error) {
	token := r.Header("X-Play-Token")
	if token == "" {
		token = r.Path("token")
	}
	t, err := s.authorise(who, token, r.Path("videoId"))
	if err != nil {
		return generationRef{}, err
	}
	generation, err := strconv.ParseInt(r.Path("generation"), 10, 64)
	if err != nil {
		return generationRef{}, videoaccess.NotFound()
	}
	return generationRef{t.video, generation}, nil
}

func (s *Service) serveHLS(ctx context.Context, g generationRef, as variant, file string) (rest.Reply, error) {
	m, err := s.manifest(ctx, g.videoID, g.generation, maxAgeNew)
	if err != nil {
		return rest.Reply{}, err
	}
	name, ok := strings.CutSuffix(file, ".m3u8")
	if ok && name == "master" {
		captions, err := captionsOf(ctx, s.db.Reader(), g.videoID)
		if err != nil {
			return rest.Reply{}, err
		}
		return m.playlistReply(m.hlsMaster(as, captions), hlsType), nil
	}
	name, ofKeyframes := strings.CutPrefix(name, keyframesPrefix)
	r, whole := m.rendition(name)
	if !ok || !whole || ofKeyframes && (as != clearVariant || r.keyframes() == nil) {
		return rest.Reply{}, fault.New(fault.NotFound, "rendition_not_found", "This video has no such rendition.")
	}
	if ofKeyframes {
		return m.playlistReply(m.hlsKeyframes(r), hlsType), nil
	}
	return m.playlistReply(m.hlsMedia(as, r), hlsType), nil
}

func (s *Service) serveDASH(ctx context.Context, g generationRef) (rest.Reply, error) {
	m, err := s.manifest(ctx, g.videoID, g.generation, maxAgeNew)
	if err != nil {
		return rest.Reply{}, err
	}
	captions, err := captionsOf(ctx, s.db.Reader(), g.videoID)
	if err != nil {
		return rest.Reply{}, err
	}
	text, err := m.dashManifest(captions)
	return m.playlistReply(text, dashType), err
}

// playlistReply answers with a playlist. While the generation is being encoded, renditions are added; captions can change
// at any time.
func (m *manifest) playlistReply(text, kind string) rest.Reply {
	cache := "private, no-cache"
	if m.final {
		cache = "private, max-age=10"
	}
	return rest.Bytes([]byte(text), withOpenCORS(rest.Headers{ContentType: kind, CacheControl: cache}))
}

func (s *Service) serveSegment(ctx context.Context, g generationRef, as variant, r *rest.Request) (rest.Reply, error) {
	number, ok := segmentNumber(r.Path("file"))
	if !ok {
		return rest.Reply{}, fault.New(fault.NotFound, "segment_not_found", "This video has no such segment.")
	}
	seg, err := s.findSegment(ctx, g.videoID, g.generation, r.Path("rendition"), number)
	if err != nil {
		return rest.Reply{}, err
	}
	if as == sealedVariant {
		return s.sealedSegment(ctx, seg)
	}
	return s.clearSegment(ctx, seg)
}

func (s *Service) serveKey(ctx context.Context, g generationRef, text string) (rest.Reply, error) {
	m, err := s.manifest(ctx, g.videoID, g.generation, maxAgeKnown)
	if err != nil {
		return rest.Reply{}, err
	}
	epoch, err := strconv.ParseInt(text, 10, 64)
	key, ok := m.keys[epoch]
	if err != nil || !ok {
		return rest.Reply{}, fault.New(fault.NotFound, "key_not_found", "This video has no such key.")
	}
	raw := key.Bytes()
	return rest.Bytes(raw[:], withOpenCORS(rest.Headers{ContentType: "application/octet-stream", CacheControl: "no-store"})), nil
}

func (s *Service) serveThumbnail(ctx context.Context, g generationRef, file string) (rest.Reply, error) {
	digit, ok := strings.CutSuffix(file, ".webp")
	n, err := strconv.ParseInt(digit, 10, 64)
	if !ok || err != nil || n < 0 || n >= media.ThumbnailCount || digit != strconv.FormatInt(n, 10) {
		return rest.Reply{}, imageNotFound()
	}
	return s.serveImage(ctx, g, rest.Headers{ContentType: "image/webp", CacheControl: immutable}, objectkey.Thumbnail(n))
}

// servePoster answers with the poster that the teacher has chosen or, until it is made, the thumbnail of the same time.
func (s *Service) servePoster(ctx context.Context, g generationRef) (rest.Reply, error) {
	meta := rest.Headers{ContentType: "image/webp", CacheControl: "private, max-age=60"} // the teacher may choose another
	chosen, err := posterOf(ctx, s.db.Reader(), g.videoID)
	if err != nil {
		return rest.Reply{}, err
	}
	reply, err := s.serveImage(ctx, g, meta, objectkey.Poster(chosen))
	if fault.Is(err, fault.NotFound) {
		return s.serveImage(ctx, g, meta, objectkey.Thumbnail(chosen))
	}
	return reply, err
}

func (s *Service) serveImage(ctx context.Context, g generationRef, meta rest.Headers, name string) (rest.Reply, error) {
	m, err := s.manifest(ctx, g.videoID, g.generation, maxAgeKnown)
	if err == nil && m.imagesFence == 0 { // the pictures may be newer than the cached manifest
		m, err = s.manifest(ctx, g.videoID, g.generation, maxAgeNew)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	object, err := s.blob.Open(ctx, objectkey.Picture(g.videoID, g.generation, m.imagesFence, name))
	if errors.Is(err, fs.ErrNotExist) {
		return rest.Reply{}, imageNotFound()
	}
	if err != nil {
		return rest.Reply{}, err
	}
	meta.ModTime = object.ModTime
	meta.ETag = fmt.Sprintf(`"%x-%x"`, object.Size, object.ModTime.UnixMicro())
	return rest.File(object.ReadSeekCloser, withOpenCORS(meta)), nil
}

func imageNotFound() error {
	return fault.New(fault.NotFound, "image_not_found", "This video has no such picture.")
}

// withOpenCORS lets pages of any origin read a reply: it is authorised by the token in the URL or header, never by a
// cookie.
func withOpenCORS(meta rest.Headers) rest.Headers {
	meta.Extra = map[string]string{"Access-Control-Allow-Origin": "*"}
	return meta
}
