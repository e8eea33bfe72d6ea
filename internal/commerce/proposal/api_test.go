package proposal_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/lead"
	"lectern/internal/commerce/proposal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type world struct {
	*testapp.App
	t     *testing.T
	admin testapp.User
	lead  string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	a := testapp.New(t)
	w := &world{a, t, a.User(access.Admin), ""}
	a.User(access.Student).Do("POST", "/corporate-training", `{"full_name":"Eve Adams","email":"eve@firm.test","company_name":"Firm","people_count":20,"format":"online"}`, 200)
	w.lead = testapp.Read[rest.List[struct{ ID string }]](t, w.admin.Do("GET", "/contacts", "", 200)).Data[0].ID
	return w
}

const lines = `"lines":[{"text":"Beekeeping, 2 days","quantity":12,"unit_price":19999},{"text":"Travel","quantity":1,"unit_price":30050}],"currency":"EUR","tax_name":"VAT","tax_ppm":190000,"terms":"30 days net"`

func (w *world) at(path string) string { return "/corporate-training/" + w.lead + "/proposals" + path }

func (w *world) one(method, path, body string, want int) proposal.Proposal {
	w.t.Helper()
	return testapp.Read[rest.Answer[proposal.Proposal]](w.t, w.admin.Do(method, w.at(path), body, want)).Data
}

// send writes a version, sends it and returns its private link.
func (w *world) send(validUntil string) string {
	w.t.Helper()
	p := w.one("POST", "", `{`+lines+`,"valid_until":"`+validUntil+`"}`, 201)
	w.one("POST", "/"+p.ID+"/send", "", 200)
	_, token, found := strings.Cut(w.Emails("eve@firm.test")[0].Text, "/proposal#")
	if !found {
		w.t.Fatal("no link")
	}
	return "/corporate-training/proposals/" + url.PathEscape(strings.Fields(token)[0])
}

func (w *world) status() (string, lead.LeadDetail) {
	w.t.Helper()
	d := testapp.Read[rest.Answer[lead.LeadDetail]](w.t, w.admin.Do("GET", "/contacts/"+w.lead, "", 200)).Data
	return d.Status, d
}

