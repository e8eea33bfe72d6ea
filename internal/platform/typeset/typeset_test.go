package typeset_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"lectern/internal/platform/typeset"
)

const size = 80 // pixels of an em in the comparison

// samples are texts by the family of their font, with what goes wrong without shaping: conjuncts, joined forms, marks, mixed directions.
var samples = []struct{ family, text string }{
	{"NotoSans", "Zoë Müller-Łukasiewicz – Αθήνα – Київ"}, {"NotoSans", "Nguyễn Thị Hương"}, {"NotoSansDevanagari", "क्षत्रिय नियुक्ति हिन्दी श्रीमती"},
	{"NotoSansBengali", "শ্রীমতী রক্ষিত ক্ষুদ্র"}, {"NotoSansGurmukhi", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"}, {"NotoSansGujarati", "શ્રી ક્ષત્રિય પ્રિયંકા"}, {"NotoSansOriya", "ଶ୍ରୀମତୀ ପ୍ରିୟଙ୍କା"},
	{"NotoSansTamil", "தமிழ் ஸ்ரீ கொடுக்கிறேன்"}, {"NotoSansTelugu", "శ్రీమతి ప్రియాంక"}, {"NotoSansKannada", "ಶ್ರೀಮತಿ ಪ್ರಿಯಾಂಕಾ"}, {"NotoSansMalayalam", "ശ്രീമതി പ്രിയങ്ക"},
	{"NotoSansSinhala", "ශ්‍රී ප්‍රියංකා"}, {"NotoSansThai", "ประกาศนียบัตร ผู้ที่"}, {"NotoSansLao", "ປະກາດສະນີຍະບັດ"}, {"NotoSansKhmer", "ស្រីពៅ ប្រុស"}, {"NotoSansMyanmar", "မြန်မာ ကြည်"},
	{"NotoNaskhArabic", "محمد بن عبد الله شهادة"}, {"NotoNaskhArabic", "شهادة رقم ١٢٣ لمحمد"}, {"NotoSansHebrew", "שָׁלוֹם עֲלֵיכֶם"},
	{"NotoSansGeorgian", "ნინო ბერიძე"}, {"NotoSansArmenian", "Անի Պետրոսյան"}, {"NotoSansEthiopic", "አበበ ቢቂላ"},
}

// path writes an outline as the data of an SVG path.
type path struct {
	strings.Builder
	origin typeset.Point
}

func (p *path) At(origin typeset.Point)        { p.origin = origin }
func (p *path) MoveTo(to typeset.Point)        { p.write("M", to) }
func (p *path) LineTo(to typeset.Point)        { p.write("L", to) }
func (p *path) CurveTo(a, b, to typeset.Point) { p.write("C", a, b, to) }
func (p *path) write(command string, points ...typeset.Point) {
	p.WriteString(command)
	for _, to := range points {
		fmt.Fprintf(p, "%.2f %.2f ", p.origin.X+to.X, p.origin.Y+to.Y)
	}
}
func (p *path) Close() { p.WriteString("Z") }

type compared struct {
	Text    string
	Overlap float64 // of the ink of both, by the ink of either
	Wider   float64 // than Chromium's, by its width
}

// comparison draws each sample in a canvas by Chromium's own shaping and by our outline, and counts the pixels of both and of either.
const comparison = `<!doctype html><meta charset="utf-8"><style>%s</style><pre></pre><script>
const samples = %s
const draw = (width, paint) => {
  const canvas = new OffscreenCanvas(width, %[3]d * 3), context = canvas.getContext('2d')
  paint(context)
  return context.getImageData(0, 0, canvas.width, canvas.height).data
}
document.fonts.ready.then(() => Promise.all([...document.fonts].map((font) => font.load()))).then(() => {
  const out = samples.map(({ family, text, outline, width, rtl }) => {
    let theirs = 0
    const side = Math.ceil(width) + 40
    const browser = draw(side, (c) => { c.font = '%[3]dpx ' + family; c.textRendering = 'geometricPrecision'; c.direction = rtl ? 'rtl' : 'ltr'; c.textAlign = 'left'; theirs = c.measureText(text).width; c.fillText(text, 20, %[3]d * 2) })
    const ours = draw(side, (c) => { c.translate(20, %[3]d * 2); c.fill(new Path2D(outline)) })
    let both = 0, either = 0
    for (let i = 3; i < ours.length; i += 4) { const a = browser[i] > 127, b = ours[i] > 127; both += a && b; either += a || b }
    return { text, overlap: both / either, wider: width / theirs - 1 }
  })
  document.querySelector('pre').textContent = JSON.stringify(out)
})</script>`

// Names stand as a browser sets them, in every script of the embedded fonts.
func TestShapingIsThatOfABrowser(t *testing.T) {
	t.Parallel()
	type sample struct {
		Family  string  `json:"family"`
		Text    string  `json:"text"`
		Outline string  `json:"outline"`
		Width   float64 `json:"width"`
		RTL     bool    `json:"rtl"`
	}
	setter, faces, all := typeset.Embedded().Setter(), map[string]string{}, []sample{}
	for _, s := range samples {
		file, err := os.ReadFile("fonts/" + s.family + "-Regular.ttf")
		if err != nil {
			t.Fatal(err)
		}
		faces[s.family] = fmt.Sprintf("@font-face{font-family:%s;src:url(data:font/ttf;base64,%s)}", s.family, base64.StdEncoding.EncodeToString(file))
		line, drawn := setter.Line(s.text, false), &path{}
		line.Draw(drawn, typeset.Point{}, size)
		all = append(all, sample{s.family, s.text, drawn.String(), line.Width * size, strings.ContainsAny(s.text, "مש")})
	}
	var css strings.Builder
	for _, one := range faces {
		css.WriteString(one)
	}
	list, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range compare(t, fmt.Sprintf(comparison, css.String(), list, size)) {
		if c.Overlap < 0.85 || c.Wider > 0.01 || c.Wider < -0.01 {
			t.Errorf("%s: %.2f of the ink is that of Chromium, the width differs by %.1f%%", c.Text, c.Overlap, 100*c.Wider)
		}
	}
}

// compare opens a page in Chromium and reads what it has written.
func compare(t *testing.T, page string) (all []compared) {
	t.Helper()
	browser, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		browser = "chromium"
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=20000", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)<pre>(.*?)</pre>`).FindSubmatch(out)
	if found == nil || json.Unmarshal(found[1], &all) != nil || len(all) != len(samples) {
		t.Fatalf("Chromium compared %d of %d samples: %.300s", len(all), len(samples), found)
	}
	return all
}

// What no font has is named, what is never visible is not; the operator's fonts add what they have.
func TestMissing(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	for text, want := range map[string]rune{"Zoë": 0, "क्षत्रिय": 0, "ශ්\u200dරී": 0, "Ada 王小明": '王', "🐝": '🐝', "": 0} {
		if got := fonts.Missing(text); got != want {
			t.Errorf("%q misses %q, not %q", text, got, want)
		}
	}
	if _, err := typeset.New(fstest.MapFS{"broken.ttf": {Data: []byte("no font")}}); err == nil || !strings.Contains(err.Error(), "broken.ttf") {
		t.Errorf("a file that is no font: %v", err)
	}
}

// Lines are as wide as asked, and what does not fit ends with an ellipsis.
func TestLines(t *testing.T) {
	t.Parallel()
	setter := typeset.Embedded().Setter()
	for _, text := range []string{strings.Repeat("Reading a balance sheet ", 20), strings.Repeat("श्रीमती प्रियंका ", 30), strings.Repeat("محمد بن عبد الله ", 30), strings.Repeat("x", 500), "e" + strings.Repeat("\u0301", 300)} {
		for _, line := range setter.Lines(text, true, 20, 3) {
			if line.Width > 20.01 {
				t.Errorf("%.20s: a line of %.2f in place of 20", text, line.Width)
			}
		}
		if n := len(setter.Lines(text, true, 20, 3)); n > 3 {
			t.Errorf("%.20s: %d lines", text, n)
		}
	}
	if lines := setter.Lines("Reading a balance sheet", false, 5, 1); len(lines) != 1 || lines[0].Shown != "Reading" && lines[0].Shown != "Reading " {
		t.Errorf("a text that is cut off shows %+v", lines)
	}
	if line := setter.Line("שלום 12", false); line.Shown != "12 םולש" {
		t.Errorf("a text from right to left shows %q", line.Shown)
	}
	if lines := setter.Lines("", false, 20, 1); len(lines) != 0 {
		t.Errorf("an empty text has %d lines", len(lines))
	}
}
