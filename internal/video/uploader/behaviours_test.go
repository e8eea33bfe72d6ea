package uploader_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lectern/internal/video/uploader"
)

// behaviour is a row of testdata/upload-scripts/behaviours.json; its README explains the members.
type behaviour struct {
	Name string
	File struct {
		Name     string
		Size     int64
		Readable *int64
	}
	CourseID  string
	ChunkSize int64
	SignedIn  *bool
	Kept      *uploader.SavedUpload
	Do        []string
	Script    []step
	Want      struct {
		State       uploader.State
		Message     *string
		Class       uploader.Class
		Retryable   *bool
		PartsSent   []int
		DelaysMs    []int64
		Refreshes   int
		SignedOut   bool
		SessionKept bool
		Abort       *struct {
			Success bool
			Message string
		}
		Valid *struct {
			IsValid           bool
			Reason            string
			IsNearExpiration  bool
			ExpirationWarning string
		}
	}
}

type step struct {
	Expect struct {
		Method, Path, Encoding string
		Has                    map[string]any
		Token                  string
	}
	Reply struct {
		Status  int
		JSON    json.RawMessage
		Text    string
		Headers map[string]string
		Drop    bool
		Timeout bool
	}
}

// pattern is a file whose byte i is i % 251, generated while reading.
type pattern struct{ readable int64 }

func (p pattern) ReadAt(b []byte, off int64) (int, error) {
	for i := range b {
		if off+int64(i) >= p.readable {
			return i, io.EOF
		}
		b[i] = byte((off + int64(i)) % 251)
	}
	return len(b), nil
}

// scripted plays a script over HTTP.
type scripted struct {
	t         *testing.T
	script    []step
	token     string
	partsSent []int
	delays    []int64
	signedOut bool
}

func (s *scripted) client() *uploader.Client {
	return &uploader.Client{
		BaseURL: "http://server.test/api/v1", HTTP: &http.Client{Transport: s},
		Token: func(_ context.Context, renew bool) (string, error) {
			if renew {
				s.token = "token-2"
			}
			return s.token, nil
		},
		SignedOut: func() { s.signedOut = true },
		Sleep: func(_ context.Context, d time.Duration) error {
			s.delays = append(s.delays, d.Milliseconds())
			return nil
		},
	}
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if r.ContentLength != int64(len(content)) {
		s.t.Errorf("%s announces %d bytes and sends %d", r.URL, r.ContentLength, len(content))
	}
	if len(s.script) == 0 {
		s.t.Errorf("unannounced %s %s", r.URL, content)
		return answer(500, nil, nil), nil
	}
	now := s.script[0]
	s.script = s.script[1:]
	s.compare(now, r, content)
	switch {
	case now.Reply.Drop:
		return nil, io.ErrUnexpectedEOF
	case now.Reply.Timeout:
		<-r.Context().Done()
		return nil, r.Context().Err()
	case now.Reply.Text != "":
		return answer(now.Reply.Status, now.Reply.Headers, []byte(now.Reply.Text)), nil
	}
	return answer(now.Reply.Status, now.Reply.Headers, now.Reply.JSON), nil
}

func answer(status int, headers map[string]string, body []byte) *http.Response {
	h := http.Header{}
	for name, value := range headers {
		h.Set(name, value)
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader(body))}
}

func (s *scripted) compare(now step, r *http.Request, content []byte) {
	s.t.Helper()
	encoding, body := read(s.t, r, content)
	token := now.Expect.Token
	if token == "" {
		token = s.token
	}
	for _, c := range [][2]string{
		{r.Method, now.Expect.Method}, {r.URL.Path, "/api/v1" + now.Expect.Path}, {encoding, now.Expect.Encoding},
		{r.Header.Get("Authorization"), "Bearer " + token},
	} {
		if c[0] != c[1] {
			s.t.Errorf("%s: got %q, want %q", now.Expect.Path, c[0], c[1])
		}
	}
	for path, want := range now.Expect.Has {
		if got := at(body, path); !reflect.DeepEqual(got, want) {
			s.t.Errorf("%s: %s is %v, want %v", now.Expect.Path, path, got, want)
		}
	}
	if strings.HasSuffix(r.URL.Path, "/upload-chunk") {
		number, _ := strconv.Atoi(strings.TrimSuffix(toText(body["partNumber"]), ".0"))
		s.partsSent = append(s.partsSent, number)
	}
}

