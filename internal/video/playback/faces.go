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
)

// place is a generation of a video whose media the request's token opens.
type place struct {
	video      string
	generation int64
}

// mediaRoot is under which a generation's addresses lie. A token of "-" says that it is in the header.
const mediaRoot = "/media/{token}/{videoId}/g{generation}/"

// registerMedia mounts the addresses that playlists name. Each is open to whoever holds a token for the video.
func (s *Service) registerMedia(api *rest.API) {
	get := func(path, summary, kind string, h func(context.Context, place, *rest.Request) (rest.Reply, error)) {
		op := rest.Get(mediaRoot+path, summary, fault.NotFound, fault.BadGateway).Gives(nil, kind)
		rest.HandleRaw(api, rest.Signed, op, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			p, err := s.place(who, r)
			if err != nil {
				return rest.Reply{}, err
			}
			return h(ctx, p, r)
		})
	}
	for _, as := range []face{clearFace, sealedFace} {
		root := string(as) + "/"
		get(root+"hls/{file}", "HLS playlist of the "+string(as)+" face: master.m3u8 or {rendition}.m3u8", hlsType,
			func(ctx context.Context, p place, r *rest.Request) (rest.Reply, error) {
				return s.hls(ctx, p, as, r.Path("file"))
			})
		get(root+"dash/manifest.mpd", "DASH manifest of the "+string(as)+" face", dashType,
			func(ctx context.Context, p place, _ *rest.Request) (rest.Reply, error) { return s.dash(ctx, p) })
		get(root+"{rendition}/{file}", "Segment of the "+string(as)+" face: init.mp4 or {number}.m4s", "application/octet-stream",
			func(ctx context.Context, p place, r *rest.Request) (rest.Reply, error) {
				return s.segment(ctx, p, as, r)
			})
	}
	get("keys/{epoch}", "Data key of the sealed face", "application/octet-stream",
		func(ctx context.Context, p place, r *rest.Request) (rest.Reply, error) {
			return s.key(ctx, p, r.Path("epoch"))
		})
	get("captions/{file}", "Captions: {language}.vtt, or {language}.m3u8 for HLS", "text/vtt",
		func(ctx context.Context, p place, r *rest.Request) (rest.Reply, error) {
			return s.captions(ctx, p, r.Path("file"))
		})
	get("thumbs/{file}", "Thumbnail: 0.webp to 9.webp", "image/webp",
		func(ctx context.Context, p place, r *rest.Request) (rest.Reply, error) {
			return s.thumbnail(ctx, p, r.Path("file"))
		})
	get("poster.webp", "Poster", "image/webp",
		func(ctx context.Context, p place, _ *rest.Request) (rest.Reply, error) { return s.poster(ctx, p) })
	for name, image := range images {
		get(name, image.summary, image.meta.Type,
			func(ctx context.Context, p place, _ *rest.Request) (rest.Reply, error) {
				return s.image(ctx, p, image.meta, name)
			})
	}
}

const (
	hlsType  = "application/vnd.apple.mpegurl"
	dashType = "application/dash+xml"
)

var images = map[string]struct {
	summary string
	meta    rest.Meta
}{
	objectkey.StoryboardCues: {"Which part of the storyboard shows which moment", rest.Meta{Type: "text/vtt; charset=utf-8", Cache: immutable}},
	objectkey.Storyboard:     {"Storyboard: small pictures from all over the film", rest.Meta{Type: "image/jpeg", Cache: immutable}},
}

// place checks the token; the one in the header goes before the one in the path, so that a player can renew it without
// changing addresses.
func (s *Service) place(who access.Caller, r *rest.Request) (place, error) {
	token := r.Header("X-Play-Token")
	if token == "" {
		token = r.Path("token")
	}
	t, err := s.authorise(who, token, r.Path("videoId"))
	if err != nil {
		return place{}, err
	}
	generation, err := strconv.ParseInt(r.Path("generation"), 10, 64)
	if err != nil {
		return place{}, noVideo()
	}
	return place{t.video, generation}, nil
}

func (s *Service) hls(ctx context.Context, p place, as face, file string) (rest.Reply, error) {
	f, err := s.film(ctx, p.video, p.generation, soon)
	if err != nil {
		return rest.Reply{}, err
	}
	name, ok := strings.CutSuffix(file, ".m3u8")
	if ok && name == "master" {
		captions, err := captionsOf(ctx, s.DB.Reader(), p.video)
		if err != nil {
			return rest.Reply{}, err
		}
		return f.manifest(f.hlsMaster(captions), hlsType), nil
	}
	r, whole := f.rendition(name)
	if !ok || !whole {
		return rest.Reply{}, fault.New(fault.NotFound, "rendition_not_found", "This video has no such rendition.")
	}
	return f.manifest(f.hlsMedia(as, r), hlsType), nil
}

