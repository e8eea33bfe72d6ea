package playback

import (
	"encoding/xml"
	"fmt"
)

// Elements of an MPD (ISO/IEC 23009-1).
type (
	mpd struct {
		XMLName   xml.Name `xml:"MPD"`
		Namespace string   `xml:"xmlns,attr"`
		Profiles  string   `xml:"profiles,attr"`
		Type      string   `xml:"type,attr"`
		Duration  string   `xml:"mediaPresentationDuration,attr"`
		Buffer    string   `xml:"minBufferTime,attr"`
		Period    period   `xml:"Period"`
	}
	period struct {
		ID    string          `xml:"id,attr"`
		Start string          `xml:"start,attr"`
		Sets  []adaptationSet `xml:"AdaptationSet"`
	}
	adaptationSet struct {
		ID              int              `xml:"id,attr"`
		ContentType     string           `xml:"contentType,attr"`
		MimeType        string           `xml:"mimeType,attr"`
		Language        string           `xml:"lang,attr,omitempty"`
		Aligned         bool             `xml:"segmentAlignment,attr,omitempty"`
		StartWithSAP    int              `xml:"startWithSAP,attr,omitempty"`
		Label           string           `xml:"Label,omitempty"`
		Role            *descriptor      `xml:"Role"`
		Representations []representation `xml:"Representation"`
	}
	descriptor struct {
		Scheme string `xml:"schemeIdUri,attr"`
		Value  string `xml:"value,attr"`
	}
	representation struct {
		ID           string           `xml:"id,attr"`
		Bandwidth    int64            `xml:"bandwidth,attr"`
		Codecs       string           `xml:"codecs,attr,omitempty"`
		Width        int              `xml:"width,attr,omitempty"`
		Height       int              `xml:"height,attr,omitempty"`
		FrameRate    string           `xml:"frameRate,attr,omitempty"`
		PixelAspect  string           `xml:"sar,attr,omitempty"`
		SamplingRate int64            `xml:"audioSamplingRate,attr,omitempty"`
		Channels     *descriptor      `xml:"AudioChannelConfiguration"`
		BaseURL      string           `xml:"BaseURL,omitempty"`
		Template     *segmentTemplate `xml:"SegmentTemplate"`
	}
	segmentTemplate struct {
		Timescale   int64  `xml:"timescale,attr"`
		Init        string `xml:"initialization,attr"`
		Media       string `xml:"media,attr"`
		StartNumber int    `xml:"startNumber,attr"`
		Timeline    []run  `xml:"SegmentTimeline>S"`
	}
	// run is consecutive segments of the same duration: one, and repeat more.
	run struct {
		Start    *int64 `xml:"t,attr,omitempty"`
		Duration int64  `xml:"d,attr"`
		Repeat   int64  `xml:"r,attr,omitempty"`
	}
)

// dashManifest returns the MPD of a variant, served at {variant}/dash/manifest.mpd. It is the same for both variants,
// because sealed and clear segments differ in their bytes alone.
func (m *manifest) dashManifest(captions []Caption) (string, error) {
	doc := mpd{
		Namespace: "urn:mpeg:dash:schema:mpd:2011", Profiles: "urn:mpeg:dash:profile:isoff-live:2011", Type: "static",
		Duration: fmt.Sprintf("PT%.3fS", m.plan.Seconds()), Buffer: "PT6S", Period: period{ID: "0", Start: "PT0S"},
	}
	videos := adaptationSet{ContentType: "video", MimeType: "video/mp4", Aligned: true, StartWithSAP: 1}
	for i := range m.videoRenditions {
		r := &m.videoRenditions[i]
		videos.Representations = append(videos.Representations, representation{
			ID: r.name, Bandwidth: r.peak, Codecs: r.codec, Width: r.rung.Width, Height: r.rung.Height,
			FrameRate: r.rung.Rate.String(), PixelAspect: "1:1", Template: m.template(r),
		})
	}
	doc.Period.Sets = append(doc.Period.Sets, videos)
	for i := range m.audio {
		r, role := &m.audio[i], "alternate"
		if i == 0 {
			role = "main"
		}
		doc.Period.Sets = append(doc.Period.Sets, adaptationSet{
			ID: len(doc.Period.Sets), ContentType: "audio", MimeType: "audio/mp4", Aligned: true, StartWithSAP: 1,
			Language: r.track.Language, Label: m.audioLabel(i), Role: &descriptor{"urn:mpeg:dash:role:2011", role},
			Representations: []representation{{
				ID: r.name, Bandwidth: r.peak, Codecs: r.codec, SamplingRate: r.timescale(), Template: m.template(r),
				Channels: &descriptor{"urn:mpeg:dash:23003:3:audio_channel_configuration:2011", "2"},
			}},
		})
	}
	for _, c := range captions {
		doc.Period.Sets = append(doc.Period.Sets, adaptationSet{
			ID: len(doc.Period.Sets), ContentType: "text", MimeType: "text/vtt", Language: c.Language, Label: c.Label,
			Role:            &descriptor{"urn:mpeg:dash:role:2011", "subtitle"},
			Representations: []representation{{ID: "captions-" + c.Language, Bandwidth: 256, BaseURL: "../../captions/" + c.Language + ".vtt"}},
		})
	}
	text, err := xml.MarshalIndent(doc, "", "  ")
	return xml.Header + string(text) + "\n", err
}

// template lists the URLs and the exact durations of the segments of r: with one duration for all, a player may request one
// segment too many.
func (m *manifest) template(r *rendition) *segmentTemplate {
	t := segmentTemplate{Timescale: r.timescale(), StartNumber: 1, Init: "../" + r.name + "/init.mp4", Media: "../" + r.name + "/$Number$.m4s"}
	for i, d := range m.durations(r) {
		switch last := len(t.Timeline) - 1; {
		case i == 0:
			t.Timeline = append(t.Timeline, run{Start: new(int64(0)), Duration: d})
		case t.Timeline[last].Duration == d:
			t.Timeline[last].Repeat++
		default:
			t.Timeline = append(t.Timeline, run{Duration: d})
		}
	}
	return &t
}
