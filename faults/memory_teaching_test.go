package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// statements returns a function that runs a statement on the database.
func (w *fileWalk) statements() func(statement string, args ...any) {
	d := w.database()
	return func(statement string, args ...any) {
		w.t.Helper()
		if _, err := d.ExecContext(w.t.Context(), statement, args...); err != nil {
			w.t.Fatal(err)
		}
	}
}

// calendar is the feed of an instructor with nearly as many sessions as it may show.
func (w *fileWalk) calendar() map[string][]fileRequest {
	for hour := range 4 {
		w.batch(hour)
	}
	var feed struct{ URL string }
	w.chief.must("POST", "/calendar/feeds", map[string]string{"name": "Phone"}, &feed)
	return map[string][]fileRequest{"GET /calendar/feeds/{token}.ics": get(strings.TrimPrefix(feed.URL, "/api/v1"))}
}

// batch makes a batch with a session on each day of a year, and returns its id and that of its first session.
func (w *fileWalk) batch(hour int) (id, session string) {
	var made struct {
		ID       string
		Schedule []struct{ ID string }
	}
	w.chief.must("POST", "/batches/courses/"+w.target+"/batches", map[string]any{"batch_name": strings.Repeat("B", 100), "timezone": "Europe/Berlin",
		"recurrence": map[string]any{"freq": "daily", "count": 360, "start_date": time.Now().AddDate(0, 0, 1).Format(time.DateOnly),
			"start_time": fmt.Sprintf("1%d:00", hour), "end_time": fmt.Sprintf("1%d:30", hour)}}, &made)
	return made.ID, made.Schedule[0].ID
}

// meeting makes a meeting outside of batches for all learners of the course, and returns its id.
func (w *fileWalk) meeting() string {
	var made struct{ ID string }
	w.chief.must("POST", "/online-meetings/create", map[string]any{"title": "Office hours", "timezone": "UTC", "provider": "built_in",
		"date": time.Now().AddDate(0, 0, 2).Format(time.DateOnly), "start_time": "05:00", "end_time": "06:00", "audience": "course:" + w.target}, &made)
	return made.ID
}

// attendance is the attendance of a batch of five thousand, whose first session was yesterday, and of a meeting of all learners of the course, and the lists of all of their participants.
func (w *fileWalk) attendance() map[string][]fileRequest {
	const heading, learners = "name,email,join_time,duration_minutes\n", 5000 // as many as a list may have
	batch, session := w.batch(4)
	run := w.statements()
	run("UPDATE batch_sessions SET date = date(date, '-2 days'), starts_at = datetime(starts_at, '-2 days') || '+00:00', ends_at = datetime(ends_at, '-2 days') || '+00:00' WHERE id = ?", session)
	run(`INSERT INTO batch_members (batch_id, user_id, status, notes, joined_at, updated_at)
			SELECT ?, id, 'active', '', created_at, created_at FROM users WHERE email LIKE 'user%' ORDER BY id LIMIT ?`, batch, learners)
	var list strings.Builder
	list.WriteString(heading)
	for i := range learners {
		fmt.Fprintf(&list, "User %d,user%d@lectern.test,14:00,30\n", i+1, i+1)
	}
	meeting := w.meeting()
	run("UPDATE online_meetings SET date = date(date, '-4 days'), starts_at = datetime(starts_at, '-4 days') || '+00:00', ends_at = datetime(ends_at, '-4 days') || '+00:00' WHERE id = ?", meeting)
	run("UPDATE enrollments SET created_at = datetime(created_at, '-10 days') || '+00:00' WHERE course_id = ?", w.target)
	return map[string][]fileRequest{
		"POST /online-meetings/{id}/attendance/import": {{path: "/online-meetings/" + meeting + "/attendance/import", kind: "text/csv", size: -1, status: 200,
			body: func() io.Reader { return strings.NewReader(strings.ReplaceAll(list.String(), ",14:00,", ",05:00,")) }}},
		"GET /online-meetings/{id}/attendance/export": get("/online-meetings/" + meeting + "/attendance/export"),
		"GET /batches/{id}/attendance/export":         get("/batches/" + batch + "/attendance/export"),
		"POST /sessions/{id}/attendance/import": {{path: "/sessions/" + session + "/attendance/import", kind: "text/csv", size: -1, status: 200,
			body: func() io.Reader { return strings.NewReader(list.String()) }}},
	}
}

