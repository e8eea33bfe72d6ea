package school_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/school"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type logoGroup = rest.Answer[school.LogoGroup]

// drawing is a transparent picture with a filled rectangle in its left half.
func drawing(width, height int, fill color.Color) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.Draw(m, image.Rect(0, 0, width/2, height), image.NewUniform(fill), image.Point{}, draw.Src)
	return m
}

// jpegOnItsSide is a photo of 100 by 300 pixels that its EXIF data turn to 300 by 100, with where it was taken.
func jpegOnItsSide(t *testing.T) []byte {
	return testapp.PhotoOnItsSide(t, image.NewGray(image.Rect(0, 0, 100, 300)))
}

// tinyWebP is 20 pixels square and blue, as ffmpeg writes it.
var tinyWebP = []byte("\x52\x49\x46\x46\x46\x00\x00\x00\x57\x45\x42\x50\x56\x50\x38\x20\x3a\x00\x00\x00\x10\x03\x00\x9d\x01\x2a\x14\x00\x14\x00\x3e\xb5\x54\xa4\x4d\x27\x24\xa3\xa2\x28\x08\x00\xe0\x16\x89\x65\x00\xc3\x34\x16\xa7\x14\x00\x00\xfe\xf0\xb0\x37\xff\xcc\xd1\xff\xa4\xdf\xf6\x1b\xc8\x0e\xc1\x4a\x3b\xea\x8a\x7b\x61\x00\x00\x00")

var (
	black = color.NRGBA{A: 255}
	white = color.NRGBA{255, 255, 255, 255}
	red   = color.NRGBA{214, 60, 60, 255} // stands out from both pages
)

func sendLogo(u testapp.User, file []byte, kind, tag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("PUT", "/api/v1/settings/logo", bytes.NewReader(file))
	r.Header.Set("Content-Type", kind)
	if tag != "" {
		r.Header.Set("If-Match", tag)
	}
	return u.SendRaw(r)
}

// setLogo uploads a logo over whatever is there.
func setLogo(t *testing.T, u testapp.User, file []byte, kind string) school.Logo {
	t.Helper()
	w := sendLogo(u, file, kind, "*")
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return *testapp.Read[logoGroup](t, w.Body.String()).Data.Logo
}

func removeLogo(t *testing.T, u testapp.User, want int) {
	t.Helper()
	r := httptest.NewRequest("DELETE", "/api/v1/settings/logo", nil)
	r.Header.Set("If-Match", "*")
	if w := u.SendRaw(r); w.Code != want {
		t.Errorf("DELETE: %d, want %d: %s", w.Code, want, w.Body)
	}
}

func logoOf(t *testing.T, a *testapp.App) *school.Logo {
	t.Helper()
	return testapp.Read[info](t, a.Nobody().Do("GET", "/school", "", 200)).Data.Logo
}

func TestLogoIsShownToEveryone(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	if logoOf(t, a) != nil {
		t.Fatal("there is a logo already")
	}
	for name, c := range map[string]struct {
		file         []byte
		kind         string
		small, large image.Point
	}{
		"a large drawing": {testapp.PNG(t, drawing(1000, 400, red)), "image/png", image.Pt(200, 80), image.Pt(400, 160)},
		"a low one":       {testapp.PNG(t, drawing(180, 60, red)), "image/png", image.Pt(180, 60), image.Pt(180, 60)},
		"a photo":         {jpegOnItsSide(t), "image/jpeg", image.Pt(240, 80), image.Pt(300, 100)},
		"a WebP":          {tinyWebP, "image/webp", image.Pt(20, 20), image.Pt(20, 20)},
	} {
		logo := setLogo(t, admin, c.file, c.kind)
		if got := logoOf(t, a); got == nil || *got != logo || logo.Width != int64(c.small.X) || logo.Height != int64(c.small.Y) {
			t.Errorf("%s: %+v and %+v", name, got, logo)
		}
		for address, size := range map[string]image.Point{logo.Small: c.small, logo.Large: c.large} {
			w := a.Nobody().Send("GET", address, "")
			m, _, err := image.Decode(bytes.NewReader(w.Body.Bytes()))
			h := w.Header()
			if err != nil || m.Bounds().Size() != size || h.Get("Cache-Control") != "public, max-age=31536000, immutable" || h.Get("X-Content-Type-Options") != "nosniff" ||
				!strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || strings.Contains(w.Body.String(), "GPS") {
				t.Errorf("%s at %s: %d %v %v", name, address, w.Code, h, err)
			}
		}
	}
}

func TestLogoIsSetByAdministratorsAlone(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Admin), a.User(access.Admin)
	file := testapp.PNG(t, drawing(200, 100, red))
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{"a visitor": {a.Nobody(), 401}, "an instructor": {a.User(access.Instructor), 403}} {
		if w := sendLogo(c.who, file, "image/png", "*"); w.Code != c.want {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		removeLogo(t, c.who, c.want)
	}
	if w := sendLogo(ann, file, "image/png", ""); w.Code != 428 {
		t.Errorf("without a version: %d %s", w.Code, w.Body)
	}
	tag := ann.Send("GET", "/api/v1/settings/logo", "").Header().Get("ETag")
	if w := sendLogo(ben, file, "image/png", tag); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	first := logoOf(t, a)
	if w := sendLogo(ann, testapp.PNG(t, drawing(300, 100, red)), "image/png", tag); w.Code != 412 || !strings.Contains(w.Body.String(), first.Small) {
		t.Errorf("over the logo of another administrator: %d %s", w.Code, w.Body)
	}
	a.Clock.Advance(10 * time.Minute)
	if w := sendLogo(ann, file, "image/png", "*"); w.Code != 403 {
		t.Errorf("not fresh: %d %s", w.Code, w.Body)
	}
	removeLogo(t, ann, 403)
	if got := logoOf(t, a); *got != *first || a.Count("SELECT count(*) FROM audit_log WHERE target_id = 'logo'") != 1 {
		t.Errorf("%+v became %+v", first, got)
	}
}

func TestUnsuitableLogosAreRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	before := setLogo(t, admin, testapp.PNG(t, drawing(200, 100, red)), "image/png")
	svg := []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)
	for name, c := range map[string]struct {
		file []byte
		kind string
		want int
		says string
	}{
		"an SVG":                {svg, "image/svg+xml", 415, "Save the picture as PNG"},
		"an SVG named PNG":      {svg, "image/png", 415, "Save the picture as PNG"},
		"a GIF":                 {[]byte("GIF89a"), "image/gif", 415, "PNG, JPEG or WebP"},
		"a GIF named PNG":       {[]byte("GIF89a\x20\x00\x20\x00\x00\x00\x00"), "image/png", 415, "PNG, JPEG or WebP"},
		"a text":                {[]byte("hello"), "image/png", 415, "PNG, JPEG or WebP"},
		"half a file":           {testapp.PNG(t, drawing(200, 100, red))[:200], "image/png", 400, "damaged"},
		"a strip":               {testapp.PNG(t, drawing(900, 100, red)), "image/png", 400, "eight times"},
		"a column":              {testapp.PNG(t, drawing(100, 201, red)), "image/png", 400, "twice as high"},
		"nothing to see":        {testapp.PNG(t, image.NewNRGBA(image.Rect(0, 0, 100, 100))), "image/png", 400, "completely transparent"},
		"one of more than 5 MB": {make([]byte, 5<<20+1), "image/png", 413, "5 MB"},
	} {
		if w := sendLogo(admin, c.file, c.kind, "*"); w.Code != c.want || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if got := logoOf(t, a); *got != before {
		t.Errorf("%+v became %+v", before, got)
	}
	if objects, err := a.Blob.List(t.Context(), "logos/"); err != nil || len(objects) != 2 {
		t.Error("objects are left:", objects, err)
	}
}

// A transparent logo gets a plate on pages from which parts of it would not stand out.
func TestLogoStandsOut(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	opaque := image.NewNRGBA(image.Rect(0, 0, 200, 100))
	draw.Draw(opaque, opaque.Bounds(), image.NewUniform(white), image.Point{}, draw.Src)
	mixed := drawing(200, 100, red)
	draw.Draw(mixed, image.Rect(0, 0, 30, 100), image.NewUniform(black), image.Point{}, draw.Src)
	for name, c := range map[string]struct {
		picture         image.Image
		onLight, onDark bool
	}{
		"black":                {drawing(200, 100, black), false, true},
		"white":                {drawing(200, 100, white), true, false},
		"red":                  {drawing(200, 100, red), false, false},
		"red with black parts": {mixed, false, true},
		"white and opaque":     {opaque, false, false},
	} {
		if got := setLogo(t, admin, testapp.PNG(t, c.picture), "image/png"); got.PlateOnLight != c.onLight || got.PlateOnDark != c.onDark {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Without its logo a school is shown by its name again, and nothing is left of the pictures.
func TestLogoIsRemoved(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	other := testapp.New(t, func(p *app.Deps) { p.DB, p.Clock, p.Blob = a.DB, a.Clock, a.Blob })
	admin := a.User(access.Admin)
	old := setLogo(t, admin, testapp.PNG(t, drawing(200, 100, red)), "image/png")
	again := setLogo(t, admin, testapp.PNG(t, drawing(200, 100, red)), "image/png")
	if again.Small != old.Small {
		t.Errorf("the same pictures are at %s and %s", old.Small, again.Small)
	}
	a.Work() // deletes the first one
	if w := other.Nobody().Send("GET", again.Small, ""); w.Code != 200 {
		t.Errorf("on another server: %d %s", w.Code, w.Body)
	}
	if objects, err := a.Blob.List(t.Context(), "logos/"); err != nil || len(objects) != 2 {
		t.Error(objects, err)
	}
	for range 2 {
		removeLogo(t, admin, 200)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE target_id = 'logo'"); n != 3 {
		t.Errorf("setting it twice and removing it is recorded %d times", n)
	}
	a.Clock.Advance(2 * time.Hour)
	a.Work()
	if objects, err := a.Blob.List(t.Context(), "logos/"); err != nil || len(objects) != 0 || logoOf(t, a) != nil {
		t.Error(objects, err)
	}
	for _, path := range []string{again.Small, "/api/v1/logos//80", "/api/v1/logos/x/80"} {
		if w := a.Nobody().Send("GET", path, ""); w.Code != 404 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
}

// Emails show the logo in place of the name, which is its text; a white one on a plate. Plain text has the name as before.
func TestEmailsShowTheLogo(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	admin.Do("PUT", "/settings/school", honeyfield, 200)
	logo := setLogo(t, admin, testapp.PNG(t, drawing(400, 160, white)), "image/png")
	admin.Do("POST", "/auth/invitations", `{"email":"ann@lectern.test","roles":["student"]}`, 201)
	emails := a.Emails("ann@lectern.test")
	if len(emails) != 1 {
		t.Fatal(emails)
	}
	e := emails[0]
	if want := `<img src="https://lectern.test` + logo.Small + `" alt="Honeyfield" width="100" height="40"`; !strings.Contains(e.HTML, want) || !strings.Contains(e.HTML, "background-color:#10141d") {
		t.Errorf("no %s in %s", want, e.HTML)
	}
	if strings.Contains(e.Text, "logos") || !strings.Contains(e.Text, "Honeyfield") {
		t.Error(e.Text)
	}
}
