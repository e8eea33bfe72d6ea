package app_test

import (
	"cmp"
	"net/http"
	"strings"

	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// validRequest returns a request that the operation, given as "POST /full/path", answers with success.
func (w requestWorld) validRequest(operation string) request {
	w.t.Helper()
	if prepare := validRequests[operation]; prepare != nil {
		return prepare(w)
	}
	method, path, _ := strings.Cut(operation, " ")
	who, o, named := w.owner.Token(), object{}, false
	if o, named = objects[operation]; !named {
		o = object{of: aPerson, body: bodies[operation]}
	}
	switch w.API.Gates[operation].Name {
	case "admin":
		who = w.admin.Token()
	case "public":
		who = ""
	}
	body := cmp.Or(w.names.Replace(strings.ReplaceAll(o.body, "{course}", w.course)), "{}")
	return request{method, strings.TrimPrefix(w.address(path, o.of(w.world)), "/api/v1"), who, jsonType, body}
}

// edit is a change by the administrator.
func edit(method, path, body string) func(w requestWorld) request {
	return func(w requestWorld) request {
		return request{method, strings.ReplaceAll(path, "{learner}", w.learner.ID), w.admin.Token(), jsonType, body}
	}
}

// made is the answer to a request that creates something.
type made = rest.Answer[struct{ ID string }]

const (
	annEmail = "ann@lectern.test"
	annNext  = "ann.next@lectern.test"
)

// validRequests are those that need preparation, or more than objects and bodies say.
var validRequests = joined(peopleRequests, learningRequests, teachingRequests, commerceRequests, leadRequests, siteRequests)

// joined is one map of several that have no key in common.
func joined[V any](parts ...map[string]V) map[string]V {
	all := map[string]V{}
	for _, part := range parts {
		for operation, value := range part {
			if _, twice := all[operation]; twice {
				panic(operation + " is there twice")
			}
			all[operation] = value
		}
	}
	return all
}

// commerceRequests are those of payments.
var commerceRequests = map[string]func(w requestWorld) request{
	"POST /api/v1/corporate": edit("POST", "/corporate", `{"name":"Bees","manager_email":"`+annEmail+`"}`),
	"POST /api/v1/corporate/{id}/people/import": func(w requestWorld) request {
		return request{http.MethodPost, "/corporate/" + w.company + "/people/import", w.owner.Token(), "text/csv", "email\n" + annEmail + "\n"}
	},
	"POST /api/v1/corporate/{id}/invitations": func(w requestWorld) request {
		return by(w.owner, "/corporate/"+w.company+"/invitations", `{"emails":["`+annEmail+`"]}`)
	},
	"POST /api/v1/corporate/{id}/pools": func(w requestWorld) request { return edit("POST", "/corporate/"+w.company+"/pools", `{"total":5}`)(w) },
	"POST /api/v1/corporate/{id}/pools/{poolId}/seats": func(w requestWorld) request {
		return by(w.owner, "/corporate/"+w.company+"/pools/"+w.pool+"/seats", `{"course_id":"`+w.sold+`","emails":["`+annEmail+`"]}`)
	},
	"POST /api/v1/corporate/invitations/{token}/accept": func(w requestWorld) request {
		ann := w.Register(annEmail)
		w.owner.Do("POST", "/corporate/"+w.company+"/invitations", `{"emails":["`+annEmail+`"],"role":"manager"}`, 200)
		return byToken(ann.AccessToken, "/corporate/invitations/"+w.EmailToken(annEmail, "/join-company")+"/accept", "{}")
	},
	"POST /api/v1/payments/coupons":              edit("POST", "/payments/coupons", aCoupon),
	"PUT /api/v1/payments/coupons/{couponId}":    func(w requestWorld) request { return edit("PUT", "/payments/coupons/"+w.coupon(), aCoupon)(w) },
	"DELETE /api/v1/payments/coupons/{couponId}": func(w requestWorld) request { return edit("DELETE", "/payments/coupons/"+w.coupon(), "")(w) },
	"POST /api/v1/payments/quote":                func(w requestWorld) request { return byToken(w.owner.Token(), "/payments/quote", w.basket()) },
	"POST /api/v1/payments/orders":               func(w requestWorld) request { return byToken(w.owner.Token(), "/payments/orders", w.cart(w.owner)) },
	"POST /api/v1/payments/gifts/{token}/redeem": func(w requestWorld) request {
		ann := w.Register(annEmail)
		return byToken(ann.AccessToken, "/payments/gifts/"+w.giftTo("mia@lectern.test")+"/redeem", "{}")
	},
	"POST /api/v1/payments/gifts/{token}/return": func(w requestWorld) request {
		return byToken("", "/payments/gifts/"+w.giftTo("mia@lectern.test")+"/return", "{}")
	},
	"POST /api/v1/payments/gifts/{giftId}/resend": func(w requestWorld) request {
		w.giftTo("mia@lectern.test")
		id := testapp.Read[rest.List[struct{ ID string }]](w.t, w.owner.Do("GET", "/payments/gifts", "", 200)).Data[0].ID
		return by(w.owner, "/payments/gifts/"+id+"/resend", `{"email":"`+annEmail+`"}`)
	},
	"POST /api/v1/corporate/{id}/orders/quote": func(w requestWorld) request {
		w.takeInvoices()
		return byToken(w.owner.Token(), "/corporate/"+w.company+"/orders/quote", w.seats())
	},
	"POST /api/v1/corporate/{id}/orders": func(w requestWorld) request {
		return byToken(w.owner.Token(), "/corporate/"+w.company+"/orders", w.seatOrder())
	},
	"POST /api/v1/payments/orders/{id}/approve": func(w requestWorld) request {
		id := testapp.Read[made](w.t, w.owner.Do("POST", "/corporate/"+w.company+"/orders", w.seatOrder(), 201)).Data.ID
		return byToken(w.admin.Token(), "/payments/orders/"+id+"/approve", "")
	},
	"POST /api/v1/payments/plans/{id}/cancel": func(w requestWorld) request {
		return byToken(w.owner.Token(), "/payments/plans/"+w.plan+"/cancel", "")
	},
	"POST /api/v1/payments/dues/{id}/order": func(w requestWorld) request {
		return byToken(w.owner.Token(), "/payments/dues/"+w.due+"/order", "")
	},
	"POST /api/v1/payments/orders/{id}/refunds": func(w requestWorld) request {
		w.pay()
		return byToken(w.admin.Token(), "/payments/orders/"+w.order+"/refunds", `{"amount":1,"reason":"Bees","ends_access":false}`)
	},
	"POST /api/v1/payments/orders/{id}/refund-requests": func(w requestWorld) request {
		w.pay()
		return byToken(w.owner.Token(), "/payments/orders/"+w.order+"/refund-requests", `{"reason":"Bees"}`)
	},
	"POST /api/v1/payments/refund-requests/{id}/withdraw": func(w requestWorld) request {
		return byToken(w.owner.Token(), "/payments/refund-requests/"+w.refundRequest()+"/withdraw", "")
	},
	"POST /api/v1/payments/refund-requests/{id}/approve": func(w requestWorld) request {
		w.pay()
		return byToken(w.admin.Token(), "/payments/refund-requests/"+w.refundRequest()+"/approve", `{"amount":1,"reason":"Bees","ends_access":false}`)
	},
	"POST /api/v1/payments/refund-requests/{id}/refuse": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/refund-requests/"+w.refundRequest()+"/refuse", `{"reason":"Bees"}`)
	},
	"POST /api/v1/payments/admin/plans/{planId}/write-off": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/admin/plans/"+w.plan+"/write-off", `{"reason":"Out of work","ends_access":false}`)
	},
	"POST /api/v1/payments/refunds/{refundId}/resolve": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/refunds/"+w.failedRefund()+"/resolve", `{"send_again":true}`)
	},
	"POST /api/v1/payments/test/{paymentId}/simulation": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/test/"+w.pay()+"/simulation", `{"event":"dispute_opened"}`)
	},
	"POST /api/v1/payments/held/{heldId}/settle": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/held/"+w.heldPayment()+"/settle", `{"order_number":"LEC-00000000"}`)
	},
	"POST /api/v1/payments/held/{heldId}/return": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/held/"+w.heldPayment()+"/return", "")
	},
	"POST /api/v1/payments/attempts/{id}/approve": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/attempts/"+w.transfer()+"/approve", `{"amount":500,"value_date":"2026-09-01"}`)
	},
	"POST /api/v1/payments/attempts/{id}/reject": func(w requestWorld) request {
		return byToken(w.admin.Token(), "/payments/attempts/"+w.transfer()+"/reject", `{"reason":"Bees"}`)
	},
	"PUT /api/v1/payments/attempts/{id}/proof": func(w requestWorld) request {
		return request{http.MethodPut, "/payments/attempts/" + w.transfer() + "/proof?name=bees.pdf", w.owner.Token(), "application/octet-stream", "%PDF-1.4 bees"}
	},
	"POST /api/v1/payments/test/{paymentId}/pay": func(w requestWorld) request {
		return byToken("", "/payments/test/"+w.attemptToPay()+"/pay", `{"number":"4242424242424242"}`)
	},
}

