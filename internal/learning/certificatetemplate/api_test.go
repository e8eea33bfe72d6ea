package certificatetemplate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/learning/certificatetemplate"
	"lectern/internal/platform/access"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type world struct {
	*testapp.App
	t              *testing.T
	admin, teacher testapp.User
}

func newWorld(t *testing.T) world {
	a := testapp.New(t)
	return world{a, t, a.User(access.Admin), a.User(access.Instructor)}
}

func (w world) read(answer string) certificatetemplate.CertificateTemplate {
	w.t.Helper()
	return testapp.Read[rest.Answer[certificatetemplate.CertificateTemplate]](w.t, answer).Data
}

func (w world) create(body string) certificatetemplate.CertificateTemplate {
	w.t.Helper()
	return w.read(w.admin.Do("POST", "/certificate-templates", body, 201))
}

func (w world) get(id string) certificatetemplate.CertificateTemplate {
	w.t.Helper()
	return w.read(w.admin.Do("GET", "/certificate-templates/"+id, "", 200))
}

func (w world) save(u testapp.User, t certificatetemplate.CertificateTemplate, version int64) *httptest.ResponseRecorder {
	w.t.Helper()
	body, err := json.Marshal(certificatetemplate.CertificateTemplateEdit{Name: t.Name, Language: t.Language, Layout: t.Layout})
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest("PUT", "/api/v1/certificate-templates/"+t.ID, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-"`, version))
	return u.SendRaw(r)
}

func upload(u testapp.User, kind string, file []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1/certificate-templates/pictures", bytes.NewReader(file))
	r.Header.Set("Content-Type", kind)
	return u.SendRaw(r)
}

func (w world) picture(m image.Image) certificatetemplate.CertificatePicture {
	w.t.Helper()
	answer := upload(w.admin, "image/png", testapp.PNG(w.t, m))
	if answer.Code != 201 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[certificatetemplate.CertificatePicture]](w.t, answer.Body.String()).Data
}

func (w world) rows() string {
	all := w.Tables()
	return all["certificate_templates"] + all["certificate_template_uses"] + all["certificate_template_pictures"] + all["audit_log"]
}

// clear is a picture of which half is transparent.
func clear(width, height int) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width / 2 {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	return m
}

// Administrators make, copy, change, archive and delete templates; instructors see them; nobody else does anything.
func TestTemplates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.create(`{"name":"  Autumn ","language":"de"}`)
	if first.Name != "Autumn" || first.Version != 1 || first.Layout.Elements[1].Text != "Zertifikat" {
		t.Fatalf("%+v", first)
	}
	before := w.rows()
	student := w.User(access.Student)
	for _, r := range [][3]string{{"GET", "", ""}, {"GET", "/" + first.ID, ""}, {"GET", "/" + first.ID + "/preview.svg", ""}, {"GET", "/" + first.ID + "/preview.pdf", ""}} {
		student.Do(r[0], "/certificate-templates"+r[1], r[2], 403)
		w.teacher.Send(r[0], "/api/v1/certificate-templates"+r[1], r[2])
	}
	for _, who := range []testapp.User{student, w.teacher} {
		who.Do("POST", "/certificate-templates", `{"name":"Mine","language":"en"}`, 403)
		who.Do("PATCH", "/certificate-templates/"+first.ID, `{"archived":true}`, 403)
		who.Do("DELETE", "/certificate-templates/"+first.ID, "", 403)
		if got := w.save(who, first, 1); got.Code != 403 {
			t.Error(got.Code)
		}
		if got := upload(who, "image/png", testapp.PNG(t, testapp.Halves(40, 40))); got.Code != 403 {
			t.Error(got.Code)
		}
	}
	for _, body := range []string{`{"name":" ","language":"en"}`, `{"name":"A","language":"fr"}`, `{"name":"A","language":"en","copy_of":"none"}`} {
		w.admin.Do("POST", "/certificate-templates", body, 400)
	}
	if w.rows() != before {
		t.Error("a refused request has changed something")
	}
	first.Layout.Elements[1].Text = "Urkunde"
	if got := w.save(w.admin, first, 1); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	second := w.create(`{"name":"Winter","language":"en","copy_of":"` + first.ID + `"}`)
	if second.Language != "de" || second.Layout.Elements[1].Text != "Urkunde" {
		t.Errorf("%+v", second)
	}
	w.admin.Do("PATCH", "/certificate-templates/"+first.ID, `{"archived":true}`, 200)
	list := testapp.Read[rest.Answer[[]certificatetemplate.CertificateTemplateSummary]](t, w.teacher.Do("GET", "/certificate-templates", "", 200)).Data
	if len(list) != 2 || list[0].Name != "Winter" || !list[1].Archived || list[1].Version != 2 {
		t.Errorf("%+v", list)
	}
	w.admin.Do("DELETE", "/certificate-templates/"+first.ID, "", 200)
	w.admin.Do("GET", "/certificate-templates/"+first.ID, "", 404)
	w.admin.Do("DELETE", "/certificate-templates/"+first.ID, "", 404)
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action LIKE 'certificate_template.%'"); n != 5 {
		t.Errorf("%d entries in the log", n)
	}
}

