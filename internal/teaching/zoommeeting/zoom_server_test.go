package zoommeeting_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/config"
)

// zoomServer is Zoom at the wire, with the clock of the test: it checks the application, tokens, content types and the types of members, counts calls of each host
// and day, and keeps meetings with their registrants.
type zoomServer struct {
	*httptest.Server
	now func() time.Time

	mu       sync.Mutex
	users    map[string]int // types by email address
	meetings map[int64]*zoomMeeting
	next     int64
	calls    map[string]int64 // by method and pattern
	used     map[string]int64 // creates and updates by host and day, and registrations and their changes by registrant and day
	token    string
	until    time.Time

	instances []zoomInstance // that took place
	zoomFiles

	down    bool // answers 502 to everything
	loses   bool // does what it is asked and cuts the connection instead of answering
	refuses bool // to create meetings

	steps int                // calls that were not answered yet, and those that were: two for each
	kills func(now int) bool // whether the worker that calls is killed at a step; nil: never
}

type zoomMeeting struct {
	ID          int64             `json:"id"`
	UUID        string            `json:"uuid"`
	Topic       string            `json:"topic"`
	StartTime   string            `json:"start_time"`
	Timezone    string            `json:"timezone"`
	Duration    int64             `json:"duration"`
	StartURL    string            `json:"start_url,omitempty"`
	Recording   string            `json:"-"`
	Agenda      string            `json:"-"`
	WaitingRoom bool              `json:"-"`
	Host        string            `json:"-"`
	Registrants map[string]string `json:"-"` // addresses by id
	Statuses    map[string]string `json:"-"` // of registrants whose registration was cancelled or denied, by id
}

const (
	zoomClient = "the client"
	zoomSecret = "the secret of the client"
	hostKey    = "zak-of-the-host"
)

func newZoom(t *testing.T) *zoomServer {
	t.Helper()
	z := &zoomServer{now: time.Now, users: map[string]int{"host1@school.example": 2, "host2@school.example": 2, "basic@school.example": 1}, meetings: map[int64]*zoomMeeting{},
		next: 80_000_000_000, calls: map[string]int64{}, used: map[string]int64{}}
	routes := http.NewServeMux()
	routes.HandleFunc("POST /oauth/token", z.grant)
	z.handle(routes, "GET /v2/users", func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, map[string]any{"users": []any{}}) })
	z.handle(routes, "GET /v2/users/{user}", z.user)
	z.handle(routes, "GET /v2/users/{user}/meetings", z.list)
	z.handle(routes, "POST /v2/users/{user}/meetings", z.create)
	z.handle(routes, "GET /v2/meetings/{id}", z.read)
	z.handle(routes, "PATCH /v2/meetings/{id}", z.update)
	z.handle(routes, "DELETE /v2/meetings/{id}", z.delete)
	z.handle(routes, "POST /v2/meetings/{id}/registrants", z.register)
	z.handle(routes, "GET /v2/meetings/{id}/registrants/{registrant}", z.registrant)
	z.handle(routes, "PUT /v2/meetings/{id}/registrants/status", z.registrantStatus)
	z.handle(routes, "GET /v2/past_meetings/{id}/instances", z.past)
	z.handle(routes, "GET /v2/report/meetings/{uuid}/participants", z.participants)
	z.serveRecordings(routes)
	z.Server = httptest.NewServer(routes)
	t.Cleanup(z.Close)
	return z
}

// configured makes an application use the server.
func (z *zoomServer) configured(d *app.Deps) {
	if c, ok := d.Clock.(*clock.Manual); ok {
		z.now = c.Now
	}
	d.Config.MeetingServers.Zoom = config.Zoom{AccountID: "the account", ClientID: zoomClient, ClientSecret: zoomSecret, WebhookSecret: webhookSecret, AuthURL: z.URL + "/oauth/token", APIURL: z.URL + "/v2"}
}

// change lets a test change the server between requests.
func (z *zoomServer) change(do func()) {
	z.mu.Lock()
	defer z.mu.Unlock()
	do()
}

func (z *zoomServer) grant(w http.ResponseWriter, r *http.Request) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.calls["token"]++
	id, secret, _ := r.BasicAuth()
	switch {
	case z.down:
		w.WriteHeader(http.StatusBadGateway)
	case id != zoomClient || secret != zoomSecret || r.FormValue("grant_type") != "account_credentials" || r.FormValue("account_id") != "the account":
		answer(w, 400, map[string]any{"reason": "Invalid client_id or client_secret", "error": "invalid_client"})
	default:
		z.token, z.until = fmt.Sprint("token ", z.calls["token"]), z.now().Add(time.Hour)
		answer(w, 200, map[string]any{"access_token": z.token, "token_type": "bearer", "expires_in": 3600, "scope": "meeting:write:admin"})
	}
}

