package profile_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func picture(t *testing.T, width, height int) []byte {
	return testapp.PNG(t, testapp.Halves(width, height))
}

func photo(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, testapp.Halves(width, height), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// photoWithEXIF returns a JPEG with EXIF data: an orientation and private metadata.
func photoWithEXIF(t *testing.T, orientation uint16) []byte {
	t.Helper()
	tiff := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01")
	tiff = append(binary.BigEndian.AppendUint16(tiff, orientation), 0, 0, 0, 0, 0, 0)
	tiff = append(tiff, "GPS 46.9480 7.4474 of home"...)
	app1 := append([]byte("Exif\x00\x00"), tiff...)
	segment := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(app1)+2)), app1...)
	plain := photo(t, 400, 200)
	return append(append(plain[:2:2], segment...), plain[2:]...)
}

func upload(t *testing.T, u testapp.User, file []byte, kind, query string, want int) profile.Avatar {
	t.Helper()
	r := httptest.NewRequest("PUT", "/api/v1/profile/me/avatar"+query, bytes.NewReader(file))
	r.Header.Set("Content-Type", kind)
	w := u.SendRaw(r)
	if w.Code != want {
		t.Errorf("PUT avatar %s %s: %d, want %d: %s", kind, query, w.Code, want, w.Body)
	}
	if w.Code != 200 {
		return profile.Avatar{}
	}
	return testapp.Read[rest.Answer[profile.Avatar]](t, w.Body.String()).Data
}

// shown fetches a picture without signing in.
func shown(t *testing.T, a *testapp.App, address string) (image.Image, *httptest.ResponseRecorder) {
	t.Helper()
	w := a.Nobody().Send("GET", address, "")
	m, _, err := image.Decode(bytes.NewReader(w.Body.Bytes()))
	if w.Code != 200 || err != nil {
		t.Fatalf("%s: %d %v", address, w.Code, err)
	}
	return m, w
}

func isNear(c color.Color, want color.RGBA) bool {
	r, g, b, _ := c.RGBA()
	near := func(x uint32, y uint8) bool { return max(x>>8, uint32(y))-min(x>>8, uint32(y)) < 30 }
	return near(r, want.R) && near(g, want.G) && near(b, want.B)
}

func TestAvatarIsCroppedAndPublic(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	var animation bytes.Buffer
	frame := image.NewPaletted(image.Rect(0, 0, 40, 40), color.Palette{testapp.Red, testapp.Blue})
	if err := gif.EncodeAll(&animation, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	for kind, file := range map[string][]byte{"image/png": picture(t, 300, 200), "image/jpeg": photo(t, 200, 300), "image/gif": animation.Bytes(), "image/webp": tinyWebP} {
		got := upload(t, ann, file, kind, "", 200)
		if mine := get(t, ann).Avatar; mine == nil || *mine != got {
			t.Errorf("%s: %v, %v", kind, mine, got)
		}
		for address, side := range map[string]int{got.Large: 256, got.Small: 64} {
			m, w := shown(t, a, address)
			h := w.Header()
			if m.Bounds() != image.Rect(0, 0, side, side) || h.Get("Cache-Control") != "public, max-age=31536000, immutable" || h.Get("X-Content-Type-Options") != "nosniff" ||
				!strings.HasPrefix(h.Get("Content-Type"), "image/") || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("%s: %v %v", kind, m.Bounds(), h)
			}
		}
	}
	if m, _ := shown(t, a, upload(t, ann, picture(t, 300, 200), "image/png", "?x=150&y=10&side=100", 200).Large); !isNear(m.At(5, 128), testapp.Blue) {
		t.Error("the avatar does not show the chosen crop")
	}
	for _, path := range []string{"none/256", "none/64", "../../256", strings.Split(get(t, ann).Avatar.Large, "/")[4] + "/128"} {
		a.Nobody().Do("GET", "/avatars/"+path, "", 404)
	}
}

