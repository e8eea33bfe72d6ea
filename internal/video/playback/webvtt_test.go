package playback

import (
	"strings"
	"testing"

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
