package app_test

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/testapp"
)

// life is a user whose secrets are all recorded.
type life struct {
	t       *testing.T
	app     *testapp.App
	bearer  string
	secrets map[string]string
}

const passphrase = "correct horse battery"

// send sends a request and records every token and code in the answer; want is its status.
func (l *life) send(method, path string, body map[string]any, want int) map[string]any {
	l.t.Helper()
	text, _ := json.Marshal(body)
	r := httptest.NewRequest(method, "/api/v1"+path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "canary browser")
	if l.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+l.bearer)
	}
	w := l.app.Nobody().SendRaw(r)
	if w.Code != want {
		l.t.Fatalf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	data, _ := testapp.Read[struct{ Data any }](l.t, w.Body.String()).Data.(map[string]any)
	for name, value := range data {
		if s, ok := value.(string); ok && (strings.HasSuffix(name, "Token") || name == "secret") {
			l.secrets[fmt.Sprintf("%s of %s", name, path)] = s
		}
		if codes, ok := value.([]any); ok && name == "recoveryCodes" {
			l.secrets["recovery code"] = codes[0].(string)
		}
	}
	return data
}

var emailToken = regexp.MustCompile(`https://lectern\.test/[a-z-]+#([\w-]+)`)

// opened returns the token in the newest email.
func (l *life) opened() string {
	l.t.Helper()
	l.app.Work()
	kept, _, err := l.app.MailFolder.List(100, 0)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, one := range kept {
		email, err := l.app.MailFolder.Read(one.ID)
		if found := emailToken.FindStringSubmatch(email.Text); err == nil && found != nil && l.secrets["email "+email.ID] == "" {
			l.secrets["email "+email.ID] = found[1]
			return found[1]
		}
	}
	l.t.Fatal("no email with a link")
	return ""
}