// tinyWebP is 20 pixels square and blue, as ffmpeg writes it.
var tinyWebP = []byte("\x52\x49\x46\x46\x46\x00\x00\x00\x57\x45\x42\x50\x56\x50\x38\x20\x3a\x00\x00\x00\x10\x03\x00\x9d\x01\x2a\x14\x00\x14\x00\x3e\xb5\x54\xa4\x4d\x27\x24\xa3\xa2\x28\x08\x00\xe0\x16\x89\x65\x00\xc3\x34\x16\xa7\x14\x00\x00\xfe\xf0\xb0\x37\xff\xcc\xd1\xff\xa4\xdf\xf6\x1b\xc8\x0e\xc1\x4a\x3b\xea\x8a\x7b\x61\x00\x00\x00")

// A photo is shown upright, and no camera metadata is left.
func TestPhotoIsRotatedAndStrippedOfMetadata(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	top, bottom, left, right := image.Pt(128, 20), image.Pt(128, 236), image.Pt(20, 128), image.Pt(236, 128)
	for orientation, redAt := range map[uint16]image.Point{1: left, 2: right, 3: right, 4: left, 5: top, 6: top, 7: bottom, 8: bottom} {
		m, w := shown(t, a, upload(t, ann, photoWithEXIF(t, orientation), "image/jpeg", "", 200).Large)
		if !isNear(m.At(redAt.X, redAt.Y), testapp.Red) || !isNear(m.At(255-redAt.X, 255-redAt.Y), testapp.Blue) {
			t.Errorf("orientation %d: the red half is not at %v", orientation, redAt)
		}
		if body := w.Body.String(); strings.Contains(body, "Exif") || strings.Contains(body, "GPS") {
			t.Errorf("orientation %d: the camera's metadata is still there", orientation)
		}
	}
	// The crop is in pixels of the upright picture, which here is 200 wide and 400 high, red at the top.
	if m, _ := shown(t, a, upload(t, ann, photoWithEXIF(t, 6), "image/jpeg", "?x=0&y=0&side=150", 200).Large); !isNear(m.At(128, 128), testapp.Red) {
		t.Error("the crop was applied to the stored picture, not the upright one")
	}
	upload(t, ann, photoWithEXIF(t, 6), "image/jpeg", "?x=150&y=0&side=200", 400)
}

// bomb returns a PNG file of a few bytes whose header claims the given size.
func bomb(side uint32) []byte {
	chunk := func(kind string, body []byte) []byte {
		b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), kind...)
		b = append(b, body...)
		return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
	}
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, side), side)
	return append([]byte("\x89PNG\r\n\x1a\n"), append(chunk("IHDR", append(header, 8, 2, 0, 0, 0)), chunk("IDAT", []byte("x"))...)...)
}

func TestInvalidPicturesAreRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	before := upload(t, ann, picture(t, 100, 100), "image/png", "", 200)
	objects, err := a.Blob.List(t.Context(), "avatars/")
	if err != nil || len(objects) != 2 {
		t.Fatal(objects, err)
	}
	whole := photo(t, 300, 300)
	for name, c := range map[string]struct {
		file        []byte
		kind, query string
		want        int
	}{
		"a text":                     {[]byte("hello"), "image/png", "", 415},
		"an SVG":                     {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "image/svg+xml", "", 415},
		"an SVG that says it is":     {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), "image/png", "", 415},
		"nothing":                    {nil, "image/png", "", 415},
		"without a type":             {whole, "", "", 415},
		"a form":                     {whole, "multipart/form-data", "", 415},
		"an address":                 {[]byte(`{"url": "http://169.254.169.254/"}`), "application/json", "", 415},
		"a bomb":                     {bomb(60_000), "image/png", "", 400},
		"a bomb of 2^31 by 2^31":     {bomb(1<<31 - 1), "image/png", "", 415},
		"a header without a body":    {bomb(100), "image/png", "", 400},
		"half a file":                {whole[:len(whole)/2], "image/jpeg", "", 400},
		"more than 5 MB":             {bytes.Repeat([]byte{0}, 5<<20+1), "image/png", "", 413},
		"a dot":                      {picture(t, 4, 4), "image/png", "", 400},
		"a square outside":           {whole, "image/jpeg", "?x=250&y=0&side=100", 400},
		"a square left of it":        {whole, "image/jpeg", "?x=-1&y=0&side=100", 400},
		"a square without a side":    {whole, "image/jpeg", "?x=1&y=0", 400},
		"a square beyond all bounds": {whole, "image/jpeg", "?x=1&y=0&side=9223372036854775807", 400},
	} {
		t.Run(name, func(t *testing.T) { upload(t, ann, c.file, c.kind, c.query, c.want) })
	}
	upload(t, a.Nobody(), whole, "image/jpeg", "", 401)
	r := httptest.NewRequest("PUT", "/api/v1/profile/me/avatar", bytes.NewReader(bomb(60_000)))
	r.Header.Set("Content-Type", "image/png")
	if w := ann.SendRaw(r); !strings.Contains(w.Body.String(), "more than 40 megapixels") { // refused for its size, not for its missing pixels
		t.Error(w.Body)
	}
	after, err := a.Blob.List(t.Context(), "avatars/")
	if err != nil || len(after) != 2 || *get(t, ann).Avatar != before {
		t.Error("objects are left:", after, err)
	}
}

