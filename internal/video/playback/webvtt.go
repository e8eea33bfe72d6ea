package playback

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/platform/fault"
)

// cue is one caption.
type cue struct {
	from, to time.Duration
	settings string
	text     []string // lines, none of them empty
}

var (
	// cueTiming is the timing line of a WebVTT (W3C, 4.3) or SubRip cue; SubRip has a comma before the milliseconds.
	cueTiming = regexp.MustCompile(`^(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})(.*)$`)
	// cueSetting is a cue setting that works without regions.
	cueSetting = regexp.MustCompile(`^(vertical:(rl|lr)|line:-?\d+(\.\d+)?%?(,(start|center|end))?|position:\d+(\.\d+)?%(,(line-left|center|line-right))?|size:\d+(\.\d+)?%|align:(start|center|end|left|right))$`)
	// cueMarkup is the allowed markup; everything else is escaped and shown literally.
	cueMarkup = regexp.MustCompile(`</?(?:b|i|u|ruby|rt)>|<v(?:\.[\w-]+)* [^<>&]+>|</v>|<lang [\w-]+>|</lang>|<\d{2,4}:\d{2}:\d{2}\.\d{3}>`)
)

// normaliseCaptions parses WebVTT or SRT and writes it anew as WebVTT: cues only, without styles, regions and comments, and
// without unknown markup. fault.Invalid names the line that cannot be parsed.
func normaliseCaptions(text string) (string, error) {
	if len(text) > maxCaptions {
		return "", fault.New(fault.TooLarge, "captions_too_large", captionsLarge)
	}
	if !utf8.ValidString(text) {
		return "", captionFault("The captions are not UTF-8 text. Please save them with the encoding UTF-8")
	}
	text = strings.NewReplacer("\uFEFF", "", "\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(text)
	cues, err := parseCues(strings.Split(text, "\n"))
	if err != nil {
		return "", err
	}
	return writeCues(cues), nil
}

func writeCues(cues []cue) string {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, c := range cues {
		fmt.Fprintf(&b, "\n%s --> %s%s\n%s\n", formatTimestamp(c.from), formatTimestamp(c.to), c.settings, strings.Join(c.text, "\n"))
	}
	return b.String()
}

// parseCues finds the cues: a timing line, and the lines after it up to an empty one.
func parseCues(lines []string) (cues []cue, err error) {
	for i := 0; i < len(lines); i++ {
		if !strings.Contains(lines[i], "-->") {
			continue // a header, number, name, comment or style
		}
		at := i
		m := cueTiming.FindStringSubmatch(strings.TrimSpace(lines[i]))
		if m == nil {
			return nil, captionFault("Line %d of the captions is not a line of times such as 00:01:02.500 --> 00:01:04.000", at+1)
		}
		c := cue{from: parseTimestamp(m[1:5]), to: parseTimestamp(m[5:9]), settings: knownSettings(m[9])}
		if c.to <= c.from {
			return nil, captionFault("Line %d of the captions ends before it begins", at+1)
		}
		for i+1 < len(lines) && strings.TrimSpace(lines[i+1]) != "" {
			i++
			c.text = append(c.text, escapeCueText(lines[i]))
		}
		if len(c.text) > 0 {
			cues = append(cues, c)
		}
	}
	if len(cues) == 0 {
		return nil, captionFault("There are no captions in this file. It must be WebVTT (.vtt) or SubRip (.srt)")
	}
	return cues, nil
}

// escapeCueText escapes a line of a cue except for allowed markup.
func escapeCueText(line string) string {
	var b strings.Builder
	escape := func(text string) {
		b.WriteString(strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(html.UnescapeString(text)))
	}
	end := 0
	for _, at := range cueMarkup.FindAllStringIndex(line, -1) {
		escape(line[end:at[0]])
		b.WriteString(line[at[0]:at[1]])
		end = at[1]
	}
	escape(line[end:])
	return b.String()
}

// knownSettings keeps the known cue settings, each with a space before it.
func knownSettings(text string) (kept string) {
	for _, word := range strings.Fields(text) {
		if cueSetting.MatchString(word) {
			kept += " " + word
		}
	}
	return kept
}

// parseTimestamp parses hours (may be ""), minutes, seconds and milliseconds.
func parseTimestamp(parts []string) time.Duration {
	var d time.Duration
	for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond} {
		n, _ := strconv.Atoi(parts[i]) // digits, or empty
		d += time.Duration(n) * unit
	}
	return d
}

func formatTimestamp(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

func captionFault(format string, args ...any) error {
	return fault.Fields{{Name: "content", Code: "malformed", Message: fmt.Sprintf(format, args...)}}.Err()
}