// read parses a body of either encoding; the fields of a form are texts.
func read(t *testing.T, r *http.Request, content []byte) (encoding string, body map[string]any) {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	must(t, err)
	if kind != "multipart/form-data" {
		must(t, json.Unmarshal(content, &body))
		return "json", body
	}
	form, err := multipart.NewReader(bytes.NewReader(content), parameters["boundary"]).ReadForm(1 << 20)
	must(t, err)
	body = map[string]any{}
	for name, values := range form.Value {
		body[name] = values[0]
	}
	return "form", body
}

func toText(v any) string {
	j, _ := json.Marshal(v)
	return strings.Trim(string(j), `"`)
}

func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	return v
}

// The browser's client passes the same table.
func TestBehavioursMatchTheBrowser(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/upload-scripts/behaviours.json")
	must(t, err)
	var rows []behaviour
	must(t, json.Unmarshal(text, &rows))
	if len(rows) < 80 {
		t.Fatalf("the table has only %d rows", len(rows))
	}
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) { synctest.Test(t, row.play) })
	}
}

// play runs with a fake clock, so that timeouts take no time.
func (b *behaviour) play(t *testing.T) {
	server := &scripted{t: t, script: b.Script, token: "token-1"}
	if b.SignedIn != nil && !*b.SignedIn {
		server.token = ""
	}
	readable := b.File.Size
	if b.File.Readable != nil {
		readable = *b.File.Readable
	}
	u := server.client().New(uploader.File{Name: b.File.Name, Size: b.File.Size, Content: pattern{readable}},
		uploader.Options{CourseID: b.CourseID, ChunkSize: b.ChunkSize, Kept: b.Kept})
	var failure error
	for _, action := range b.Do {
		switch action {
		case "upload", "retry":
			_, failure = u.Run(t.Context())
		case "abort":
			b.checkAbort(t, u.Abort(t.Context()))
			failure = nil
		case "validate":
			check, err := u.Validate(t.Context())
			must(t, err)
			b.checkValidation(t, check)
		default:
			t.Fatalf("the table asks for %q", action)
		}
	}
	b.check(t, u, server, failure)
}

func (b *behaviour) check(t *testing.T, u *uploader.Upload, server *scripted, failure error) {
	t.Helper()
	if len(server.script) > 0 {
		t.Errorf("nobody asked for %s", server.script[0].Expect.Path)
	}
	same(t, "state", u.State(), b.Want.State)
	same(t, "parts sent", server.partsSent, b.Want.PartsSent)
	same(t, "delays", server.delays, b.Want.DelaysMs)
	same(t, "refreshes", u.Refreshes(), b.Want.Refreshes)
	same(t, "signed out", server.signedOut, b.Want.SignedOut)
	same(t, "session kept", u.Session() != nil, b.Want.SessionKept)
	if failure == nil {
		same(t, "class", "", b.Want.Class)
		return
	}
	e := uploader.Classify(failure)
	same(t, "class", e.Class, b.Want.Class)
	if b.Want.Message != nil {
		same(t, "message", e.Error(), *b.Want.Message)
	}
	if b.Want.Retryable == nil || e.Retryable() != *b.Want.Retryable {
		t.Errorf("retryable: %v", e.Retryable())
	}
}

func (b *behaviour) checkAbort(t *testing.T, err error) {
	t.Helper()
	message := ""
	if err != nil {
		message = err.Error()
	}
	same(t, "abort succeeds", err == nil, b.Want.Abort.Success)
	same(t, "abort says", message, b.Want.Abort.Message)
}

func (b *behaviour) checkValidation(t *testing.T, check uploader.Check) {
	t.Helper()
	same(t, "valid", check.Valid, b.Want.Valid.IsValid)
	same(t, "reason", check.Reason, b.Want.Valid.Reason)
	same(t, "near expiration", check.NearExpiration, b.Want.Valid.IsNearExpiration)
	same(t, "warning", check.ExpirationWarning, b.Want.Valid.ExpirationWarning)
}

// same compares; nil and an empty list are equal.
func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	g, w := toText(got), toText(want)
	if strings.Replace(g, "null", "[]", 1) != strings.Replace(w, "null", "[]", 1) {
		t.Errorf("%s: got %s, want %s", what, g, w)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
