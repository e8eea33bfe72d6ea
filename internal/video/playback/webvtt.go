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

// What no player shows is refused. At the usual size, a twentieth of the picture's height (WebVTT, 7.2), twenty lines fill it, and some
// 1,400 characters; markup and the times of single words count too.
const (
	maxCues      = 20_000 // twelve hours with one every two seconds
	maxCueLines  = 20
	maxCueText   = 4000 // characters of a cue
	maxCueTiming = 1000 // bytes of the line with its times and settings
)

var (
	// cueTiming is the timing line of a WebVTT (W3C, 4.3) or SubRip cue; SubRip has a comma before the milliseconds.
	cueTiming = regexp.MustCompile(`^(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})[ \t]+-->[ \t]+(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})(.*)$`)
	// cueSetting is a cue setting that works without regions.
	cueSetting = regexp.MustCompile(`^(vertical:(rl|lr)|line:-?\d+(\.\d+)?%?(,(start|center|end))?|position:\d+(\.\d+)?%(,(line-left|center|line-right))?|size:\d+(\.\d+)?%|align:(start|center|end|left|right))$`)
	// cueMarkup is the allowed markup; everything else is escaped and shown literally.
	cueMarkup = regexp.MustCompile(`</?(?:b|i|u|ruby|rt)>|<v(?:\.[\w-]+)* [^<>&]+>|</v>|<lang [\w-]+>|</lang>|<\d{2,4}:\d{2}:\d{2}\.\d{3}>`)
	// cueEscapes keeps text from being markup, and from ending its cue.
	cueEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ", "\r", " ")
)

// normaliseCaptions reads WebVTT or SRT line by line and writes it anew as WebVTT: cues only, without styles, regions and comments, and
// without unknown markup. fault.Invalid names the line that cannot be parsed.
func normaliseCaptions(text string) (string, error) {
	if len(text) > maxCaptions {
		return "", fault.New(fault.TooLarge, "captions_too_large", captionsLarge)
	}
	if !utf8.ValidString(text) {
		return "", captionFault("The captions are not UTF-8 text. Please save them with the encoding UTF-8")
	}
	text = strings.NewReplacer("\uFEFF", "", "\r\n", "\n", "\r", "\n", "\x00", "\uFFFD").Replace(text)
	var n normaliser
	n.out.WriteString("WEBVTT\n")
	for line := range strings.SplitSeq(text, "\n") {
		if err := n.add(line); err != nil {
			return "", err
		}
	}
	if n.cues == 0 {
		return "", captionFault("There are no captions in this file. It must be WebVTT (.vtt) or SubRip (.srt)")
	}
	return n.out.String(), nil
}

// normaliser writes the cues among the lines that it is given: a line of times, and the lines after it up to an empty one.
type normaliser struct {
	out         strings.Builder
	line, cues  int    // so far
	timing      string // of the cue that the next line belongs to; empty outside cues
	lines, text int    // of that cue: lines and characters
}

func (n *normaliser) add(line string) error {
	n.line++
	switch blank := strings.TrimSpace(line) == ""; {
	case blank:
		n.timing = ""
	case n.timing != "":
		return n.addText(line)
	case strings.Contains(line, "-->"): // what else is outside cues is a header, number, name, comment or style
		timing, err := n.parseTiming(line)
		n.timing, n.lines, n.text = timing, 0, 0
		return err
	}
	return nil
}

// parseTiming writes a line of times anew.
func (n *normaliser) parseTiming(line string) (string, error) {
	var m []string
	if len(line) <= maxCueTiming {
		m = cueTiming.FindStringSubmatch(strings.TrimSpace(line))
	}
	if m == nil {
		return "", captionFault("Line %d of the captions is not a line of times such as 00:01:02.500 --> 00:01:04.000", n.line)
	}
	from, to := parseTimestamp(m[1:5]), parseTimestamp(m[5:9])
	if to <= from {
		return "", captionFault("Line %d of the captions ends before it begins", n.line)
	}
	return formatTimestamp(from) + " --> " + formatTimestamp(to) + knownSettings(m[9]), nil
}

// addText writes a line of the cue, the first with its times: a cue without text is left out.
func (n *normaliser) addText(line string) error {
	if utf8.RuneCountInString(line) > maxCueText {
		return n.tooLong()
	}
	if line = escapeCueText(line); strings.TrimSpace(line) == "" { // only once unescaped: it was &nbsp;
		return nil
	}
	n.lines++
	n.text += utf8.RuneCountInString(line)
	switch {
	case n.lines > maxCueLines:
		return captionFault("Line %d of the captions is one too many: a caption can have at most %d, as many as fill the picture", n.line, maxCueLines)
	case n.text > maxCueText:
		return n.tooLong()
	case n.lines == 1 && n.cues == maxCues:
		return captionFault("There are more than %d captions in this file", maxCues)
	case n.lines == 1:
		n.cues++
		n.out.WriteString("\n" + n.timing + "\n")
	}
	n.out.WriteString(line + "\n")
	return nil
}

func (n *normaliser) tooLong() error {
	return captionFault("Line %d of the captions makes a caption longer than %d characters, more than any player can show", n.line, maxCueText)
}

// cutCaptions returns the cues of body, which normaliseCaptions has written, that are shown between from and until. What was stored
// before there were limits is read too.
func cutCaptions(body string, from, until time.Duration) string {
	var out strings.Builder
	out.WriteString("WEBVTT\n")
	shown, between := false, true // whether the line belongs to a cue that is shown, and whether to none
	for line := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n") {
		switch {
		case line == "":
			shown, between = false, true
		case between:
			if begin, end, ok := parseWrittenTiming(line); ok {
				between, shown = false, end > from && begin < until
				if shown {
					out.WriteByte('\n')
				}
			}
		}
		if shown {
			out.WriteString(line)
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// escapeCueText escapes a line of a cue except for allowed markup.
func escapeCueText(line string) string {
	var b strings.Builder
	escape := func(text string) { b.WriteString(cueEscapes.Replace(html.UnescapeString(text))) }
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

// parseWrittenTiming parses a line of times that normaliser has written. It takes no regular expression, for every segment of captions
// is cut from all of them.
func parseWrittenTiming(line string) (begin, end time.Duration, ok bool) {
	first, rest, _ := strings.Cut(line, " --> ")
	second, _, _ := strings.Cut(rest, " ")
	begin, ok = parseWritten(first)
	if !ok {
		return 0, 0, false
	}
	end, ok = parseWritten(second)
	return begin, end, ok
}

// parseWritten parses what formatTimestamp has written.
func parseWritten(timestamp string) (time.Duration, bool) {
	hours, rest, _ := strings.Cut(timestamp, ":")
	minutes, rest, _ := strings.Cut(rest, ":")
	seconds, milliseconds, _ := strings.Cut(rest, ".")
	if hours == "" || len(minutes) != 2 || len(seconds) != 2 || len(milliseconds) != 3 {
		return 0, false
	}
	for _, digits := range []string{hours, minutes, seconds, milliseconds} {
		if strings.Trim(digits, "0123456789") != "" {
			return 0, false
		}
	}
	return parseTimestamp([]string{hours, minutes, seconds, milliseconds}), true
}

func formatTimestamp(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

func captionFault(format string, args ...any) error {
	return fault.Fields{{Name: "content", Code: "malformed", Message: fmt.Sprintf(format, args...)}}.Err()
}