// live goes once through everything that issues a secret.
func live(t *testing.T, a *testapp.App) map[string]string {
	t.Helper()
	l := &life{t: t, app: a, secrets: map[string]string{"password": passphrase}}
	email := "canary@lectern.test"
	l.send("POST", "/auth/register", map[string]any{"full_name": "Ann", "email": email, "password": passphrase}, 200)
	l.bearer = l.send("POST", "/auth/complete-registration", map[string]any{"token": l.opened(), "password": passphrase}, 201)["accessToken"].(string)
	secret := l.send("POST", "/auth/two-factor/authenticator", nil, 200)["secret"].(string)
	code := func() string {
		c, err := totp.GenerateCode(secret, a.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	l.send("POST", "/auth/two-factor/authenticator/confirm", map[string]any{"code": code()}, 200)
	l.bearer = ""
	a.Clock.Advance(time.Minute)
	challenge := l.send("POST", "/auth/login", map[string]any{"email": email, "password": passphrase}, 200)["challengeToken"]
	in := l.send("POST", "/auth/two-factor/verify", map[string]any{"challengeToken": challenge, "method": "totp", "code": code()}, 200)
	l.send("POST", "/auth/refresh-token", map[string]any{"refreshToken": in["refreshToken"]}, 200)
	l.send("POST", "/auth/forgot-password", map[string]any{"email": email}, 200)
	l.secrets["reset"] = l.opened()
	l.send("POST", "/auth/login", map[string]any{"email": email, "password": "the canary's wrong password"}, 401)
	l.secrets["wrong password"] = "the canary's wrong password"
	admin := a.User(access.Admin)
	admin.Do("POST", "/auth/invitations", `{"email":"eve@lectern.test","roles":["admin"]}`, 201)
	l.secrets["invitation"] = l.opened()
	master, err := os.ReadFile(filepath.Join(a.Dir, "master.json"))
	if err != nil {
		t.Fatal(err)
	}
	for i, key := range regexp.MustCompile(`[A-Za-z0-9+/]{40,}=*`).FindAllString(string(master), -1) {
		l.secrets[fmt.Sprint("master key ", i)] = key
	}
	l.secrets["secret of the installation"] = string(a.Deps.Secret)
	if len(l.secrets) < 15 || l.secrets["master key 0"] == "" {
		t.Fatalf("only %d secrets were made: %q", len(l.secrets), slices.Sorted(maps.Keys(l.secrets)))
	}
	return l.secrets
}

// forms lists the encodings in which a secret may be stored.
func forms(secret string) []string {
	all := []string{secret, base64.StdEncoding.EncodeToString([]byte(secret)), hex.EncodeToString([]byte(secret))}
	if raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret); err == nil && len(raw) > 8 {
		all = append(all, string(raw), base64.StdEncoding.EncodeToString(raw), hex.EncodeToString(raw))
	}
	if raw, err := base64.RawURLEncoding.DecodeString(secret); err == nil && len(raw) > 8 {
		all = append(all, string(raw), base64.StdEncoding.EncodeToString(raw), hex.EncodeToString(raw))
	}
	return all
}

// dump returns every value of every table.
func dump(t *testing.T, d *db.DB) string {
	t.Helper()
	query := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if d.Postgres {
		query = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
	}
	var tables []string
	if err := d.Reader().NewRaw(query).Scan(t.Context(), &tables); err != nil || len(tables) < 20 {
		t.Fatal(tables, err)
	}
	var all strings.Builder
	for _, table := range tables {
		var rows []map[string]any
		if err := d.Reader().NewSelect().Table(table).Scan(t.Context(), &rows); err != nil {
			t.Fatal(table, err)
		}
		for _, row := range rows {
			fmt.Fprintf(&all, "%s:", table)
			for name, value := range row {
				if b, ok := value.([]byte); ok {
					value = string(b) + " " + hex.EncodeToString(b)
				}
				fmt.Fprintf(&all, " %s=%v", name, value)
			}
			all.WriteByte('\n')
		}
	}
	return all.String()
}

// Stealing the database or reading the logs yields nothing to sign in with.
func TestNoSecretIsStoredInClear(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	a := testapp.New(t, func(p *app.Deps) {
		p.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	secrets := live(t, a)
	database := dump(t, a.DB)
	if !strings.Contains(database, "canary@lectern.test") || !strings.Contains(database, "$argon2id$") {
		t.Fatal("the dump does not hold what it should")
	}
	for name, secret := range secrets {
		for _, form := range forms(secret) {
			for place, text := range map[string]string{"database": database, "log": log.String()} {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("%s is in the %s: %.200q", name, place, text[max(0, i-100):])
				}
			}
		}
	}
}

// Values of request members, valid or not, do not get into the logs.
func TestLogsDoNotRepeatWhatIsSent(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	a := testapp.New(t, func(p *app.Deps) {
		p.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	body := `{"email":"c4nary@lectern.test","password":"c4nary password","current_password":"c4nary","new_password":"c4nary","confirm_password":"c4nary",
		"token":"c4nary","refreshToken":"c4nary","deviceToken":"c4nary","challengeToken":"c4nary","code":"c4nary","method":"totp","state":"c4nary","full_name":"c4nary\nlevel=ERROR"}`
	for _, line := range routes(t, a.API) {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		who := a.Nobody()
		if strings.TrimSpace(gate) != "public" {
			who = a.User(access.AllRoles...)
		}
		if strings.Contains(path, "events") || strings.HasSuffix(path, "/stream") {
			continue // streams do not end by themselves, and take no body
		}
		sent := body
		if method == "GET" || method == "HEAD" {
			sent = ""
		}
		r := httptest.NewRequest(method, parameter.ReplaceAllString(path, "c4nary")+"?token=c4nary&search=c4nary", strings.NewReader(sent))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", "session=c4nary")
		r.Header.Set("User-Agent", "c4nary")
		if w := who.SendRaw(r); w.Code >= 500 && w.Code != 503 {
			t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	a.Work()
	if i := strings.Index(log.String(), "c4nary"); i >= 0 {
		t.Errorf("the log repeats it: %.300s", log.String()[max(0, i-150):])
	}
}