// handle adds a call that needs a token.
func (z *zoomServer) handle(routes *http.ServeMux, pattern string, do http.HandlerFunc) {
	routes.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		z.mu.Lock()
		defer z.mu.Unlock()
		z.calls[pattern]++
		if z.isKilled() {
			panic(http.ErrAbortHandler)
		}
		switch {
		case z.down:
			w.WriteHeader(http.StatusBadGateway)
		case r.Header.Get("Authorization") != "Bearer "+z.token || !z.now().Before(z.until):
			refuse(w, 401, 124, "Invalid access token.")
		case r.Method != "GET" && r.Method != "DELETE" && r.Header.Get("Content-Type") != "application/json":
			refuse(w, 400, 300, "Request Body should be a valid JSON object.")
		case z.loses:
			do(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		default:
			do(w, r)
		}
		if z.isKilled() { // what was written has not been sent
			panic(http.ErrAbortHandler)
		}
	})
}

// isKilled counts a step, and reports whether the worker that calls dies at it.
func (z *zoomServer) isKilled() bool {
	z.steps++
	return z.kills != nil && z.kills(z.steps)
}

func (z *zoomServer) user(w http.ResponseWriter, r *http.Request) {
	if kind, ok := z.users[r.PathValue("user")]; ok {
		answer(w, 200, map[string]any{"type": kind})
		return
	}
	refuse(w, 404, 1001, "User does not exist.")
}

// list has pages of two meetings, so that the last one is on another page.
func (z *zoomServer) list(w http.ResponseWriter, r *http.Request) {
	var of []*zoomMeeting
	for id := int64(80_000_000_001); id <= z.next; id++ {
		if m := z.meetings[id]; m != nil && m.Host == r.PathValue("user") {
			of = append(of, m)
		}
	}
	from := len(r.URL.Query().Get("next_page_token"))
	page := map[string]any{"meetings": of[from:min(from+2, len(of))]}
	if from+2 < len(of) {
		page["next_page_token"] = strings.Repeat("p", from+2)
	}
	answer(w, 200, page)
}

// spend counts a create or an update; false if there is none left today.
func (z *zoomServer) spend(w http.ResponseWriter, host string) bool {
	return z.spendOf(w, host, 100, "Create/Update Meeting")
}

// spendOf counts a call of which only some are allowed on a day.
func (z *zoomServer) spendOf(w http.ResponseWriter, what string, limit int64, calls string) bool {
	day := z.now().UTC().Format(time.DateOnly)
	if z.used[what+day] >= limit {
		w.Header().Set("Retry-After", z.now().UTC().Truncate(24*time.Hour).Add(24*time.Hour).Format(time.RFC3339))
		refuse(w, 429, 429, fmt.Sprintf("You have exceeded the daily rate limit of (%d) for %s API requests.", limit, calls))
		return false
	}
	z.used[what+day]++
	return true
}

type zoomInput struct {
	Topic     string `json:"topic"`
	Type      int    `json:"type"`
	StartTime string `json:"start_time"`
	Timezone  string `json:"timezone"`
	Duration  int64  `json:"duration"`
	Agenda    string `json:"agenda"`
	Settings  *struct {
		ApprovalType     int    `json:"approval_type"`
		RegistrationType int    `json:"registration_type"`
		JoinBeforeHost   bool   `json:"join_before_host"`
		WaitingRoom      bool   `json:"waiting_room"`
		Emails           bool   `json:"registrants_email_notification"`
		AutoRecording    string `json:"auto_recording"`
	} `json:"settings"`
}

// input reads the body of a meeting, and refuses what Zoom refuses.
func input(w http.ResponseWriter, r *http.Request) (in zoomInput, ok bool) {
	err := json.NewDecoder(r.Body).Decode(&in)
	_, noTime := time.Parse("2006-01-02T15:04:05", in.StartTime)
	_, noZone := time.LoadLocation(in.Timezone)
	if err != nil || noTime != nil || noZone != nil || in.Type != 2 || in.Topic == "" || len([]rune(in.Topic)) > 200 || in.Duration < 1 {
		refuse(w, 400, 300, "Validation Failed.")
		return in, false
	}
	return in, true
}

func (z *zoomServer) create(w http.ResponseWriter, r *http.Request) {
	host := r.PathValue("user")
	in, ok := input(w, r)
	switch {
	case !ok:
	case z.refuses:
		refuse(w, 400, 3000, "The host is not licensed.")
	case in.Settings == nil || in.Settings.ApprovalType != 0 || in.Settings.RegistrationType != 1 || in.Settings.JoinBeforeHost || in.Settings.Emails:
		refuse(w, 400, 300, "Not a class.")
	case z.spend(w, host):
		z.next++
		m := &zoomMeeting{ID: z.next, UUID: fmt.Sprintf("/%d//==", z.next), Topic: in.Topic, StartTime: in.StartTime, Timezone: in.Timezone, Duration: in.Duration, Host: host, Agenda: in.Agenda, WaitingRoom: in.Settings.WaitingRoom, Recording: in.Settings.AutoRecording,
			Registrants: map[string]string{}, Statuses: map[string]string{}}
		z.meetings[m.ID] = m
		answer(w, 201, m)
	}
}

