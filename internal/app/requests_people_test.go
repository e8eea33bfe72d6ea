package app_test

import (
	"fmt"
	"net/http"
	"time"

	"lectern/internal/people/user"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// peopleRequests are those of accounts and administration.
var peopleRequests = map[string]func(w requestWorld) request{
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
	"POST /api/v1/rooms": func(w requestWorld) request { return by(w.admin, "/rooms", `{"name":"Bakery","capacity":12}`) },
	"PATCH /api/v1/rooms/{id}": func(w requestWorld) request {
		room := testapp.Read[rest.Answer[struct{ ID string }]](w.t, w.admin.Do("POST", "/rooms", `{"name":"Bakery","capacity":12}`, 201)).Data.ID
		return edit("PATCH", "/rooms/"+room, `{"capacity":14}`)(w)
	},
	"PUT /api/v1/holidays/{calendar}":          edit("PUT", "/holidays/school", `{"holidays":[{"date":"2026-12-25","name":"Christmas"}]}`),
	"PUT /api/v1/legal-documents/{kind}/draft": edit("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"Terms","body":"<p>Be kind to bees.</p>"}]}`),
	"PUT /api/v1/settings/appearance":          edit("PUT", "/settings/appearance", `{"primary_color":"#0d5c54"}`),
	"PUT /api/v1/settings/limits":              edit("PUT", "/settings/limits", `{"dead_links":30,"emails":120,"sign_in_failures":100,"sign_ups":120,"trusted_networks":[]}`),
	"PUT /api/v1/settings/passwords":           edit("PUT", "/settings/passwords", `{"lock_after":5,"longest_lock":60,"min_length":12}`),
	"PUT /api/v1/settings/registration":        edit("PUT", "/settings/registration", `{"domains":[],"mode":"open"}`),
	"PUT /api/v1/settings/blog":                edit("PUT", "/settings/blog", `{"comments":"open","blocked_terms":["wasps"]}`),
	"PUT /api/v1/settings/forms":               edit("PUT", "/settings/forms", `{"email_code":"always","blocked":["robots.test"]}`),
	"PUT /api/v1/settings/home":                edit("PUT", "/settings/home", `{"search":true,"sections":["posts"]}`),
	"PUT /api/v1/settings/crawlers":            edit("PUT", "/settings/crawlers", `{"no_training":true}`),
	"PUT /api/v1/settings/sales":               edit("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"Bees","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"DE89","registered":false,"prices_include_tax":true,"reverse_charge":false,"tax_rates":[]}`),
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
}