// What another has changed since is not overwritten, and what breaks a rule is not saved.
func TestSaving(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	one := w.create(`{"name":"Autumn","language":"en"}`)
	one.Name = "Spring"
	if got := w.save(w.admin, one, 1); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	before := w.rows()
	one.Name = "Stale"
	if got := w.save(w.admin, one, 1); got.Code != 412 || !strings.Contains(got.Body.String(), `"Spring"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for name, change := range map[string]func(*certificatepaper.PaperLayout){
		"no code":        func(l *certificatepaper.PaperLayout) { l.Elements = l.Elements[:13] },
		"off the sheet":  func(l *certificatepaper.PaperLayout) { l.Elements[0].X = 280 },
		"no such kind":   func(l *certificatepaper.PaperLayout) { l.Elements[0].Kind = "applause" },
		"no such colour": func(l *certificatepaper.PaperLayout) { l.Elements[0].Color = "red" },
		"no such picture": func(l *certificatepaper.PaperLayout) {
			l.Elements[0].Kind, l.Elements[0].PictureID = "image", "00000000-0000-7000-8000-000000000000"
		},
		"61 elements": func(l *certificatepaper.PaperLayout) {
			for i := range 61 {
				l.Elements = append(l.Elements, certificatepaper.PaperElement{ID: fmt.Sprint(i), Kind: "line", Width: 1, Height: 1})
			}
		},
	} {
		changed := w.get(one.ID)
		change(&changed.Layout)
		if got := w.save(w.admin, changed, 2); got.Code != 400 {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if w.rows() != before {
		t.Error("a refused edit was saved")
	}
}

// Pictures are rendered anew, stand in templates and their copies, and are deleted when nothing has shown them for a day.
func TestPictures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for kind, file := range map[string][]byte{"image/svg+xml": []byte("<svg/>"), "image/png": []byte("<html>"), "image/gif": []byte("GIF89a")} {
		if got := upload(w.admin, kind, file); got.Code != 415 {
			t.Errorf("%s: %d %s", kind, got.Code, got.Body)
		}
	}
	if w.Count("SELECT count(*) FROM certificate_template_pictures") != 0 {
		t.Error("a refused file was kept")
	}
	photo, seal, unused := w.picture(testapp.Halves(3000, 2000)), w.picture(clear(2000, 1000)), w.picture(clear(40, 40))
	if photo.Width*photo.Height > 2_200_000 || seal.Width*seal.Height > 800_000 || photo.Width < 1800 || seal.Width < 1200 {
		t.Errorf("%+v %+v", photo, seal)
	}
	one := w.create(`{"name":"Autumn","language":"en"}`)
	for _, p := range []certificatetemplate.CertificatePicture{photo, seal} {
		one.Layout.Elements = append(one.Layout.Elements, certificatepaper.PaperElement{ID: p.ID, Kind: "image", X: 20, Y: 20, Width: 40, Height: 30, PictureID: p.ID})
	}
	if got := w.save(w.admin, one, 1); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	two := w.create(`{"name":"Copy","language":"en","copy_of":"` + one.ID + `"}`)
	if len(two.Pictures) != 2 {
		t.Errorf("%+v", two.Pictures)
	}
	files := func() int {
		keys, err := w.Blob.List(t.Context(), objectkey.CertificatePictures)
		if err != nil {
			t.Fatal(err)
		}
		return len(keys)
	}
	sweep := func() int {
		w.Clock.Advance(25 * time.Hour)
		if err := w.CertificateTemplates.DropUnused(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Work()
		return files()
	}
	if n := sweep(); n != 2 {
		t.Errorf("%d files", n)
	}
	for p, want := range map[certificatetemplate.CertificatePicture]int{photo: 200, seal: 200, unused: 404} {
		if got := w.Nobody().Send("GET", p.URL, ""); got.Code != want {
			t.Errorf("%d", got.Code)
		}
	}
	w.admin.Do("DELETE", "/certificate-templates/"+one.ID, "", 200)
	if n := sweep(); n != 2 {
		t.Errorf("%d files", n)
	}
	two.Layout = certificatepaper.Standard("en")
	if got := w.save(w.admin, two, 1); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if n := files(); n != 2 {
		t.Errorf("a picture is gone at once: %d", n)
	}
	if n := sweep(); n != 0 {
		t.Errorf("%d files", n)
	}
}

// A preview shows a layout that is not saved, in six scripts, and names what it cannot show.
func TestPreviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seal := w.picture(clear(80, 40))
	layout := certificatepaper.Standard("en")
	layout.Elements = append(layout.Elements, certificatepaper.PaperElement{ID: "seal", Kind: "image", X: 20, Y: 20, Width: 40, Height: 30, PictureID: seal.ID})
	show := func(sample string, status int) (p certificatetemplate.CertificatePreview) {
		t.Helper()
		body, err := json.Marshal(certificatetemplate.PreviewedLayout{Layout: layout, Language: "en", Sample: sample})
		if err != nil {
			t.Fatal(err)
		}
		answer := w.admin.Do("POST", "/certificate-templates/preview", string(body), status)
		if status != 200 {
			return p
		}
		return testapp.Read[rest.Answer[certificatetemplate.CertificatePreview]](t, answer).Data
	}
	shown := map[string]string{}
	for _, sample := range []string{"latin", "cyrillic", "devanagari", "bengali", "tamil", "arabic"} {
		p := show(sample, 200)
		if len(p.Problems) != 0 || !strings.Contains(p.SVG, `<image href="`+seal.URL+`"`) {
			t.Errorf("%s: %+v", sample, p.Problems)
		}
		shown[p.SVG] = sample
	}
	if len(shown) != 6 {
		t.Errorf("%d different previews", len(shown))
	}
	if p := show("longest", 200); len(p.Problems) == 0 || p.Problems[0].Kind != "shrunk" {
		t.Errorf("%+v", p.Problems)
	}
	layout.Elements[1].Text = "修了証"
	if p := show("latin", 200); len(p.Problems) != 1 || p.Problems[0] != (certificatetemplate.PreviewProblem{ElementID: "title", Kind: "unprintable", Character: "修"}) {
		t.Errorf("%+v", p.Problems)
	}
	show("klingon", 400)
	for i := range 5 {
		layout.Elements = append(layout.Elements, certificatepaper.PaperElement{ID: fmt.Sprint(i), Kind: "name", Width: 10, Height: 10, Points: 9})
	}
	show("latin", 400)
	one := w.create(`{"name":"Autumn","language":"en"}`)
	path := "/api/v1/certificate-templates/" + one.ID
	if svg := w.teacher.Send("GET", path+"/preview.svg", ""); svg.Code != 200 || !strings.HasPrefix(svg.Body.String(), "<svg ") {
		t.Errorf("%d", svg.Code)
	}
	if pdf := w.teacher.Send("GET", path+"/preview.pdf?sample=tamil", ""); pdf.Code != 200 || !strings.HasPrefix(pdf.Body.String(), "%PDF-") || !strings.Contains(pdf.Header().Get("Content-Disposition"), "Autumn.pdf") {
		t.Errorf("%d %v", pdf.Code, pdf.Header())
	}
	if pdf := w.teacher.Send("GET", path+"/preview.pdf?sample=klingon", ""); pdf.Code != 400 {
		t.Errorf("%d", pdf.Code)
	}
}