// receipt is the PDF of the longest receipt: twenty courses with the longest titles, for the longest address.
func (w *fileWalk) receipt() map[string][]fileRequest {
	type row = map[string]any
	lines := make([]row, 20)
	for i := range lines {
		lines[i] = row{"title": strings.Repeat("Beekeeping ", 18), "plan": "batch", "list": 10_000, "charged": 9_000}
	}
	encode := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			w.t.Fatal(err)
		}
		return string(text)
	}
	document := encode(row{"label": "RC/2026/1", "kind": "receipt", "order_number": "LEC-1", "issued_at": "2026-11-01T12:00:00Z", "issued_on": "2026-11-01",
		"seller": row{"name": "School"}, "currency": "EUR", "lines": lines, "net": 180_000, "total": 180_000,
		"taxes": []row{{"name": "CGST", "rate_ppm": 90_000, "base": 1, "amount": 1}, {"name": "SGST", "rate_ppm": 90_000, "base": 1, "amount": 1}}})
	buyer := encode(row{"name": strings.Repeat("Ann ", 50), "address": strings.Repeat("12 Long Lane\n", 38)})
	const now, order, receipt = "2026-11-01 12:00:00+00:00", "00000000-0000-7000-8005-000000000000", "00000000-0000-7000-8006-000000000000"
	run := w.statements()
	run(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
			SELECT ?, 'LEC-1', id, '', 'paid', 'EUR', 0, 180000, 0, 0, 180000, 180000, 0, 0, '{}', ?, ?, ? FROM users WHERE email = 'chief@lectern.test'`, order, now, now, now)
	run(`INSERT INTO receipts (id, series, number, label, kind, order_id, buyer_id, source_id, issued_at, currency, total, snapshot, digest)
			SELECT ?, 'RC/2026', 1, 'RC/2026/1', 'receipt', ?, id, '', ?, 'EUR', 180000, ?, '' FROM users WHERE email = 'chief@lectern.test'`, receipt, order, now, document)
	run("INSERT INTO receipt_buyers (receipt_id, salt, buyer) VALUES (?, '', ?)", receipt, buyer)
	var found []struct {
		FileURL string `json:"file_url"`
	}
	w.chief.must("GET", "/receipts?order_id="+order, nil, &found)
	run(`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at)
			SELECT printf('00000000-0000-7000-8005-%012d', i), 'LEC-' || i, u.id, CAST(i AS TEXT), 'expired', 'EUR', 0, 5, 0, 0, 5, 0, 0, 0, '{"name":"Ann"}', ?, ?, ? FROM n, users AS u WHERE u.email = 'chief@lectern.test'`, manyUsers, now, now, now)
	run(`INSERT INTO payment_attempts (id, order_id, provider, provider_ref, amount, currency, status, redirect_url, failure, checks, expires_at, created_at)
			VALUES (?, ?, 'bank_transfer', ?, 5, 'EUR', 'open', '', '', 0, '2096-01-01 12:00:00+00:00', ?)`, receipt, order, receipt, now)
	run(`INSERT INTO bank_transfers (id, reference, account, amount, currency, state, proof_id, proof_name, proof_type, received, reason, expires_at, created_at, updated_at)
			VALUES (?, 'RF', 'DE', 5, 'EUR', 'open', '', '', '', 0, '', '2096-01-01 12:00:00+00:00', ?, ?)`, receipt, now, now)
	run(`INSERT INTO payments (id, order_id, attempt_id, provider, provider_ref, amount, currency, method, surplus, received_at) VALUES (?, ?, ?, 'stripe', 'cs', 180000, 'EUR', 'card', 0, ?)`, receipt, order, receipt, now)
	run(`INSERT INTO disputes (id, order_id, payment_id, provider, provider_ref, amount, currency, reason, status, withdrawn, created_at, updated_at)
			VALUES (?, ?, ?, 'stripe', 'dp', 180000, 'EUR', 'fraudulent', 'needs_response', 1, ?, ?)`, receipt, order, receipt, now, now)
	proof := func(status int, size int64) fileRequest {
		return streamed("/payments/attempts/"+receipt+"/proof?name=a.pdf", "application/octet-stream", status, size, strings.NewReader("%PDF-"), repeat("a", size-5))
	}
	_, answer := w.send("PUT", proof(0, 10*mib))
	var sent struct {
		Data struct {
			ProofURL string `json:"proof_url"`
		}
	}
	if err := json.Unmarshal([]byte(answer), &sent); err != nil || sent.Data.ProofURL == "" {
		w.t.Fatal(answer)
	}
	return map[string][]fileRequest{
		"GET /payments/transfer-proofs/{fileId}/{until}/{signature}": get(strings.TrimPrefix(sent.Data.ProofURL, "/api/v1")),
		"PUT /payments/attempts/{id}/proof":                          {proof(413, 11*mib)},
		"GET /receipts/files/{fileId}/{until}/{signature}":           get(strings.TrimPrefix(found[0].FileURL, "/api/v1")),
		"GET /payments/admin/export":                                 get("/payments/admin/export"),
		"GET /payments/admin/stats/export":                           get("/payments/admin/stats/export?by=course"),
		"GET /payments/disputes/{disputeId}/evidence":                get("/payments/disputes/" + receipt + "/evidence"),
	}
}

// certificates are the badges of a course: of five thousand learners, all but one replaced. Their PDFs are drawn by a worker, which this server lacks: all are one file.
func (w *fileWalk) certificates() map[string][]fileRequest {
	const replaced, one = 5000, "/certificates/certificate-0"
	badge := `{"name":"` + strings.Repeat("Beekeeping ", 18) + `"}`
	w.statements()(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO certificates (id, code, user_id, course_id, cycle, status, name, course_title, issuer, facts, issued_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size, credential, list, list_index)
			SELECT 'certificate-' || i, printf('%013d', i), u.id, ?, 1, CASE WHEN i = 0 THEN 'issued' ELSE 'superseded' END, 'Ann', 'Bees', 'School', '{"language":"en"}', '2026-11-01 12:00:00+00:00', '', '', '', '', '', 0, ?, 1, i
			FROM n, users AS u WHERE u.email = 'chief@lectern.test'`, replaced, w.target, badge)
	folder := filepath.Join(w.data, "objects", "objects", "certificates")
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, "certificate-0"), make([]byte, 20_000), 0o600)); err != nil {
		w.t.Fatal(err)
	}
	for i := range replaced {
		if err := os.Link(filepath.Join(folder, "certificate-0"), filepath.Join(folder, fmt.Sprintf("certificate-%d", i+1))); err != nil {
			w.t.Fatal(err)
		}
	}
	var download struct {
		URL string `json:"url"`
	}
	w.chief.must("POST", "/certificates/courses/"+w.target+"/downloads", nil, &download)
	return map[string][]fileRequest{
		"GET /certificates/downloads/{token}":        get(strings.TrimPrefix(download.URL, "/api/v1")),
		"GET /certificates/issuer":                   get("/certificates/issuer"),
		"GET /certificates/status/{list}":            get("/certificates/status/1"),
		"GET /certificates/achievements/{courseId}":  get("/certificates/achievements/" + w.target),
		"GET /certificates/verify/{code}/credential": get("/certificates/verify/0000000000000/credential"),
		"GET /certificates/{id}/badge.png":           get(one + "/badge.png"),
		"GET /certificates/{id}/credential":          get(one + "/credential"),
		"GET /certificates/{id}/pdf":                 get(one + "/pdf"),
		"GET /newsletter/subscribers/export":         get("/newsletter/subscribers/export"),
		// A proposal has at most a few dozen lines.
		"GET /corporate-training/proposals/{token}/pdf":           {{path: "/corporate-training/proposals/none/pdf", status: 404}},
		"GET /corporate-training/{id}/proposals/{proposalId}/pdf": {{path: "/corporate-training/none/proposals/none/pdf", status: 404}},
	}
}

