package app_test

import (
	"net/http"
	"strings"

	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const aMessage = `{"full_name":"Ann","email":"ann@lectern.test","message":"Bees"}`

// lead sends the contact form and returns the id of what came in.
func (w requestWorld) lead() string {
	w.learner.Do("POST", "/contacts", aMessage, 200)
	return testapp.Read[rest.List[struct{ ID string }]](w.t, w.admin.Do("GET", "/contacts?limit=1", "", 200)).Data[0].ID
}

// withBrochure gives the course a brochure, and returns its id.
func (w requestWorld) withBrochure() string {
	w.owner.Do("PUT", "/courses/"+w.course+"/brochure?name=bees.pdf", "%PDF-1.7 bees", 200)
	return w.course
}

// sentForm is a form of a user, for the course where it names one.
func sentForm(path, more string) func(w requestWorld) request {
	return func(w requestWorld) request {
		return by(w.learner, path, strings.ReplaceAll(`{"full_name":"Ann","email":"ann@lectern.test",`+more+`}`, "{course}", w.course))
	}
}

// onLead is a request of the administrator about a lead.
func onLead(method, path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		id := w.lead()
		return edit(method, strings.ReplaceAll(path, "{id}", id), strings.ReplaceAll(body, "{id}", id))(w)
	}
}

const someFeedback = `{"rating":5,"text":"Bees"}`

const aComplaint = `{"category":"course","subject":"Bees","text":"They sting"}`

// complaint opens a complaint of the learner and returns its id.
func (w requestWorld) complaint() string {
	w.learner.Do("POST", "/complaints", aComplaint, 201)
	return testapp.Read[rest.List[struct{ ID string }]](w.t, w.learner.Do("GET", "/complaints", "", 200)).Data[0].ID
}

// onComplaint is a request of the administrator about a complaint.
func onComplaint(method, path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		return edit(method, strings.ReplaceAll(path, "{id}", w.complaint()), body)(w)
	}
}

// ofComplaint is a request of who complained.
func ofComplaint(path, body string) func(w requestWorld) request {
	return func(w requestWorld) request { return by(w.learner, "/complaints/track/"+w.complaint()+path, body) }
}

// theNewsletterList is the list with which a school begins.
const theNewsletterList = "01936b1a-0000-7000-8000-000000000001"

const aCampaign = `{"list_id":"` + theNewsletterList + `","subject":"Bees","body":"<p>Bees</p>"}`

// onCampaign is a request of the administrator about a campaign that has taken these steps.
func onCampaign(method, path, body string, steps ...string) func(w requestWorld) request {
	return func(w requestWorld) request {
		id := testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.admin.Do("POST", "/newsletter/campaigns", aCampaign, 201)).Data.ID
		for _, step := range steps {
			if step == "begin" {
				w.Exec("UPDATE newsletter_campaigns SET status = 'sending', started_at = created_at WHERE id = ?", id)
				continue
			}
			w.admin.Do("POST", "/newsletter/campaigns/"+id+"/"+step, "", 200)
		}
		return edit(method, "/newsletter/campaigns/"+id+path, body)(w)
	}
}

// ofSubscriber is a request by a link of the newsletter.
func ofSubscriber(method, path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		w.learner.Do("POST", "/newsletter/subscribe", `{"email":"ann@lectern.test","consent":true}`, 200)
		for _, e := range w.Emails("ann@lectern.test") {
			if _, token, found := strings.Cut(e.Text, "/newsletter/confirm#"); found {
				token = strings.Fields(token)[0]
				if path == "/newsletter/confirm" {
					return by(w.learner, path, `{"token":"`+token+`"}`)
				}
				p := testapp.Read[rest.Answer[struct{ Token string }]](w.t, w.learner.Do("POST", "/newsletter/confirm", `{"token":"`+token+`"}`, 200)).Data
				r := by(w.learner, path+"?token="+p.Token, body)
				r.method = method
				return r
			}
		}
		w.t.Fatal("no email confirms")
		return request{}
	}
}