// meeting returns the meeting of a path; nil if it is gone.
func (z *zoomServer) meeting(w http.ResponseWriter, r *http.Request) *zoomMeeting {
	var id int64
	_, _ = fmt.Sscan(r.PathValue("id"), &id)
	m := z.meetings[id]
	if m == nil {
		refuse(w, 404, 3001, "Meeting does not exist.")
	}
	return m
}

func (z *zoomServer) read(w http.ResponseWriter, r *http.Request) {
	if m := z.meeting(w, r); m != nil {
		with := *m
		with.StartURL = fmt.Sprintf("https://zoom.example/s/%d?zak=%s", m.ID, hostKey)
		answer(w, 200, with)
	}
}

func (z *zoomServer) update(w http.ResponseWriter, r *http.Request) {
	m := z.meeting(w, r)
	if m == nil {
		return
	}
	if in, ok := input(w, r); ok && z.spend(w, m.Host) {
		m.Topic, m.Agenda, m.StartTime, m.Timezone, m.Duration = in.Topic, in.Agenda, in.StartTime, in.Timezone, in.Duration
		if in.Settings != nil {
			m.Recording, m.WaitingRoom = in.Settings.AutoRecording, in.Settings.WaitingRoom
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

func (z *zoomServer) delete(w http.ResponseWriter, r *http.Request) {
	if m := z.meeting(w, r); m != nil {
		delete(z.meetings, m.ID)
		w.WriteHeader(http.StatusNoContent)
	}
}

func (z *zoomServer) register(w http.ResponseWriter, r *http.Request) {
	m := z.meeting(w, r)
	var in struct {
		Email     string `json:"email"`
		FirstName string `json:"first_name"`
	}
	if m == nil {
		return
	}
	if json.NewDecoder(r.Body).Decode(&in) != nil || !strings.Contains(in.Email, "@") || in.FirstName == "" {
		refuse(w, 400, 300, "Validation Failed.")
		return
	}
	if !z.spendOf(w, fmt.Sprint("add ", m.ID, in.Email), 3, "Add Registrant") {
		return
	}
	id := ""
	for n := 1; id == "" || m.Registrants[id] != ""; n++ {
		id = fmt.Sprintf("registrant-%d-%d", m.ID, n)
	}
	for known, email := range m.Registrants {
		if email == in.Email {
			id = known
		}
	}
	m.Registrants[id] = in.Email
	delete(m.Statuses, id)
	answer(w, 201, map[string]any{"registrant_id": id, "id": m.ID})
}

// registrantStatus changes all registrations that it is given, or none.
func (z *zoomServer) registrantStatus(w http.ResponseWriter, r *http.Request) {
	m := z.meeting(w, r)
	if m == nil {
		return
	}
	var in struct {
		Action      string `json:"action"`
		Registrants []struct {
			ID string `json:"id"`
		} `json:"registrants"`
	}
	_ = json.NewDecoder(r.Body).Decode(&in)
	after, known := map[string]string{"approve": "", "cancel": "cancelled", "deny": "denied"}[in.Action]
	if !known || len(in.Registrants) == 0 || len(in.Registrants) > 30 {
		refuse(w, 400, 300, "Validation Failed.")
		return
	}
	for _, one := range in.Registrants {
		if m.Registrants[one.ID] == "" {
			refuse(w, 404, 404, "Registrant not found.")
			return
		}
		if z.used["change "+one.ID+z.now().UTC().Format(time.DateOnly)] >= 10 && !z.spendOf(w, "change "+one.ID, 10, "Update Registrant Status") {
			return
		}
	}
	for _, one := range in.Registrants {
		z.spendOf(w, "change "+one.ID, 10, "Update Registrant Status")
		if m.Statuses[one.ID] = after; after == "" {
			delete(m.Statuses, one.ID)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

func (z *zoomServer) registrant(w http.ResponseWriter, r *http.Request) {
	m := z.meeting(w, r)
	if m == nil {
		return
	}
	id := r.PathValue("registrant")
	if m.Registrants[id] == "" || m.Statuses[id] != "" {
		refuse(w, 404, 404, "Registrant not found.")
		return
	}
	answer(w, 200, map[string]any{"id": id, "join_url": fmt.Sprintf("https://zoom.example/w/%d?tk=%s", m.ID, id)})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, code int64, message string) {
	answer(w, status, map[string]any{"code": code, "message": message})
}