// templates is a layout with as many elements, texts and pictures as one may have, drawn in a script with large tables.
func (w *fileWalk) templates() map[string][]fileRequest {
	const to, elements, pictures = "/certificate-templates", 60, 6
	picture := w.picture(4000, 3000) // as large as phones take them
	whole := streamed(to+"/pictures", "image/png", 201, int64(len(picture)), bytes.NewReader(picture))
	whole.opens = true
	layout := []map[string]any{}
	add := func(kind string, n int, more map[string]any) {
		e := map[string]any{"id": fmt.Sprint(kind, n), "kind": kind, "x": 10 + n, "y": 10 + 2*n, "w": 230, "h": 40, "points": 24}
		maps.Copy(e, more)
		layout = append(layout, e)
	}
	for i := range pictures {
		content, kind := w.picture(1200, 660), "image/png"
		if i%2 == 0 {
			content, kind = w.noise(1150, 760), "image/jpeg"
		}
		var sent struct{ Data struct{ ID string } }
		if _, answer := w.send("POST", streamed(to+"/pictures", kind, 201, int64(len(content)), bytes.NewReader(content))); json.Unmarshal([]byte(answer), &sent) != nil || sent.Data.ID == "" {
			w.t.Fatal(answer)
		}
		add("image", i, map[string]any{"picture_id": sent.Data.ID, "points": 0})
	}
	for _, kind := range []string{"name", "course", "code", "qr", "teacher", "summary"} {
		for i := range 4 {
			add(kind, i, nil)
		}
	}
	for i := range elements - len(layout) {
		add("text", i, map[string]any{"text": strings.Repeat("क्षत्रिय नियुक्ति ", 7)})
	}
	drawn := map[string]any{"frame": "double", "elements": layout}
	var template struct{ ID string }
	w.chief.must("POST", to, map[string]string{"name": "Full", "language": "de"}, &template)
	stored, err := json.Marshal(drawn)
	if err != nil {
		w.t.Fatal(err)
	}
	w.statements()("UPDATE certificate_templates SET layout = ? WHERE id = ?", string(stored), template.ID)
	one := to + "/" + template.ID
	picturePath := "/certificate-templates/pictures/" + fmt.Sprint(layout[0]["picture_id"])
	return map[string][]fileRequest{
		"POST /certificate-templates/pictures":            {whole, streamed(to+"/pictures", "image/png", 413, -1, repeat("a", 60*mib))},
		"GET /certificate-templates/pictures/{pictureId}": get(picturePath),
		"GET /certificate-templates/{id}/preview.svg":     get(one + "/preview.svg"),
		"GET /certificate-templates/{id}/preview.pdf":     append(get(one+"/preview.pdf"), get(one+"/preview.pdf?sample=devanagari")...),
	}
}