func TestProposals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	for _, broken := range []string{
		`{"lines":[],"currency":"EUR","tax_name":"","tax_ppm":0,"terms":"","valid_until":"2026-10-01"}`, `{` + lines + `,"valid_until":"2026-08-01"}`, `{` + lines + `,"valid_until":"tomorrow!!"}`,
		strings.Replace(`{`+lines+`,"valid_until":"2026-10-01"}`, "EUR", "XQZ", 1), strings.Replace(`{`+lines+`,"valid_until":"2026-10-01"}`, "19999", "-1", 1),
		strings.Replace(`{`+lines+`,"valid_until":"2026-10-01"}`, "19999", "100000000000", 1),
	} {
		w.admin.Do("POST", w.at(""), broken, 400)
	}
	p := w.one("POST", "", `{`+lines+`,"valid_until":"2026-10-01"}`, 201)
	if p.Net != 12*19999+30050 || p.Tax != 51307 || p.Total != p.Net+p.Tax || p.Version != 1 { // 270038 at 19 percent is 51307.22
		t.Fatalf("%+v", p)
	}
	w.admin.Do("POST", w.at(""), `{`+lines+`,"valid_until":"2026-10-01"}`, 409) // there is a draft
	for _, other := range []testapp.User{w.User(access.Student), w.User(access.Corporate), w.User(access.Instructor)} {
		other.Do("GET", w.at(""), "", 403)
		other.Do("POST", w.at("/"+p.ID+"/send"), "", 403)
	}
	if pdf := w.admin.Do("GET", w.at("/"+p.ID+"/pdf"), "", 200); !strings.HasPrefix(pdf, "%PDF") {
		t.Error("no PDF of a draft")
	}
	w.one("DELETE", "/"+p.ID, "", 200)

	link := w.send("2026-10-01")
	if status, _ := w.status(); status != "proposal" {
		t.Error("after sending:", status)
	}
	w.admin.Do("PUT", w.at("/"+p.ID), `{`+lines+`,"valid_until":"2026-10-01"}`, 404)
	visitor.Do("GET", link+"x", "", 404)
	o := testapp.Read[rest.Answer[proposal.OpenProposal]](t, visitor.Do("GET", link, "", 200)).Data
	if o.Status != "viewed" || o.Buyer.Name != "Firm" || o.Total != 321345 || strings.Contains(visitor.Do("GET", link, "", 200), "decided_from") {
		t.Errorf("%+v", o)
	}
	first := visitor.Do("GET", link+"/pdf", "", 200)
	newer := w.send("2026-10-15") // the first version no longer counts
	visitor.Do("POST", link+"/accept", `{"name":"Eve Adams"}`, 410)
	visitor.Do("POST", newer+"/accept", `{"name":" "}`, 400)
	if status, _ := w.status(); status != "proposal" {
		t.Error("a refused acceptance has moved the lead:", status)
	}
	visitor.Do("POST", newer+"/accept", `{"name":"Eve  Adams","po_number":"PO-7"}`, 200)
	visitor.Do("POST", newer+"/accept", `{"name":"Mallory"}`, 409)
	visitor.Do("POST", newer+"/decline", `{"name":"Mallory"}`, 409)
	if pdf := visitor.Do("GET", link+"/pdf", "", 200); pdf != first {
		t.Error("the PDF of the first version has changed")
	}
	all := testapp.Read[rest.Answer[[]proposal.Proposal]](t, w.admin.Do("GET", w.at(""), "", 200)).Data
	if len(all) != 2 || all[0].Status != "accepted" || all[0].DecidedName != "Eve Adams" || all[0].PONumber != "PO-7" || all[0].Digest == "" || all[1].Status != "expired" || all[0].Number != all[1].Number {
		t.Errorf("%+v", all)
	}
	accepted := testapp.Read[rest.Answer[proposal.OpenProposal]](t, visitor.Do("GET", newer, "", 200)).Data
	if digest, err := accepted.Digest(); err != nil || digest != all[0].Digest {
		t.Errorf("%s is the digest of what was accepted, not %s (%v)", digest, all[0].Digest, err)
	}
	status, d := w.status()
	if last := d.Events[len(d.Events)-2:]; status != "won" || last[0].UserID != nil || !strings.Contains(last[0].Note+last[1].Note, "accepted by Eve Adams") {
		t.Errorf("%s %+v", status, d.Events)
	}
	if e := w.Emails("eve@firm.test")[0]; !strings.Contains(e.Subject, "accepted") {
		t.Error(e.Subject)
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.proposal_decided' AND user_id = ?", w.admin.ID); n != 1 {
		t.Error("notifications:", n)
	}
}

func TestProposalsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	link := w.send("2026-09-03")
	w.Clock.Advance(4 * 24 * time.Hour) // the sweep comes later
	w.Nobody().Do("POST", link+"/accept", `{"name":"Eve"}`, 410)
	if o := testapp.Read[rest.Answer[proposal.OpenProposal]](t, w.Nobody().Do("GET", link, "", 200)).Data; o.Status != "expired" {
		t.Errorf("%+v", o)
	}
	w.Sweep()
	second := w.send("2026-10-01")
	w.Nobody().Do("POST", second+"/decline", `{"name":"Eve","reason":"Too late"}`, 200)
	all := testapp.Read[rest.Answer[[]proposal.Proposal]](t, w.admin.Do("GET", w.at(""), "", 200)).Data
	if status, _ := w.status(); status != "proposal" || all[0].Status != "declined" || all[0].DeclineReason != "Too late" || all[1].Status != "expired" {
		t.Errorf("%s %+v", status, all)
	}
}