const aProposal = `{"lines":[{"text":"Bees","quantity":1,"unit_price":100}],"currency":"EUR","tax_name":"","tax_ppm":0,"valid_until":"2026-12-31","terms":""}`

// onProposal is a request of the administrator about a draft of a proposal.
func onProposal(method, path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		at := "/corporate-training/" + w.lead() + "/proposals"
		if path == "" {
			return edit(method, at, body)(w)
		}
		id := testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.admin.Do("POST", at, aProposal, 201)).Data.ID
		return edit(method, at+"/"+id+strings.TrimPrefix(path, "/"), body)(w)
	}
}

// byProposalLink is a request by the private link of a proposal.
func byProposalLink(path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		sending := onProposal(http.MethodPost, "//send", "")(w)
		w.admin.Do("POST", sending.path, "", 200)
		for _, e := range w.Emails("ann@lectern.test") {
			if _, token, found := strings.Cut(e.Text, "/proposal#"); found {
				return byToken("", "/corporate-training/proposals/"+strings.Fields(token)[0]+path, body)
			}
		}
		w.t.Fatal("no email has a private link")
		return request{}
	}
}

// leadRequests are those of forms, and of what becomes of them.
var leadRequests = map[string]func(w requestWorld) request{
	"POST /api/v1/contacts":           sentForm("/contacts", `"message":"Bees"`),
	"POST /api/v1/enroll-form":        sentForm("/enroll-form", `"course_id":"{course}"`),
	"POST /api/v1/corporate-training": sentForm("/corporate-training", `"company_name":"Bees"`),
	"POST /api/v1/brochures": func(w requestWorld) request {
		w.withBrochure()
		return sentForm("/brochures", `"course_id":"{course}"`)(w)
	},
	"PATCH /api/v1/contacts/{id}":        onLead(http.MethodPatch, "/contacts/{id}", `{"status":"won"}`),
	"DELETE /api/v1/contacts/{id}":       onLead(http.MethodDelete, "/contacts/{id}", ""),
	"POST /api/v1/contacts/{id}/notes":   onLead(http.MethodPost, "/contacts/{id}/notes", `{"note":"Bees"}`),
	"POST /api/v1/contacts/{id}/convert": onLead(http.MethodPost, "/contacts/{id}/convert", `{"as":"student"}`),
	"POST /api/v1/contacts/bulk":         onLead(http.MethodPost, "/contacts/bulk", `{"ids":["{id}"],"status":"won"}`),
	"POST /api/v1/contacts/{id}/merge": func(w requestWorld) request {
		part := w.lead()
		return edit(http.MethodPost, "/contacts/"+part+"/merge", `{"into":"`+w.lead()+`"}`)(w)
	},
	"POST /api/v1/corporate-training/{id}/proposals":                   onProposal(http.MethodPost, "", aProposal),
	"PUT /api/v1/corporate-training/{id}/proposals/{proposalId}":       onProposal(http.MethodPut, "/", aProposal),
	"DELETE /api/v1/corporate-training/{id}/proposals/{proposalId}":    onProposal(http.MethodDelete, "/", ""),
	"POST /api/v1/corporate-training/{id}/proposals/{proposalId}/send": onProposal(http.MethodPost, "//send", ""),
	"POST /api/v1/corporate-training/proposals/{token}/accept":         byProposalLink("/accept", `{"name":"Ann"}`),
	"POST /api/v1/corporate-training/proposals/{token}/decline":        byProposalLink("/decline", `{"name":"Ann"}`),
	"POST /api/v1/newsletter/subscribe": func(w requestWorld) request {
		return by(w.learner, "/newsletter/subscribe", `{"email":"ann@lectern.test","consent":true}`)
	},
	"POST /api/v1/newsletter/confirm":                 ofSubscriber(http.MethodPost, "/newsletter/confirm", ""),
	"PUT /api/v1/newsletter/preferences":              ofSubscriber(http.MethodPut, "/newsletter/preferences", `{"full_name":"Ann","list_ids":[]}`),
	"POST /api/v1/newsletter/unsubscribe":             ofSubscriber(http.MethodPost, "/newsletter/unsubscribe", ""),
	"POST /api/v1/newsletter/lists":                   edit(http.MethodPost, "/newsletter/lists", `{"name":"Bees","description":"","archived":false}`),
	"PUT /api/v1/newsletter/lists/{id}":               edit(http.MethodPut, "/newsletter/lists/"+theNewsletterList, `{"name":"Bees","description":"","archived":false}`),
	"POST /api/v1/newsletter/subscribers":             edit(http.MethodPost, "/newsletter/subscribers", `{"emails":["ann@lectern.test"],"list_ids":["`+theNewsletterList+`"],"proof":"Bees"}`),
	"POST /api/v1/newsletter/campaigns":               edit(http.MethodPost, "/newsletter/campaigns", aCampaign),
	"PUT /api/v1/newsletter/campaigns/{id}":           onCampaign(http.MethodPut, "", aCampaign),
	"DELETE /api/v1/newsletter/campaigns/{id}":        onCampaign(http.MethodDelete, "", ""),
	"POST /api/v1/newsletter/campaigns/{id}/test":     onCampaign(http.MethodPost, "/test", ""),
	"POST /api/v1/newsletter/campaigns/{id}/schedule": onCampaign(http.MethodPost, "/schedule", "{}"),
	"POST /api/v1/newsletter/campaigns/{id}/pause":    onCampaign(http.MethodPost, "/pause", "", "begin"),
	"POST /api/v1/newsletter/campaigns/{id}/resume":   onCampaign(http.MethodPost, "/resume", "", "begin", "pause"),
	"POST /api/v1/newsletter/campaigns/{id}/cancel":   onCampaign(http.MethodPost, "/cancel", "", "begin"),
	"POST /api/v1/feedback":                           func(w requestWorld) request { return by(w.learner, "/feedback", someFeedback) },
	"PATCH /api/v1/feedback/{id}": func(w requestWorld) request {
		w.learner.Do("POST", "/feedback", someFeedback, 200)
		id := testapp.Read[rest.List[struct{ ID string }]](w.t, w.admin.Do("GET", "/feedback", "", 200)).Data[0].ID
		return edit(http.MethodPatch, "/feedback/"+id, `{"status":"hidden"}`)(w)
	},
	"POST /api/v1/complaints":                        func(w requestWorld) request { return by(w.learner, "/complaints", aComplaint) },
	"PATCH /api/v1/complaints/{id}":                  onComplaint(http.MethodPatch, "/complaints/{id}", `{"priority":"high"}`),
	"DELETE /api/v1/complaints/{id}":                 onComplaint(http.MethodDelete, "/complaints/{id}", ""),
	"POST /api/v1/complaints/{id}/messages":          onComplaint(http.MethodPost, "/complaints/{id}/messages", `{"body":"Bees"}`),
	"POST /api/v1/complaints/{id}/files":             onComplaint(http.MethodPost, "/complaints/{id}/files?name=bees.txt", "Bees"),
	"POST /api/v1/complaints/track/{token}/messages": ofComplaint("/messages", `{"body":"Bees"}`),
	"POST /api/v1/complaints/track/{token}/files":    ofComplaint("/files?name=bees.txt", "Bees"),
	"POST /api/v1/complaints/track/{token}/rating": func(w requestWorld) request {
		id := w.complaint()
		w.admin.Do("PATCH", "/complaints/"+id, `{"status":"resolved"}`, 200)
		return by(w.learner, "/complaints/track/"+id+"/rating", `{"stars":5}`)
	},
}