// siteRequests are those of the blog.
var siteRequests = map[string]func(w requestWorld) request{
	"POST /api/v1/uploads": func(w requestWorld) request {
		return request{"POST", "/uploads?name=bees.png", w.owner.Token(), "image/png", string(testapp.PNG(w.t, testapp.Halves(100, 90)))}
	},
	"POST /api/v1/blogs/{id}/restore": func(w requestWorld) request {
		w.owner.Do("DELETE", "/blogs/"+w.post, "", 200)
		return by(w.owner, "/blogs/"+w.post+"/restore", "")
	},
	"POST /api/v1/blogs/import": func(w requestWorld) request {
		return request{http.MethodPost, "/blogs/import", w.admin.Token(), "application/zip", postsFile(w.t)}
	},
	"POST /api/v1/blogs":                func(w requestWorld) request { return by(w.owner, "/blogs", `{"title":"Wasps"}`) },
	"POST /api/v1/blogs/{id}/publish":   func(w requestWorld) request { return by(w.admin, "/blogs/"+w.post+"/publish", "{}") },
	"POST /api/v1/blogs/{id}/unpublish": func(w requestWorld) request { return by(w.admin, "/blogs/"+w.publishedPost()+"/unpublish", "{}") },
	"POST /api/v1/blogs/{id}/like":      func(w requestWorld) request { return by(w.learner, "/blogs/"+w.publishedPost()+"/like", "{}") },
	"PUT /api/v1/blogs/featured": func(w requestWorld) request {
		return edit("PUT", "/blogs/featured", `{"ids":["`+w.publishedPost()+`"]}`)(w)
	},
	"POST /api/v1/blogs/{id}/comments": func(w requestWorld) request {
		return by(w.learner, "/blogs/"+w.publishedPost()+"/comments", `{"body":"Wasps"}`)
	},
	"PUT /api/v1/blogs/comments/{id}": func(w requestWorld) request {
		w.publishedPost()
		return request{http.MethodPut, "/blogs/comments/" + w.blogComment, w.owner.Token(), jsonType, `{"body":"Wasps"}`}
	},
	"POST /api/v1/blogs/comments/{id}/reports": func(w requestWorld) request {
		w.Exec("UPDATE blog_comments SET status = 'published'")
		return by(w.learner, "/blogs/comments/"+w.blogComment+"/reports", `{"reason":"spam"}`)
	},
	"PUT /api/v1/blogs/comments/bulk": func(w requestWorld) request {
		return edit("PUT", "/blogs/comments/bulk", `{"ids":["`+w.blogComment+`"],"status":"published"}`)(w)
	},
	"PUT /api/v1/blogs/tags/{id}": func(w requestWorld) request {
		return edit("PUT", "/blogs/tags/"+w.blogTag("Bees"), `{"name":"Wasps"}`)(w)
	},
	"POST /api/v1/blogs/tags/{id}/merge": func(w requestWorld) request {
		return by(w.admin, "/blogs/tags/"+w.blogTag("Bees")+"/merge", `{"intoId":"`+w.blogTag("Wasps")+`"}`)
	},
	"PUT /api/v1/blogs/commenters/{id}/block": func(w requestWorld) request {
		return edit("PUT", "/blogs/commenters/"+w.learner.ID+"/block", `{"reason":"Wasps"}`)(w)
	},
	"PUT /api/v1/blogs/{id}/comments-mode": func(w requestWorld) request {
		return edit("PUT", "/blogs/"+w.post+"/comments-mode", `{"mode":"closed"}`)(w)
	},
	"POST /api/v1/ai/blog/tags":             aboutBees("tags"),
	"POST /api/v1/ai/blog/meta-description": aboutBees("meta-description"),
	"POST /api/v1/ai/blog/suggestions":      aboutBees("suggestions"),
	"PATCH /api/v1/blogs/{id}/archive": func(w requestWorld) request {
		return edit("PATCH", "/blogs/"+w.publishedPost()+"/archive", `{"archive":true}`)(w)
	},
}

// aboutBees has a writing tool read a text.
func aboutBees(tool string) func(w requestWorld) request {
	return func(w requestWorld) request {
		return by(w.owner, "/ai/blog/"+tool, `{"content":"<p>`+strings.Repeat("Bees dance. ", 10)+`</p>"}`)
	}
}