// Frames of progressive JPEG files: their sizes and colours.
const (
	greySquare = "\x00\x0b\x08\x00\x10\x00\x10\x01\x01\x11\x00"                         // 16 by 16
	hugeColour = "\x00\x11\x08\x17\x70\x17\x70\x03\x01\x11\x00\x02\x11\x00\x03\x11\x00" // 6,000 by 6,000
)

// scanned returns a JPEG in so many passes after the first.
func scanned(frame string, passes int) []byte {
	file := append([]byte("\xff\xd8\xff\xdb\x00\x43\x00"), bytes.Repeat([]byte{1}, 64)...)
	file = append(append(file, 0xff, 0xc2), frame...)
	for _, table := range []byte{0x00, 0x10} { // of DC and AC: the code 0 for the symbol 0
		file = append(append(file, 0xff, 0xc4, 0, 20, table, 1), make([]byte, 16)...)
	}
	file = append(file, "\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00\x0f"...)
	for range passes {
		file = append(file, "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00\x0f"...)
	}
	return append(file, 0xff, 0xd9)
}

// What costs more than a picture should is refused before it is decoded: by its passes (170 kB can take minutes), and by its memory.
func TestCostlyPicturesAreRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	before := upload(t, ann, scanned(greySquare, 9), "image/jpeg", "", 200)
	for says, file := range map[string][]byte{"too many progressive scans": scanned(greySquare, 10_000), "takes too much memory": scanned(hugeColour, 1)} {
		r := httptest.NewRequest("PUT", "/api/v1/profile/me/avatar", bytes.NewReader(file))
		r.Header.Set("Content-Type", "image/jpeg")
		if w := ann.SendRaw(r); w.Code != 400 || !strings.Contains(w.Body.String(), says) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if after := get(t, ann).Avatar; after == nil || *after != before {
		t.Errorf("%v became %v", before, after)
	}
}

// The previous avatar is deleted, as is one stored by a process that stopped before it could set it.
func TestUnusedAvatarsAreDeleted(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.User(access.Student)
	old := upload(t, ann, picture(t, 100, 100), "image/png", "", 200)
	kept := upload(t, ann, picture(t, 120, 100), "image/png", "", 200)
	a.Work()
	a.Nobody().Do("GET", strings.TrimPrefix(old.Large, "/api/v1"), "", 404)
	a.Clock.Advance(2 * time.Hour)
	a.Work()
	shown(t, a, kept.Large)

	lost := upload(t, ann, picture(t, 140, 100), "image/png", "", 200)
	a.Exec("UPDATE profiles SET avatar_id = ''")
	a.Clock.Advance(2 * time.Hour)
	a.Work()
	a.Nobody().Do("GET", strings.TrimPrefix(lost.Large, "/api/v1"), "", 404)

	gone := upload(t, ann, picture(t, 160, 100), "image/png", "", 200)
	ann.Do("DELETE", "/profile/me/avatar", "", 200)
	ann.Do("DELETE", "/profile/me/avatar", "", 200)
	a.Work()
	a.Nobody().Do("GET", strings.TrimPrefix(gone.Small, "/api/v1"), "", 404)
	if objects, err := a.Blob.List(t.Context(), "avatars/"); err != nil || len(objects) != 0 || get(t, ann).Avatar != nil {
		t.Error(objects, err)
	}
}
