package playback

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// variant is one of two ways of serving the same segments.
type variant string

const (
	clearVariant  variant = "clear"  // decrypted by the server, for any player
	sealedVariant variant = "sealed" // as stored, for players that fetch the keys
)

// hlsMaster returns the multivariant playlist (RFC 8216, 4.3.4), served at {variant}/hls/master.m3u8.
func (m *manifest) hlsMaster(as variant, captions []Caption) string {
	var b strings.Builder
	b.WriteString("#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n")
	// Without CLOSED-CAPTIONS=NONE a player may read segments throughout the video to look for captions in them.
	groups := ",CLOSED-CAPTIONS=NONE"
	for i, a := range m.audio {
		lang, standard := "", "NO"
		if a.track.Language != "" {
			lang = fmt.Sprintf(",LANGUAGE=%q", a.track.Language)
		}
		if i == 0 {
			standard = "YES"
		}
		fmt.Fprintf(&b, "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=%s%s,DEFAULT=%s,AUTOSELECT=YES,CHANNELS=\"2\",URI=\"%s.m3u8\"\n",
			quoted(m.audioLabel(i)), lang, standard, a.name)
	}
	if len(m.audio) > 0 {
		groups += `,AUDIO="sound"`
	}
	for _, c := range captions {
		fmt.Fprintf(&b, "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"captions\",NAME=%s,LANGUAGE=\"%s\",DEFAULT=NO,AUTOSELECT=YES,FORCED=NO,URI=\"../../captions/%s.m3u8\"\n",
			quoted(c.Label), c.Language, c.Language)
	}
	if len(captions) > 0 {
		groups += `,SUBTITLES="captions"`
	}
	for i := range m.videoRenditions {
		r := &m.videoRenditions[i]
		peak, mean := m.bandwidths(r)
		fmt.Fprintf(&b, "#EXT-X-STREAM-INF:BANDWIDTH=%d,AVERAGE-BANDWIDTH=%d,CODECS=\"%s\",RESOLUTION=%dx%d,FRAME-RATE=%.3f,VIDEO-RANGE=SDR%s\n%s.m3u8\n",
			peak, mean, m.codecs(r), r.rung.Width, r.rung.Height, r.rung.Rate.PerSecond(), groups, r.name)
	}
	for i := range m.videoRenditions {
		r := &m.videoRenditions[i]
		if peak, mean, ok := m.keyframeBandwidths(r); ok && as == clearVariant {
			fmt.Fprintf(&b, "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=%d,AVERAGE-BANDWIDTH=%d,CODECS=\"%s\",RESOLUTION=%dx%d,VIDEO-RANGE=SDR,URI=\"%s%s.m3u8\"\n",
				peak, mean, r.codec, r.rung.Width, r.rung.Height, keyframesPrefix, r.name)
		}
	}
	return b.String()
}

// keyframesPrefix precedes the rendition in the name of an I-frame playlist.
const keyframesPrefix = "keyframes-"

// hlsKeyframes returns the I-frame playlist (RFC 8216, 4.3.3.6) of a rendition, with which players show pictures while they wind. It is
// served at clear/hls/keyframes-{rendition}.m3u8; a sealed segment is opened as a whole, so no part of one can be named.
func (m *manifest) hlsKeyframes(r *rendition) string {
	durations := m.durations(r)
	var b strings.Builder
	fmt.Fprintf(&b, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:%d\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"../%s/init.mp4\"\n",
		int(math.Round(float64(slices.Max(durations))/float64(r.timescale()))), r.name)
	for i, size := range r.keyframes() {
		fmt.Fprintf(&b, "#EXTINF:%.6f,\n#EXT-X-BYTERANGE:%d@0\n../%s/%d.m4s\n", float64(durations[i])/float64(r.timescale()), size, r.name, i+1)
	}
	b.WriteString("#EXT-X-ENDLIST\n")
	return b.String()
}

// keyframeBandwidths returns peak and mean of the keyframes of r played at their times, in bit/s; false when they are not known.
func (m *manifest) keyframeBandwidths(r *rendition) (peak, mean int64, ok bool) {
	keyframes, total, length := r.keyframes(), int64(0), 0.0
	for i, ticks := range m.durations(r) {
		if keyframes == nil {
			return 0, 0, false
		}
		seconds := float64(ticks) / float64(r.timescale())
		if total, length = total+keyframes[i], length+seconds; seconds >= media.SegmentSeconds/2 {
			peak = max(peak, int64(float64(keyframes[i])*8/seconds))
		}
	}
	mean = int64(math.Ceil(float64(total) * 8 / length))
	return max(peak, mean), mean, true
}

// hlsMedia returns the media playlist (RFC 8216, 4.3.3) of a rendition, served at {variant}/hls/{rendition}.m3u8.
func (m *manifest) hlsMedia(as variant, r *rendition) string {
	durations := m.durations(r)
	longest := 0.0
	for _, d := range durations {
		longest = max(longest, float64(d)/float64(r.timescale()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:%d\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PLAYLIST-TYPE:VOD\n", int(math.Round(longest)))
	epoch := int64(-1)
	for i, d := range durations {
		number := int64(i + 1)
		if as == sealedVariant && seal.Epoch(number) != epoch {
			epoch = seal.Epoch(number)
			// No IV attribute: each object starts with its own (rfc8216bis, METHOD=AES-256-GCM).
			fmt.Fprintf(&b, "#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"../../keys/%d\"\n", epoch)
		}
		if number == 1 { // after the first key, with which the init is sealed
			fmt.Fprintf(&b, "#EXT-X-MAP:URI=\"../%s/init.mp4\"\n", r.name)
		}
		fmt.Fprintf(&b, "#EXTINF:%.6f,\n../%s/%d.m4s\n", float64(d)/float64(r.timescale()), r.name, number)
	}
	b.WriteString("#EXT-X-ENDLIST\n")
	return b.String()
}

// hlsCaptions returns the media playlist of captions, in segments as long as those of the video. It is served at
// captions/{language}.m3u8.
func (m *manifest) hlsCaptions(language string) string {
	r := &m.videoRenditions[0]
	durations := m.durations(r)
	longest := slices.Max(durations)
	var b strings.Builder
	fmt.Fprintf(&b, "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:%d\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-PLAYLIST-TYPE:VOD\n",
		int(math.Round(float64(longest)/float64(r.timescale()))))
	for i, d := range durations {
		fmt.Fprintf(&b, "#EXTINF:%.6f,\n%s.%d.vtt\n", float64(d)/float64(r.timescale()), language, i+1)
	}
	b.WriteString("#EXT-X-ENDLIST\n")
	return b.String()
}

// quoted returns a quoted-string (RFC 8216, 4.2), which cannot contain quotes or line breaks.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`"`, "'", "\r", " ", "\n", " ").Replace(text) + `"`
}
