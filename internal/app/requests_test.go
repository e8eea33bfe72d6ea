package app_test

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/video/upload"
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
var validRequests = map[string]func(w requestWorld) request{
	// The blog
	"POST /api/v1/blogs":                func(w requestWorld) request { return by(w.owner, "/blogs", `{"title":"Wasps"}`) },
	"POST /api/v1/blogs/{id}/publish":   func(w requestWorld) request { return by(w.admin, "/blogs/"+w.post+"/publish", "{}") },
	"POST /api/v1/blogs/{id}/unpublish": func(w requestWorld) request { return by(w.admin, "/blogs/"+w.publishedPost()+"/unpublish", "{}") },
	"POST /api/v1/blogs/{id}/like":      func(w requestWorld) request { return by(w.learner, "/blogs/"+w.publishedPost()+"/like", "{}") },
	"PUT /api/v1/blogs/featured": func(w requestWorld) request {
		return edit("PUT", "/blogs/featured", `{"ids":["`+w.publishedPost()+`"]}`)(w)
	},
	"PATCH /api/v1/blogs/{id}/archive": func(w requestWorld) request {
		return edit("PATCH", "/blogs/"+w.publishedPost()+"/archive", `{"archive":true}`)(w)
	},
	// Payments
	"POST /api/v1/payments/coupons":              edit("POST", "/payments/coupons", aCoupon),
	"PUT /api/v1/payments/coupons/{couponId}":    func(w requestWorld) request { return edit("PUT", "/payments/coupons/"+w.coupon(), aCoupon)(w) },
	"DELETE /api/v1/payments/coupons/{couponId}": func(w requestWorld) request { return edit("DELETE", "/payments/coupons/"+w.coupon(), "")(w) },
	"POST /api/v1/payments/quote":                func(w requestWorld) request { return byToken(w.owner.Token(), "/payments/quote", w.basket()) },
	"POST /api/v1/payments/orders":               func(w requestWorld) request { return byToken(w.owner.Token(), "/payments/orders", w.cart(w.owner)) },
	"POST /api/v1/payments/orders/{id}/refunds": func(w requestWorld) request {
		w.pay()
		return byToken(w.admin.Token(), "/payments/orders/"+w.order+"/refunds", `{"amount":1,"reason":"Bees","ends_access":false}`)
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
	// Accounts
	"POST /api/v1/auth/accept-invitation": func(w requestWorld) request {
		w.admin.Do("POST", "/auth/invitations", `{"email":"`+annEmail+`","roles":["student"]}`, 201)
		return byToken("", "/auth/accept-invitation", `{"full_name":"Ann","token":"`+w.EmailToken(annEmail, "/join")+`","password":"`+passphrase+`"}`)
	},
	"POST /api/v1/auth/change-email": func(w requestWorld) request {
		return byToken(w.Register(annEmail).AccessToken, "/auth/change-email", `{"new_email":"`+annNext+`"}`)
	},
	"POST /api/v1/auth/complete-registration": func(w requestWorld) request {
		w.SignUp(annEmail, passphrase, "")
		return byToken("", "/auth/complete-registration", testapp.CompletionBody(w.EmailToken(annEmail, testapp.CompletionPage), passphrase))
	},
	"POST /api/v1/auth/confirm-email": func(w requestWorld) request {
		w.DoAs(w.Register(annEmail), "POST", "/auth/change-email", `{"new_email":"`+annNext+`"}`, 200)
		return byToken("", "/auth/confirm-email", testapp.LinkBody(w.EmailToken(annNext, "/confirm-email")))
	},
	"POST /api/v1/auth/undo-email": func(w requestWorld) request {
		w.DoAs(w.Register(annEmail), "POST", "/auth/change-email", `{"new_email":"`+annNext+`"}`, 200)
		w.Nobody().Do("POST", "/auth/confirm-email", testapp.LinkBody(w.EmailToken(annNext, "/confirm-email")), 200)
		return byToken("", "/auth/undo-email", testapp.LinkBody(w.EmailToken(annEmail, "/undo-email")))
	},
	"POST /api/v1/auth/confirm-identity": func(w requestWorld) request {
		return byToken(w.Register(annEmail).AccessToken, "/auth/confirm-identity", `{"password":"`+testapp.Password+`"}`)
	},
	"POST /api/v1/auth/forgot-password": func(w requestWorld) request {
		w.Register(annEmail)
		return byToken("", "/auth/forgot-password", `{"email":"`+annEmail+`"}`)
	},
	"POST /api/v1/auth/reset-password": func(w requestWorld) request {
		w.Register(annEmail)
		w.Nobody().Do("POST", "/auth/forgot-password", `{"email":"`+annEmail+`"}`, 200)
		return byToken("", "/auth/reset-password", testapp.ResetBody(w.EmailToken(annEmail, "/reset-password"), testapp.OtherPassword))
	},
	"POST /api/v1/auth/resend-verification": func(w requestWorld) request {
		w.Register(annEmail)
		w.Exec("UPDATE users SET email_verified_at = NULL WHERE email = ?", annEmail)
		return byToken("", "/auth/resend-verification", `{"email":"`+annEmail+`"}`)
	},
	"POST /api/v1/auth/verify-email": func(w requestWorld) request {
		w.RegisterUnverified(annEmail)
		return byToken("", "/auth/verify-email", testapp.LinkBody(w.EmailToken(annEmail, "/verify-email")))
	},
	"POST /api/v1/auth/unlock": func(w requestWorld) request {
		w.Register(annEmail)
		for range 5 {
			w.SignIn(annEmail, testapp.WrongPassword)
		}
		return byToken("", "/auth/unlock", testapp.LinkBody(w.EmailToken(annEmail, "/unlock")))
	},
	"POST /api/v1/auth/login": func(w requestWorld) request {
		w.Register(annEmail)
		return byToken("", "/auth/login", testapp.Credentials(annEmail, testapp.Password))
	},
	"POST /api/v1/auth/refresh-token": func(w requestWorld) request {
		return byToken("", "/auth/refresh-token", `{"refreshToken":"`+w.Register(annEmail).RefreshToken+`"}`)
	},
	"POST /api/v1/auth/logout": func(w requestWorld) request {
		return byToken("", "/auth/logout", `{"refreshToken":"`+w.Register(annEmail).RefreshToken+`"}`)
	},
	"POST /api/v1/auth/stop-impersonation": func(w requestWorld) request {
		answer := w.admin.Do("POST", "/users/"+w.learner.ID+"/impersonate", `{"reason":"Bees"}`, 200)
		return byToken(testapp.Read[rest.Answer[user.Impersonation]](w.t, answer).Data.AccessToken, "/auth/stop-impersonation", "")
	},
	"POST /api/v1/setup": func(w requestWorld) request {
		w.Exec("DELETE FROM user_roles WHERE role = 'admin'")
		code, err := w.SignUps.SetupCode(w.t.Context())
		if err != nil {
			w.t.Fatal(err)
		}
		return byToken("", "/setup", fmt.Sprintf(`{"code":%q,"full_name":"Ann","email":%q,"password":%q}`, code, annEmail, passphrase))
	},
	"POST /api/v1/auth/oauth/apple/callback": func(w requestWorld) request {
		return request{http.MethodPost, "/auth/oauth/apple/callback", "", "application/x-www-form-urlencoded", "state=bees&code=bees"}
	},

	// Second factors
	"POST /api/v1/auth/two-factor/authenticator/confirm": func(w requestWorld) request {
		ann := w.Register(annEmail)
		return byToken(ann.AccessToken, "/auth/two-factor/authenticator/confirm", w.code(w.beginAuthenticator(ann)))
	},
	"POST /api/v1/auth/two-factor/confirm-identity": func(w requestWorld) request {
		ann, secret := w.withAuthenticator()
		return byToken(ann.AccessToken, "/auth/two-factor/confirm-identity", `{"method":"totp",`+w.code(secret)[1:])
	},
	"POST /api/v1/auth/two-factor/recovery-codes": func(w requestWorld) request {
		ann, _ := w.withAuthenticator()
		return byToken(ann.AccessToken, "/auth/two-factor/recovery-codes", "")
	},
	"POST /api/v1/auth/two-factor/verify": func(w requestWorld) request {
		_, secret := w.withAuthenticator()
		return byToken("", "/auth/two-factor/verify", `{"challengeToken":"`+w.challenge()+`","method":"totp",`+w.code(secret)[1:])
	},
	"POST /api/v1/auth/two-factor/enrol": func(w requestWorld) request {
		return byToken("", "/auth/two-factor/enrol", `{"challengeToken":"`+w.mandatoryEnrolment()+`"}`)
	},
	"POST /api/v1/auth/two-factor/enrol/confirm": func(w requestWorld) request {
		challenge := w.mandatoryEnrolment()
		answer := w.Nobody().Do("POST", "/auth/two-factor/enrol", `{"challengeToken":"`+challenge+`"}`, 200)
		secret := testapp.Read[rest.Answer[struct{ Secret string }]](w.t, answer).Data.Secret
		return byToken("", "/auth/two-factor/enrol/confirm", `{"challengeToken":"`+challenge+`",`+w.code(secret)[1:])
	},
	"POST /api/v1/auth/users/{id}/reset-two-factor": func(w requestWorld) request {
		ann, _ := w.withAuthenticator()
		return by(w.admin, "/auth/users/"+ann.User.ID+"/reset-two-factor", "")
	},

	// Administration
	"POST /api/v1/auth/invitations": func(w requestWorld) request {
		return by(w.admin, "/auth/invitations", `{"email":"`+annEmail+`","roles":["student"]}`)
	},
	"POST /api/v1/auth/invitations/{id}/resend": func(w requestWorld) request {
		answer := w.admin.Do("POST", "/auth/invitations", `{"email":"`+annEmail+`","roles":["student"]}`, 201)
		w.Clock.Advance(time.Hour)
		return by(w.admin, "/auth/invitations/"+testapp.Read[made](w.t, answer).Data.ID+"/resend", "")
	},
	"POST /api/v1/auth/role-applications/{id}/approve": func(w requestWorld) request {
		return by(w.admin, "/auth/role-applications/"+w.application()+"/approve", `{"note":"Bees"}`)
	},
	"POST /api/v1/auth/role-applications/{id}/reject": func(w requestWorld) request {
		return by(w.admin, "/auth/role-applications/"+w.application()+"/reject", `{"note":"Bees"}`)
	},
	"POST /api/v1/auth/lock-account/{id}": func(w requestWorld) request {
		return by(w.admin, "/auth/lock-account/"+w.learner.ID, `{"reason":"Bees"}`)
	},
	"POST /api/v1/auth/unlock-account/{id}": func(w requestWorld) request {
		w.admin.Do("POST", "/auth/lock-account/"+w.learner.ID, `{"reason":"Bees"}`, 200)
		return by(w.admin, "/auth/unlock-account/"+w.learner.ID, `{"resetAttempts":true}`)
	},
	"POST /api/v1/legal-documents/{kind}/publish": func(w requestWorld) request {
		w.draftTerms()
		return by(w.admin, "/legal-documents/terms/publish", `{"requires_acceptance":true}`)
	},
	"POST /api/v1/legal-acceptances": func(w requestWorld) request {
		w.draftTerms()
		w.admin.Do("POST", "/legal-documents/terms/publish", `{"requires_acceptance":true}`, 201)
		return by(w.learner, "/legal-acceptances", `{"documents":[{"kind":"terms","version":1}]}`)
	},
	"POST /api/v1/profile/{id}/restore": func(w requestWorld) request {
		ann := w.Register(annEmail)
		w.DoAs(ann, "DELETE", "/profile/me", "", 200)
		return by(w.admin, "/profile/"+ann.User.ID+"/restore", "")
	},
	"POST /api/v1/users": func(w requestWorld) request {
		return by(w.admin, "/users", `{"full_name":"Ann","email":"`+annEmail+`","roles":["student"]}`)
	},
	"POST /api/v1/users/bulk": func(w requestWorld) request {
		return by(w.admin, "/users/bulk", `{"action":"require_new_password","ids":["`+w.Register(annEmail).User.ID+`"]}`)
	},
	"POST /api/v1/users/bulk-jobs": func(w requestWorld) request {
		return by(w.admin, "/users/bulk-jobs", `{"action":"add_role","role":"corporate","filter":"role=student"}`)
	},
	"POST /api/v1/users/bulk-jobs/{id}/cancel": func(w requestWorld) request {
		answer := w.admin.Do("POST", "/users/bulk-jobs", `{"action":"add_role","role":"corporate","filter":"role=student"}`, 201)
		w.Exec("UPDATE jobs SET due_at = ? WHERE kind = 'user.bulk'", w.Clock.Now().Add(time.Hour)) // it is not over before it is cancelled
		return by(w.admin, "/users/bulk-jobs/"+testapp.Read[made](w.t, answer).Data.ID+"/cancel", "")
	},
	"POST /api/v1/users/filters": func(w requestWorld) request {
		return by(w.admin, "/users/filters", `{"name":"Bees","query":"search=bees"}`)
	},
	"POST /api/v1/users/imports": func(w requestWorld) request { return w.importAnn() },
	"POST /api/v1/users/imports/{id}/cancel": func(w requestWorld) request {
		started := w.send(w.importAnn())
		w.Exec("UPDATE jobs SET due_at = ? WHERE kind = 'userimport.run'", w.Clock.Now().Add(time.Hour)) // it is not over before it is cancelled
		return by(w.admin, "/users/imports/"+testapp.Read[made](w.t, started.Body.String()).Data.ID+"/cancel", "")
	},
	"POST /api/v1/users/{id}/impersonate": func(w requestWorld) request {
		return by(w.admin, "/users/"+w.learner.ID+"/impersonate", `{"reason":"Bees"}`)
	},
	"POST /api/v1/users/{id}/require-new-password": func(w requestWorld) request {
		return by(w.admin, "/users/"+w.Register(annEmail).User.ID+"/require-new-password", "")
	},
	"POST /api/v1/users/{id}/send-reset": func(w requestWorld) request {
		return by(w.admin, "/users/"+w.Register(annEmail).User.ID+"/send-reset", "")
	},
	"POST /api/v1/users/{id}/send-welcome": func(w requestWorld) request {
		answer := w.admin.Do("POST", "/users", `{"full_name":"Ann","email":"`+annEmail+`","roles":["student"]}`, 201)
		return by(w.admin, "/users/"+testapp.Read[made](w.t, answer).Data.ID+"/send-welcome", "")
	},

	"PUT /api/v1/auth/change-password": func(w requestWorld) request {
		r := byToken(w.Register(annEmail).AccessToken, "/auth/change-password", testapp.PasswordChangeBody(testapp.Password, testapp.OtherPassword, testapp.OtherPassword, false))
		r.method = http.MethodPut
		return r
	},
	"PUT /api/v1/auth/two-factor-policy": edit("PUT", "/auth/two-factor-policy", `{"roles":["student"]}`),
	"PUT /api/v1/courses/category":       edit("PUT", "/courses/category", `{"name":"Sciences"}`),
	"PUT /api/v1/courses/category-order": edit("PUT", "/courses/category-order", `{"names":[]}`),
	"PUT /api/v1/currencies":             edit("PUT", "/currencies", `{"codes":["EUR"]}`),
	"PUT /api/v1/home-display":           edit("PUT", "/home-display", `{"course_ids":[]}`),
	"POST /api/v1/holidays/{calendar}/import": func(w requestWorld) request {
		return request{http.MethodPost, "/holidays/school/import", w.admin.Token(), "text/calendar", "BEGIN:VCALENDAR\nEND:VCALENDAR\n"}
	},
	"PUT /api/v1/holidays/{calendar}":          edit("PUT", "/holidays/school", `{"holidays":[{"date":"2026-12-25","name":"Christmas"}]}`),
	"PUT /api/v1/legal-documents/{kind}/draft": edit("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"Terms","body":"<p>Be kind to bees.</p>"}]}`),
	"PUT /api/v1/settings/appearance":          edit("PUT", "/settings/appearance", `{"primary_color":"#0d5c54"}`),
	"PUT /api/v1/settings/limits":              edit("PUT", "/settings/limits", `{"dead_links":30,"emails":120,"sign_in_failures":100,"sign_ups":120,"trusted_networks":[]}`),
	"PUT /api/v1/settings/passwords":           edit("PUT", "/settings/passwords", `{"lock_after":5,"longest_lock":60,"min_length":12}`),
	"PUT /api/v1/settings/registration":        edit("PUT", "/settings/registration", `{"domains":[],"mode":"open"}`),
	"PUT /api/v1/settings/forms":               edit("PUT", "/settings/forms", `{"email_code":"always","blocked":["robots.test"]}`),
	"PUT /api/v1/settings/sales":               edit("PUT", "/settings/sales", `{"seller_name":"Bees","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"DE89","registered":false,"prices_include_tax":true,"reverse_charge":false,"tax_rates":[]}`),
	"PUT /api/v1/settings/retention":           edit("PUT", "/settings/retention", `{"grade_months":12}`),
	"PUT /api/v1/settings/school":              edit("PUT", "/settings/school", `{"name":"Bees","support_email":"","time_zone":"UTC"}`),
	"PUT /api/v1/settings/sessions":            edit("PUT", "/settings/sessions", `{"idle_days":30,"max_per_user":20}`),
	"PATCH /api/v1/users/{id}":                 edit("PATCH", "/users/{learner}", `{"full_name":"Ann"}`),
	"PUT /api/v1/users/{id}/contact":           edit("PUT", "/users/{learner}/contact", `{"address":{"city":"Bern"},"birthDate":"","phone":""}`),
	"PUT /api/v1/users/{id}/roles":             edit("PUT", "/users/{learner}/roles", `{"roles":["student","corporate"]}`),
	"PATCH /api/v1/users/{id}/status":          edit("PATCH", "/users/{learner}/status", `{"status":"disabled","reason":"Bees"}`),
	"PUT /api/v1/users/filters/{id}": func(w requestWorld) request {
		id := testapp.Read[made](w.t, w.admin.Do("POST", "/users/filters", `{"name":"Bees","query":"search=bees"}`, 201)).Data.ID
		return edit("PUT", "/users/filters/"+id, `{"name":"Wasps","query":"search=wasps"}`)(w)
	},

	// Announcements
	"POST /api/v1/announcements": func(w requestWorld) request {
		return by(w.owner, "/announcements", `{"title":"Wasps","content":"Wasps","type":"general","priority":"urgent","targetAudience":["course:`+w.course+`"]}`)
	},
	"POST /api/v1/announcements/preview-targeting": func(w requestWorld) request {
		return by(w.owner, "/announcements/preview-targeting", `{"targetAudience":"course:`+w.course+`"}`)
	},
	"PUT /api/v1/announcements/bulk-status": edit("PUT", "/announcements/bulk-status", `{"ids":["x"],"status":"archived"}`),
	// Demo classes
	"POST /api/v1/demo-booking": func(w requestWorld) request {
		return by(w.learner, "/demo-booking", `{"email":"ann@lectern.test","timeSlot":"2026-10-19T10:00:00Z"}`)
	},
	"POST /api/v1/demo-booking/hold": func(w requestWorld) request {
		slots := testapp.Read[rest.Answer[struct{ HoldID string }]](w.t, w.learner.Do("GET", "/demo-booking/available-slots?date=2026-10-19", "", 200))
		return by(w.learner, "/demo-booking/hold", `{"holdId":"`+slots.Data.HoldID+`","timeSlot":"2026-10-19T10:00:00Z"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.bookDemo(), "#")
		return byToken("", "/demo-booking/manage/"+token, `{"action":"cancel"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}/join": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.bookDemo(), "#")
		w.Exec("UPDATE demo_bookings SET starts_at = ?, ends_at = ? WHERE status = 'confirmed'", w.Clock.Now(), w.Clock.Now().Add(time.Hour))
		return byToken("", "/demo-booking/manage/"+token+"/join", "")
	},
	"PUT /api/v1/demo-booking": func(w requestWorld) request {
		return edit("PUT", "/demo-booking?action=cancel", `{"bookingId":"`+w.demo+`"}`)(w)
	},
	"POST /api/v1/demo-booking/{id}/assign-instructor": func(w requestWorld) request {
		second := w.User(access.Instructor)
		second.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[]}`, 200)
		return by(w.admin, "/demo-booking/"+w.demo+"/assign-instructor", `{"instructorId":"`+second.ID+`"}`)
	},
	"POST /api/v1/demo-booking/{id}/convert": func(w requestWorld) request {
		w.Exec("UPDATE demo_bookings SET status = 'completed' WHERE id = ?", w.pastDemo)
		return by(w.admin, "/demo-booking/"+w.pastDemo+"/convert", `{"userId":"`+w.learner.ID+`","courseId":"`+w.course+`"}`)
	},
	"POST /api/v1/demo-feedback": func(w requestWorld) request {
		return by(w.learner, "/demo-feedback", demoFeedback(w.completedDemo(w.learner, "2026-10-26T10:00:00Z").ID))
	},
	"POST /api/v1/demo-feedback/{id}/response": func(w requestWorld) request {
		return by(w.admin, "/demo-feedback/"+w.demoFeedback+"/response", `{"response":"Thanks"}`)
	},
	"POST /api/v1/demo-booking/manage/{token}/feedback": func(w requestWorld) request {
		_, token, _ := strings.Cut(w.completedDemo(w.learner, "2026-10-26T10:00:00Z").ManageURL, "#")
		return byToken("", "/demo-booking/manage/"+token+"/feedback", demoFeedback(""))
	},
	"PUT /api/v1/demo-feedback/{id}": func(w requestWorld) request {
		return request{http.MethodPut, "/demo-feedback/" + w.demoFeedback, w.owner.Token(), jsonType, `{"overallRating":4}`}
	},

	// Courses
	"POST /api/v1/batches/courses/{courseId}/batches": func(w requestWorld) request {
		return by(w.owner, "/batches/courses/"+w.course+"/batches", `{"batch_name":"Bees","start_date":"2026-10-01","end_date":"2026-10-31"}`)
	},
	"POST /api/v1/calendar/feeds": func(w requestWorld) request {
		return by(w.learner, "/calendar/feeds", `{"name":"Phone"}`)
	},
	"POST /api/v1/batches/check-conflicts": func(w requestWorld) request {
		return by(w.owner, "/batches/check-conflicts", `{"schedule":[{"date":"2026-10-01","start_time":"18:00","end_time":"19:00"}]}`)
	},
	"POST /api/v1/batches/individual/calculate-pricing": func(w requestWorld) request {
		return by(w.owner, "/batches/individual/calculate-pricing", `{"course_id":"`+w.course+`","session_duration_minutes":45,"total_sessions":8,"custom_hourly_rate":1000,"currency":"EUR"}`)
	},
	"POST /api/v1/batches/individual/check-instructor-availability": func(w requestWorld) request {
		return by(w.owner, "/batches/individual/check-instructor-availability", `{"instructor_id":"`+w.owner.ID+`","proposed_schedule":[{"date":"2026-10-01","start_time":"18:00","end_time":"19:00"}]}`)
	},
	"POST /api/v1/batches/enroll-students": func(w requestWorld) request {
		return by(w.owner, "/batches/enroll-students", `{"batch_id":"`+w.cohort+`","student_ids":["`+w.learner.ID+`"]}`)
	},
	"POST /api/v1/batches/{id}/convert-to-individual": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/convert-to-individual", `{"new_instructor_assignments":[{"student_id":"`+w.owner.ID+`","instructor_id":"`+w.owner.ID+`"}]}`)
	},
	"POST /api/v1/batches/{id}/clone": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/clone", `{"start_date":"2027-01-04"}`)
	},
	"POST /api/v1/batches/{id}/students/{studentId}/transfer": func(w requestWorld) request {
		return by(w.owner, "/batches/"+w.cohort+"/students/"+w.owner.ID+"/transfer", `{"to_batch_id":"`+w.batch+`"}`)
	},
	"POST /api/v1/batches/{id}/waiting": func(w requestWorld) request {
		w.Exec("UPDATE batches SET capacity = 1")
		return by(w.learner, "/batches/"+w.cohort+"/waiting", "")
	},
	"POST /api/v1/waiting/{id}/accept": func(w requestWorld) request {
		w.Exec("DELETE FROM batch_waiting")
		w.Exec("UPDATE batches SET capacity = 1")
		id := testapp.Read[made](w.t, w.learner.Do("POST", "/batches/"+w.cohort+"/waiting", "", 200)).Data.ID
		w.owner.Do("PUT", "/batches/"+w.cohort, `{"capacity":2}`, 200)
		return by(w.learner, "/waiting/"+id+"/accept", "")
	},
	"POST /api/v1/batches/{id}/join": func(w requestWorld) request {
		return by(w.learner, "/batches/"+w.cohort+"/join", "")
	},
	"POST /api/v1/courses/{id}/enroll": func(w requestWorld) request {
		return by(w.User(access.Student), "/courses/"+w.course+"/enroll", "")
	},
	"POST /api/v1/courses/{id}/enrollments": func(w requestWorld) request {
		return by(w.owner, "/courses/"+w.course+"/enrollments", `{"email":"`+w.Register(annEmail).User.Email+`"}`)
	},
	"POST /api/v1/online-meetings/create": func(w requestWorld) request {
		return by(w.owner, "/online-meetings/create", officeHours(w.course, "2026-10-21"))
	},
	"POST /api/v1/sessions/{id}/start": func(w requestWorld) request {
		w.participants() // it has begun
		return by(w.owner, "/sessions/"+w.class+"/start", "")
	},
	"POST /api/v1/sessions/{id}/attendance/import": func(w requestWorld) request { return w.participants() },
	"POST /api/v1/sessions/{id}/attendance/assign": func(w requestWorld) request {
		w.send(w.participants())
		return by(w.owner, "/sessions/"+w.class+"/attendance/assign", `{"external_key":"`+annEmail+`","user_id":"`+w.owner.ID+`"}`)
	},
	"POST /api/v1/courses/{id}/enrollments/import": func(w requestWorld) request {
		return request{http.MethodPost, "/courses/" + w.course + "/enrollments/import", w.owner.Token(), "text/csv", "email\n" + w.Register(annEmail).User.Email + "\n"}
	},
	"POST /api/v1/courses/{id}/price-quote": func(w requestWorld) request {
		return by(w.learner, "/courses/"+w.course+"/price-quote", `{"places":2}`)
	},
	"POST /api/v1/tcourse/blended/{id}/doubt-session": func(w requestWorld) request {
		return by(w.owner, "/tcourse/blended/"+w.owner.CreateTypedCourse("blended", "").ID+"/doubt-session",
			`{"date":"2027-01-01","start_time":"10:00","end_time":"11:00","title":"Bees","timezone":"UTC"}`)
	},
	"POST /api/v1/tcourse/live/{id}/week/{weekId}/recording": func(w requestWorld) request {
		live := w.owner.CreateTypedCourse("live", "").ID
		week := testapp.Read[made](w.t, w.owner.Do("POST", "/curriculum/course/"+live+"/sections", `{"title":"Bees","kind":"week"}`, 201)).Data.ID
		return by(w.owner, "/tcourse/live/"+live+"/week/"+week+"/recording", `{"video_id":"`+w.owner.Video(live)+`"}`)
	},
	"POST /api/v1/tcourse/{type}/{id}/curriculum/live-classes": func(w requestWorld) request {
		live := w.owner.CreateTypedCourse("live", "").ID
		week := testapp.Read[made](w.t, w.owner.Do("POST", "/curriculum/course/"+live+"/sections", `{"title":"Bees","kind":"week"}`, 201)).Data.ID
		return by(w.owner, "/tcourse/live/"+live+"/curriculum/live-classes", `{"section_id":"`+week+`","title":"Bees"}`)
	},
	"POST /api/v1/curriculum/course/{id}/initialize-empty": func(w requestWorld) request {
		return by(w.owner, "/curriculum/course/"+w.owner.CreateTypedCourse("free", "").ID+"/initialize-empty", "")
	},
	"POST /api/v1/curriculum/course/{id}/files": func(w requestWorld) request {
		return request{http.MethodPost, "/curriculum/course/" + w.course + "/files?name=bees.pdf", w.owner.Token(), "application/octet-stream", "%PDF-1.4 bees"}
	},
	"POST /api/v1/curriculum/course/{id}/import": func(w requestWorld) request {
		archive := w.owner.Do("GET", "/curriculum/course/"+w.course+"/export", "", 200)
		return request{http.MethodPost, "/curriculum/course/" + w.course + "/import", w.owner.Token(), "application/zip", archive}
	},
	"POST /api/v1/curriculum/course/{id}/publish": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		return by(w.owner, "/curriculum/course/"+w.course+"/publish", `{"note":"Wasps"}`)
	},
	"POST /api/v1/courses/{id}/publications": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		return by(w.owner, "/courses/"+w.course+"/publications", `{"note":"Wasps"}`)
	},
	"POST /api/v1/courses/{id}/publications/{publicationId}/undo": func(w requestWorld) request {
		w.owner.Do("POST", w.names.Replace("/curriculum/course/"+w.course+"/sections/{sectionId}/lessons"), `{"type":"text","title":"Wasps","content":{"html":"x"}}`, 201)
		done := testapp.Read[rest.Answer[struct{ Publication struct{ ID string } }]](w.t, w.owner.Do("POST", "/courses/"+w.course+"/publications", "{}", 200)).Data
		return by(w.owner, "/courses/"+w.course+"/publications/"+done.Publication.ID+"/undo", "")
	},
	"POST /api/v1/curriculum/course/{id}/undo": func(w requestWorld) request {
		return by(w.owner, "/curriculum/course/"+w.course+"/undo", fmt.Sprintf(`{"revision":%d}`, w.Count("SELECT revision FROM curricula")))
	},

	// Learning
	"POST /api/v1/assignments/{id}/files": func(w requestWorld) request {
		return request{http.MethodPost, "/assignments/" + w.assignment + "/files?name=bees.pdf", w.learner.Token(), "application/octet-stream", "%PDF-1.4 bees"}
	},
	"POST /api/v1/assignments/{id}/hand-in": func(w requestWorld) request {
		w.learner.Do("PUT", "/assignments/"+w.assignment+"/draft", `{"text":"Bees","sequence":1}`, 200)
		return by(w.learner, "/assignments/"+w.assignment+"/hand-in", `{"number":1}`)
	},
	"POST /api/v1/assignments/{id}/learners/{userId}/excuse": func(w requestWorld) request {
		return by(w.owner, "/assignments/"+w.assignment+"/learners/"+w.learner.ID+"/excuse", `{"excused":true}`)
	},
	"POST /api/v1/submissions/{id}/grade-and-return": func(w requestWorld) request {
		return by(w.owner, "/submissions/"+w.submission+"/grade-and-return", `{"revision":0,"number":1,"marks":[{"ref":"work","points":50}]}`)
	},
	"POST /api/v1/assignments/courses/{id}/submissions/return": func(w requestWorld) request {
		w.owner.Do("PUT", "/submissions/"+w.submission+"/grade", `{"revision":0,"number":1,"done":true,"marks":[{"ref":"work","points":50}]}`, 200)
		return by(w.owner, "/assignments/courses/"+w.course+"/submissions/return", `{"ids":["`+w.submission+`"]}`)
	},
	"POST /api/v1/submissions/{id}/return": func(w requestWorld) request {
		w.owner.Do("PUT", "/submissions/"+w.submission+"/grade", `{"revision":0,"number":1,"done":true,"marks":[{"ref":"work","points":50}]}`, 200)
		return by(w.owner, "/submissions/"+w.submission+"/return", "")
	},
	"POST /api/v1/progress/events": func(w requestWorld) request {
		w.requireOnly(w.lesson)
		body := strings.ReplaceAll(bodies["POST /api/v1/progress/events"], "opened", "done")
		return by(w.learner, "/progress/events", w.names.Replace(strings.ReplaceAll(body, "{course}", w.course)))
	},
	"PUT /api/v1/reviews/{id}/hidden": func(w requestWorld) request {
		return request{http.MethodPut, "/reviews/" + w.review + "/hidden", w.admin.Token(), jsonType, `{"hidden":true}`}
	},
	"POST /api/v1/reviews/{id}/reports": func(w requestWorld) request {
		return by(w.learner, "/reviews/"+w.review+"/reports", `{"reason":"spam"}`)
	},
	"POST /api/v1/progress/lessons/{id}/comments": func(w requestWorld) request {
		return by(w.learner, "/progress/lessons/"+w.lesson+"/comments", `{"body":"Wasps","threadId":"`+w.comment+`"}`)
	},

	"POST /api/v1/quiz-attempts/{id}/submit": func(w requestWorld) request {
		w.requireOnly(w.quiz)
		attempt := testapp.Read[made](w.t, w.learner.Do("POST", "/quizzes/"+w.quiz+"/attempts", "", 200)).Data.ID
		return by(w.learner, "/quiz-attempts/"+attempt+"/submit", w.names.Replace(`{"answers":[{"question_id":"{questionId}","sequence":1,"truth":false}]}`))
	},

	// Videos
	"POST /api/v1/video-streaming/upload-chunk": func(w requestWorld) request {
		return w.chunk(w.openUpload())
	},
	"POST /api/v1/video-streaming/complete-upload": func(w requestWorld) request {
		s := w.openUpload()
		stored := testapp.Read[rest.Answer[upload.StoredChunk]](w.t, w.send(w.chunk(s)).Body.String()).Data
		return by(w.owner, "/video-streaming/complete-upload", fmt.Sprintf(`{"uploadId":%q,"parts":[{"partNumber":1,"etag":%q}]}`, s.UploadID, stored.Etag))
	},
	"POST /api/v1/video-streaming/abort-upload": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/abort-upload", `{"uploadId":"`+w.openUpload().UploadID+`"}`)
	},
	"POST /api/v1/video-streaming/validate-session": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/validate-session", `{"uploadId":"`+w.openUpload().UploadID+`"}`)
	},
	"POST /api/v1/video-streaming/recover-session": func(w requestWorld) request {
		s := w.openUpload()
		w.Clock.Advance(w.Deps.Config.UploadSessionTTL + time.Minute)
		return by(w.owner, "/video-streaming/recover-session", fmt.Sprintf(`{"uploadId":%q,"originalFileName":"bees.mp4","courseId":%q,"contentType":"video/mp4"}`, s.UploadID, w.course))
	},
	"POST /api/v1/video-streaming/{id}/retry-processing": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("failed", "VIDEO_UNREADABLE")+"/retry-processing", "")
	},
	"POST /api/v1/video-streaming/{id}/accept-truncated": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("failed", "VIDEO_TRUNCATED")+"/accept-truncated", "")
	},
	"POST /api/v1/video-streaming/{id}/download": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.encoded()+"/download", "")
	},
	"POST /api/v1/video-streaming/{id}/invalidate-cache": func(w requestWorld) request {
		return by(w.owner, "/video-streaming/"+w.processed("completed", "")+"/invalidate-cache", "")
	},
}
