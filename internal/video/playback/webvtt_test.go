package playback

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/fault"
)

func TestNormaliseCaptions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"SubRip": {
			"\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\nworld\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n<i>Bye</i>\r\n",
			"WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\nworld\n\n00:00:03.000 --> 00:00:04.000\n<i>Bye</i>\n"},
		"WebVTT with short times and settings": {
			"WEBVTT - title\n\nintro\n01:02.003 --> 01:04.000 align:start position:10% region:r1 line:0\n<v Ann Lee>Hi &amp; welcome\n",
			"WEBVTT\n\n00:01:02.003 --> 00:01:04.000 align:start position:10% line:0\n<v Ann Lee>Hi &amp; welcome\n"},
		"styles, regions and comments": {
			"WEBVTT\n\nSTYLE\n::cue { background: url(http://evil) }\n\nNOTE nothing\n\n00:01.000 --> 00:02.000\nText",
			"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nText\n"},
		"foreign markup": {
			"00:01.000 --> 00:02.000\n<script>alert(1)</script> <b onclick=x>b</b> 1 < 2 &lt;img&gt; -- a\n",
			"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n&lt;script&gt;alert(1)&lt;/script&gt; &lt;b onclick=x&gt;b</b> 1 &lt; 2 &lt;img&gt; -- a\n"},
		"hours": {
			"100:00:01.000 --> 100:00:02.000\nx",
			"WEBVTT\n\n100:00:01.000 --> 100:00:02.000\nx\n"},
		"references that would end the cue": {
			"00:01.000 --> 00:02.000\n&nbsp;\na&#10;&#13;&#10;b\n",
			"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na   b\n"},
		"an empty cue is left out": {
			"00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nx\x00",
			"WEBVTT\n\n00:00:03.000 --> 00:00:04.000\nx\uFFFD\n"},
	} {
		got, err := normaliseCaptions(c.in)
		if err != nil || got != c.want {
			t.Errorf("%s:\n got %q (%v)\nwant %q", name, got, err, c.want)
		}
		if again, err := normaliseCaptions(got); err != nil || again != got {
			t.Errorf("%s: read a second time it is %q (%v)", name, again, err)
		}
	}
}

func TestMalformedCaptionsAreRefused(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                               "There are no captions",
		"WEBVTT\n\n":                     "There are no captions",
		"once upon a time":               "There are no captions",
		"WEBVTT\n\n00:99.000 --> 1\nx":   "Line 3 of the captions",
		"1\n00:02.000 --> 00:01.000\nx":  "Line 2 of the captions ends before it begins",
		"1\n00:02.000 --> 00:02.000\nx":  "Line 2 of the captions ends before it begins",
		"caf\xe9\n00:01.000 --> 00:02.0": "UTF-8",
	} {
		got, err := normaliseCaptions(in)
		if got != "" || !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	if _, err := normaliseCaptions(strings.Repeat("x", maxCaptions+1)); !fault.Is(err, fault.TooLarge) {
		t.Errorf("over the limit: %v", err)
	}
}

// What no player shows is refused by its line; what is just within the limits is taken whole.
func TestCaptionsThatNoPlayerShows(t *testing.T) {
	t.Parallel()
	const timing = "00:01.000 --> 00:02.000"
	cues := func(n int) string { return strings.Repeat(timing+"\nx\n\n", n) }
	for name, c := range map[string]struct{ taken, refused, says string }{
		"a long line":     {timing + "\n" + strings.Repeat("é", maxCueText), timing + "\n" + strings.Repeat("é", maxCueText+1), "Line 2 of the captions makes a caption longer than 4000"},
		"escaped":         {timing + "\n" + strings.Repeat("<", maxCueText/4), timing + "\n" + strings.Repeat("<", maxCueText/4+1), "Line 2 of the captions makes"},
		"a long cue":      {timing + strings.Repeat("\n"+strings.Repeat("x", 400), 10), timing + strings.Repeat("\n"+strings.Repeat("x", 400), 11), "Line 12 of the captions makes"},
		"many lines":      {timing + strings.Repeat("\nx", maxCueLines), timing + strings.Repeat("\nx", maxCueLines+1), "Line 22 of the captions is one too many"},
		"many cues":       {cues(maxCues), cues(maxCues + 1), "more than 20000 captions"},
		"a line of times": {timing + strings.Repeat(" line:0", 100) + "\nx", timing + strings.Repeat(" line:0", 200) + "\nx", "Line 1 of the captions is not a line of times"},
	} {
		if _, err := normaliseCaptions(c.taken); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := normaliseCaptions(c.refused); got != "" || !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %.80q, %v, want %q", name, got, err, c.says)
		}
	}
}

func TestCutCaptions(t *testing.T) {
	t.Parallel()
	body := "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nfirst\n\n00:00:02.000 --> 00:00:04.000 line:0\nsecond\n--&gt; of two lines\n\n00:00:06.000 --> 00:00:07.000\nthird\n"
	all := strings.SplitAfter(body, "\n\n")
	for _, c := range []struct {
		from, until time.Duration
		want        string
	}{
		{0, time.Hour, body},
		{0, time.Second, "WEBVTT\n"},
		{0, 2 * time.Second, "WEBVTT\n\n" + strings.TrimSuffix(all[1], "\n")},
		{1999 * time.Millisecond, 6 * time.Second, "WEBVTT\n\n" + all[1] + strings.TrimSuffix(all[2], "\n")},
		{2 * time.Second, 6 * time.Second, "WEBVTT\n\n" + strings.TrimSuffix(all[2], "\n")},
		{4 * time.Second, 7 * time.Second, "WEBVTT\n\n" + all[3]},
	} {
		if got := cutCaptions(body, c.from, c.until); got != c.want {
			t.Errorf("from %v until %v:\n got %q\nwant %q", c.from, c.until, got, c.want)
		}
	}
}

// Captions stored before there were limits are cut too, and no cue costs more memory than it has bytes: not parallel, so that nothing
// else allocates.
func TestCuttingAllocatesWhatItKeeps(t *testing.T) {
	for name, body := range map[string]string{
		"one cue of many lines": "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n" + strings.Repeat("a\n", maxCaptions/2),
		"one line":              "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n" + strings.Repeat("a", maxCaptions) + "\n",
		"settings":              "WEBVTT\n\n00:00:00.000 --> 00:00:01.000" + strings.Repeat(" line:0", maxCaptions/7) + "\na\n",
		"many cues":             "WEBVTT\n" + strings.Repeat("\n00:00:00.000 --> 00:00:01.000\na\n", maxCaptions/33),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		kept := cutCaptions(body, 0, time.Second)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; kept != body || took > 16*maxCaptions {
			t.Errorf("%s: %d of %d bytes are kept, %d allocated", name, len(kept), len(body), took)
		}
	}
}

// For any input, the output is stable when normalised again and contains no unknown markup.
func FuzzNormaliseCaptions(f *testing.F) {
	f.Add("WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n<v A>x</v> <script> --> &amp;\n")
	f.Fuzz(func(t *testing.T, in string) {
		out, err := normaliseCaptions(in)
		if err != nil {
			return
		}
		if again, err := normaliseCaptions(out); err != nil || again != out {
			t.Fatalf("%q became %q and then %q (%v)", in, out, again, err)
		}
		if strings.Contains(strings.ToLower(cueMarkup.ReplaceAllString(out, "")), "<") {
			t.Fatalf("%q holds foreign markup", out)
		}
	})
}