// noise is a JPEG that is as large as one may be for its pixels.
func (w *fileWalk) noise(width, height int) []byte {
	painted := image.NewRGBA(image.Rect(0, 0, width, height))
	source := rand.New(rand.NewPCG(1, 2))
	for i := range painted.Pix {
		painted.Pix[i] = byte(source.Uint32())
		if i%4 == 3 {
			painted.Pix[i] = 255
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, painted, nil); err != nil {
		w.t.Fatal(err)
	}
	return file.Bytes()
}

// holidays are as many as a calendar may nearly have, and more bytes than a file may have.
func (w *fileWalk) holidays() map[string][]fileRequest {
	const to, kind, days = "/holidays/school/import?dry_run=true", "text/calendar", 900
	var events strings.Builder
	events.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lectern//EN\r\n")
	for i := range days {
		fmt.Fprintf(&events, "BEGIN:VEVENT\r\nUID:%d\r\nDTSTART;VALUE=DATE:%s\r\nSUMMARY:Bees\r\nEND:VEVENT\r\n", i, time.Now().AddDate(0, 0, i+1).Format("20060102"))
	}
	events.WriteString("END:VCALENDAR\r\n")
	file := events.String()
	return map[string][]fileRequest{"POST /holidays/{calendar}/import": {
		streamed(to, kind, 200, int64(len(file)), strings.NewReader(file)),
		streamed(to, kind, 413, -1, strings.NewReader("BEGIN:VCALENDAR\r\n"), repeat("X-BEES:dance\r\n", 60*mib)),
	}}
}

// recordings are messages of a meeting server, which are refused when they are longer than a form needs to be.
func (w *fileWalk) recordings() map[string][]fileRequest {
	const to, kind = "/recordings/bigbluebutton", "application/x-www-form-urlencoded"
	return map[string][]fileRequest{"POST /recordings/bigbluebutton": {
		streamed(to, kind, 401, -1, strings.NewReader("signed_parameters=none")),
		streamed(to, kind, 413, -1, strings.NewReader("signed_parameters="), repeat("a", 60*mib)),
	}}
}
