package certificate_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/internal/learning/certificate"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// plain is a layout that shows neither score nor hours, and two texts of its own.
const plain = `{"frame":"none","elements":[{"id":"t","kind":"text","x":20,"y":20,"w":200,"h":12,"points":20,"text":"With distinction"},
	{"id":"n","kind":"name","x":20,"y":40,"w":200,"h":12,"points":20},{"id":"k","kind":"course","x":20,"y":60,"w":200,"h":12,"points":18},
	{"id":"c","kind":"code","x":20,"y":80,"w":60,"h":6,"points":9},{"id":"u","kind":"text","x":20,"y":100,"w":200,"h":12,"points":9,"text":"Recognised by the guild"}]}`

func (c class) template(layout string) string {
	c.t.Helper()
	id := testapp.Read[rest.Answer[struct{ ID string }]](c.t, c.admin.Do("POST", "/certificate-templates", `{"name":"Guild","language":"de"}`, 201)).Data.ID
	c.saveTemplate(id, layout)
	return id
}

func (c class) saveTemplate(id, layout string) {
	c.t.Helper()
	c.admin.Do("PUT", "/certificate-templates/"+id, `{"name":"Guild","language":"de","layout":`+layout+`}`, 200)
}

func (c class) pdf(path string) string {
	c.t.Helper()
	o, err := c.Blob.Open(c.t.Context(), objectkey.Certificate(strings.TrimPrefix(path, "/certificates/")))
	must(c.t, err)
	content, err := io.ReadAll(o)
	must(c.t, err)
	must(c.t, o.Close())
	return string(content)
}

// onTemplate is a rule that issues certificates on a template.
func onTemplate(id string) string {
	return fmt.Sprintf(`{"trigger":"course_completed","auto":true,"min_percent":0,"min_score":0,"min_minutes":0,"hold_days":0,"valid_months":0,"remind_days":0,"language":"en",
		"signatory":"Ada Byron","template_id":%q}`, id)
}

// A course chooses a template; a certificate certifies what the template shows, in its language, and stays as it is when the template changes or is deleted.
func TestTemplatesOfCourses(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	id := c.template(plain)
	rule := func(template string, status int) {
		t.Helper()
		c.Teacher.Do("PUT", "/certificates/courses/"+c.CourseID+"/rule", onTemplate(template), status)
	}
	rule("none", 400)
	if c.Count("SELECT count(*) FROM certificate_rules") != 0 {
		t.Error("a refused rule was saved")
	}
	rule(id, 200)
	c.admin.Do("DELETE", "/certificate-templates/"+id, "", 409)
	c.admin.Do("PATCH", "/certificate-templates/"+id, `{"archived":true}`, 200)
	rule(id, 200) // it was chosen before
	ann, bob := c.learner("Ann"), c.learner("Bob")
	c.completes(ann)
	mine := c.of(ann)[0]
	if mine.Facts.Language != "de" || mine.Facts.Signatory != "" || mine.Facts.Score != nil || mine.Facts.CompletedOn != "" {
		t.Errorf("%+v", mine.Facts)
	}
	if v := c.verify(mine.ShownCode); !slices.Equal(v.Texts, []string{"With distinction", "Recognised by the guild"}) {
		t.Errorf("%+v", v)
	}
	c.saveTemplate(id, strings.Replace(plain, "With distinction", "Without more", 1))
	c.completes(bob)
	if v := c.verify(c.of(bob)[0].ShownCode); v.Texts[0] != "Without more" || c.Count("SELECT count(*) FROM certificate_papers") != 2 {
		t.Errorf("%+v", v)
	}
	rule("", 200)
	rule(id, 400) // it is archived
	c.admin.Do("DELETE", "/certificate-templates/"+id, "", 200)
	next := testapp.Read[rest.Answer[certificate.Certificate]](t, c.admin.Do("POST", "/certificates/"+mine.ID+"/reissue", `{"reason":"Lost"}`, 201)).Data
	if v := c.verify(next.ShownCode); v.Texts[0] != "With distinction" {
		t.Errorf("%+v", v)
	}
	if again := c.pdf("/certificates/" + next.ID); !strings.HasPrefix(again, "%PDF-") {
		t.Errorf("%.20q", again)
	}
	carl := c.learner("Carl")
	c.completes(carl)
	if v := c.verify(c.of(carl)[0].ShownCode); len(v.Texts) != 0 || v.Facts.Signatory != "Ada Byron" || v.Facts.Language != "en" {
		t.Errorf("%+v", v)
	}
}

// Of choosing a template and deleting it at the same time one is refused, and says why.
func TestTemplateChosenWhileDeleted(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	for range 20 {
		id := c.template(plain)
		var chosen, deleted int
		var both sync.WaitGroup
		both.Go(func() {
			chosen = c.Teacher.Send("PUT", "/api/v1/certificates/courses/"+c.CourseID+"/rule", onTemplate(id)).Code
		})
		both.Go(func() { deleted = c.admin.Send("DELETE", "/api/v1/certificate-templates/"+id, "").Code })
		both.Wait()
		if (chosen != 200 || deleted != 409) && (chosen != 400 || deleted != 200) {
			t.Fatalf("choosing: %d, deleting: %d", chosen, deleted)
		}
	}
}