func (s *Service) dash(ctx context.Context, p place) (rest.Reply, error) {
	f, err := s.film(ctx, p.video, p.generation, soon)
	if err != nil {
		return rest.Reply{}, err
	}
	captions, err := captionsOf(ctx, s.DB.Reader(), p.video)
	if err != nil {
		return rest.Reply{}, err
	}
	text, err := f.dashManifest(captions)
	return f.manifest(text, dashType), err
}

// manifest answers with a playlist. Other renditions may come while it is being made, and captions at any time.
func (f *film) manifest(text, kind string) rest.Reply {
	cache := "private, no-cache"
	if f.final {
		cache = "private, max-age=10"
	}
	return rest.Bytes([]byte(text), open(rest.Meta{Type: kind, Cache: cache}))
}

func (s *Service) segment(ctx context.Context, p place, as face, r *rest.Request) (rest.Reply, error) {
	number, ok := segmentNumber(r.Path("file"))
	if !ok {
		return rest.Reply{}, fault.New(fault.NotFound, "segment_not_found", "This video has no such segment.")
	}
	g, err := s.locate(ctx, p.video, p.generation, r.Path("rendition"), number)
	if err != nil {
		return rest.Reply{}, err
	}
	if as == sealedFace {
		return s.sealedSegment(ctx, g)
	}
	return s.clearSegment(ctx, g)
}

func (s *Service) key(ctx context.Context, p place, text string) (rest.Reply, error) {
	f, err := s.film(ctx, p.video, p.generation, late)
	if err != nil {
		return rest.Reply{}, err
	}
	epoch, err := strconv.ParseInt(text, 10, 64)
	key, ok := f.keys[epoch]
	if err != nil || !ok {
		return rest.Reply{}, fault.New(fault.NotFound, "key_not_found", "This video has no such key.")
	}
	raw := key.Bytes()
	return rest.Bytes(raw[:], open(rest.Meta{Type: "application/octet-stream", Cache: "no-store"})), nil
}

func (s *Service) thumbnail(ctx context.Context, p place, file string) (rest.Reply, error) {
	digit, ok := strings.CutSuffix(file, ".webp")
	n, err := strconv.ParseInt(digit, 10, 64)
	if !ok || err != nil || n < 0 || n >= media.ThumbnailCount || digit != strconv.FormatInt(n, 10) {
		return rest.Reply{}, noImage()
	}
	return s.image(ctx, p, rest.Meta{Type: "image/webp", Cache: immutable}, objectkey.Thumbnail(n))
}

// poster answers with the picture that the teacher has chosen; until it is made, with the thumbnail of the same moment.
func (s *Service) poster(ctx context.Context, p place) (rest.Reply, error) {
	meta := rest.Meta{Type: "image/webp", Cache: "private, max-age=60"} // the teacher may choose another
	chosen, err := posterOf(ctx, s.DB.Reader(), p.video)
	if err != nil {
		return rest.Reply{}, err
	}
	reply, err := s.image(ctx, p, meta, objectkey.Poster(chosen))
	if fault.Is(err, fault.NotFound) {
		return s.image(ctx, p, meta, objectkey.Thumbnail(chosen))
	}
	return reply, err
}

func (s *Service) image(ctx context.Context, p place, meta rest.Meta, name string) (rest.Reply, error) {
	f, err := s.film(ctx, p.video, p.generation, late)
	if err == nil && f.images == 0 { // they may be newer than what was read a while ago
		f, err = s.film(ctx, p.video, p.generation, soon)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	object, err := s.Blob.Open(ctx, objectkey.Picture(p.video, p.generation, f.images, name))
	if errors.Is(err, fs.ErrNotExist) {
		return rest.Reply{}, noImage()
	}
	if err != nil {
		return rest.Reply{}, err
	}
	meta.ModTime = object.ModTime
	meta.ETag = fmt.Sprintf(`"%x-%x"`, object.Size, object.ModTime.UnixMicro())
	return rest.File(object.ReadSeekCloser, open(meta)), nil
}

func noImage() error {
	return fault.New(fault.NotFound, "image_not_found", "This video has no such picture.")
}

// open lets pages of any origin read a reply: the token in the address or header is the right to it, and no cookie is.
func open(meta rest.Meta) rest.Meta {
	meta.Header = map[string]string{"Access-Control-Allow-Origin": "*"}
	return meta
}
