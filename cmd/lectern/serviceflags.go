package main

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/config"
)

// meetingFlags configure the servers on which sessions can meet, and from which calendars are read. Servers and workers need the same.
type meetingFlags struct {
	BigbluebuttonURL    string `name:"bigbluebutton-url" help:"Lets sessions meet on a BigBlueButton server, such as https://bbb.example.org/bigbluebutton/." default:""`
	BigbluebuttonSecret string `name:"bigbluebutton-secret" help:"Its secret, which bbb-conf --secret prints there." default:""`
	JitsiURL            string `name:"jitsi-url" help:"Lets sessions meet on a Jitsi Meet server, such as https://meet.example.org." default:""`
	JitsiAppID          string `name:"jitsi-app-id" help:"App ID of its signed tokens; without one, everyone who knows the name of a room can enter." default:""`
	JitsiSecret         string `name:"jitsi-secret" help:"Secret of that application." default:""`
	ZoomAccountID       string `name:"zoom-account-id" help:"Lets sessions meet at Zoom: the account of a server-to-server OAuth application." default:""`
	ZoomClientID        string `name:"zoom-client-id" help:"Client of that application." default:""`
	ZoomClientSecret    string `name:"zoom-client-secret" help:"Secret of that application." default:""`
	ZoomWebhookSecret   string `name:"zoom-webhook-secret" help:"Secret token of that application, with which Zoom signs what it reports to /api/v1/zoom/webhook." default:""`
	ZoomSite            string `name:"zoom-site" help:"Zoom's domain for the account, such as zoomgov.com." default:"zoom.us"`

	CalendarHosts []string `name:"calendar-hosts" help:"Servers of your own network, such as cloud.example.lan:443, from which calendars of instructors may be read. Other private addresses never are." sep:","`
}

// siteName is a domain.
var siteName = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+$`)

// Validate refuses the flags before anything is opened.
func (m meetingFlags) Validate() error {
	if (m.BigbluebuttonURL == "") != (m.BigbluebuttonSecret == "") {
		return fmt.Errorf("--bigbluebutton-url and --bigbluebutton-secret belong together: only one of them is set")
	}
	if (m.JitsiAppID == "") != (m.JitsiSecret == "") {
		return fmt.Errorf("--jitsi-app-id and --jitsi-secret belong together: only one of them is set")
	}
	if m.JitsiAppID != "" && m.JitsiURL == "" {
		return fmt.Errorf("--jitsi-app-id needs --jitsi-url")
	}
	if set := []string{m.ZoomAccountID, m.ZoomClientID, m.ZoomClientSecret}; slices.Contains(set, "") && slices.ContainsFunc(set, func(s string) bool { return s != "" }) {
		return fmt.Errorf("--zoom-account-id, --zoom-client-id and --zoom-client-secret belong together: only some of them are set")
	}
	if m.ZoomWebhookSecret != "" && m.ZoomAccountID == "" {
		return fmt.Errorf("--zoom-webhook-secret needs --zoom-account-id")
	}
	if m.ZoomAccountID != "" && !siteName.MatchString(m.ZoomSite) {
		return fmt.Errorf("--zoom-site takes the name of a site such as zoom.us; it got %q", m.ZoomSite)
	}
	for flag, address := range map[string]string{"--bigbluebutton-url": m.BigbluebuttonURL, "--jitsi-url": m.JitsiURL} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname()))) {
			return fmt.Errorf("%s takes an address such as https://meet.example.org (http only on this machine); it got %q", flag, address)
		}
	}
	return nil
}

func (m meetingFlags) set(p *app.Deps) {
	p.Config.CalendarHosts = m.CalendarHosts
	p.Config.MeetingServers = config.MeetingServers{BigBlueButton: config.BigBlueButton{URL: m.BigbluebuttonURL, Secret: m.BigbluebuttonSecret},
		Jitsi: config.Jitsi{URL: m.JitsiURL, AppID: m.JitsiAppID, Secret: m.JitsiSecret},
		Zoom: config.Zoom{AccountID: m.ZoomAccountID, ClientID: m.ZoomClientID, ClientSecret: m.ZoomClientSecret, WebhookSecret: m.ZoomWebhookSecret,
			AuthURL: "https://" + m.ZoomSite + "/oauth/token", APIURL: "https://api." + m.ZoomSite + "/v2"}}
}

// paymentFlags configure who takes payments. Servers and workers need the same.
type paymentFlags struct {
	StripeSecretKey        string   `name:"stripe-secret-key" help:"Lets courses be paid for at Stripe: the secret or restricted key of the account." default:""`
	StripeWebhookSecrets   []string `name:"stripe-webhook-secrets" help:"Signing secret of the endpoint at Stripe that reports to /api/v1/payments/webhooks/stripe; several while they are exchanged." default:""`
	RazorpayKeyID          string   `name:"razorpay-key-id" help:"Lets courses be paid for at Razorpay: the key of the account, rzp_live_… or rzp_test_…." default:""`
	RazorpayKeySecret      string   `name:"razorpay-key-secret" help:"Secret of that key." default:""`
	RazorpayWebhookSecrets []string `name:"razorpay-webhook-secrets" help:"Secret of the webhook at Razorpay that reports to /api/v1/payments/webhooks/razorpay, 16 characters or more; several while they are exchanged." default:""`
	PaymentsTest           bool     `help:"Offer a test payment provider, which moves no money. The demo has it."`
}

// Validate refuses the flags before anything is opened.
func (f paymentFlags) Validate() error {
	if err := f.validateStripe(); err != nil {
		return err
	}
	if err := f.validateRazorpay(); err != nil {
		return err
	}
	if f.StripeSecretKey != "" && f.RazorpayKeyID != "" && f.stripe().IsTest() != f.razorpay().IsTest() {
		return fmt.Errorf("--stripe-secret-key and --razorpay-key-id don't go together: one is a live key, the other a test key, with which everybody gets in without paying")
	}
	return nil
}

func (f paymentFlags) validateStripe() error {
	c := f.stripe()
	switch {
	case c.SecretKey == "" && len(f.StripeWebhookSecrets) > 0:
		return fmt.Errorf("--stripe-webhook-secrets needs --stripe-secret-key")
	case c.SecretKey != "" && !strings.HasPrefix(c.SecretKey, "sk_") && !strings.HasPrefix(c.SecretKey, "rk_"):
		return fmt.Errorf("--stripe-secret-key takes a key that begins with sk_ or rk_, not the publishable one")
	case slices.ContainsFunc(f.StripeWebhookSecrets, func(secret string) bool { return !strings.HasPrefix(secret, "whsec_") }):
		return fmt.Errorf("--stripe-webhook-secrets takes secrets that begin with whsec_, with commas between them")
	case c.SecretKey != "" && !c.IsTest() && f.PaymentsTest:
		return fmt.Errorf("--stripe-secret-key is a live key: it doesn't go with --payments-test or --demo, which let everybody in without paying")
	}
	return nil
}

const shortestSecret = 16 // characters of a secret that the school has chosen

func (f paymentFlags) validateRazorpay() error {
	c := f.razorpay()
	switch {
	case (c.KeyID == "") != (c.KeySecret == ""):
		return fmt.Errorf("--razorpay-key-id and --razorpay-key-secret belong together: only one of them is set")
	case c.KeyID == "" && len(f.RazorpayWebhookSecrets) > 0:
		return fmt.Errorf("--razorpay-webhook-secrets needs --razorpay-key-id")
	case c.KeyID != "" && !strings.HasPrefix(c.KeyID, "rzp_live_") && !strings.HasPrefix(c.KeyID, "rzp_test_"):
		return fmt.Errorf("--razorpay-key-id takes a key that begins with rzp_live_ or rzp_test_")
	case slices.ContainsFunc(f.RazorpayWebhookSecrets, func(secret string) bool { return len(secret) < shortestSecret }):
		return fmt.Errorf("--razorpay-webhook-secrets takes secrets of %d characters or more, with commas between them", shortestSecret)
	case c.KeyID != "" && !c.IsTest() && f.PaymentsTest:
		return fmt.Errorf("--razorpay-key-id is a live key: it doesn't go with --payments-test or --demo, which let everybody in without paying")
	}
	return nil
}

func (f paymentFlags) stripe() config.Stripe {
	return config.Stripe{SecretKey: f.StripeSecretKey, WebhookSecrets: f.StripeWebhookSecrets, APIURL: "https://api.stripe.com"}
}

func (f paymentFlags) razorpay() config.Razorpay {
	return config.Razorpay{KeyID: f.RazorpayKeyID, KeySecret: f.RazorpayKeySecret, WebhookSecrets: f.RazorpayWebhookSecrets, APIURL: "https://api.razorpay.com"}
}

// needPublicURL refuses providers that would not know where to send buyers back to.
func (f paymentFlags) needPublicURL(m mailFlags) error {
	switch {
	case m.PublicURL != "":
		return nil
	case f.StripeSecretKey != "":
		return fmt.Errorf("--stripe-secret-key needs --public-url, to which Stripe sends buyers back")
	case f.RazorpayKeyID != "":
		return fmt.Errorf("--razorpay-key-id needs --public-url, to which Razorpay sends buyers back")
	}
	return nil
}

// modelFlags configure the language model that writes for authors. Only servers need them.
type modelFlags struct {
	AIURL        string        `name:"ai-url" help:"Lets authors have a language model write and improve texts: an API that speaks Chat Completions, with its version, such as https://models.example.org/v1." default:""`
	AIKey        string        `name:"ai-key" help:"Its key, unless it needs none." default:""`
	AIModel      string        `name:"ai-model" help:"The model to ask it for." default:""`
	AIFirstToken time.Duration `name:"ai-first-token" help:"How long it may take to its first word." default:"30s"`
}

// Validate refuses the flags before anything is opened.
func (f modelFlags) Validate() error {
	if (f.AIURL == "") != (f.AIModel == "") {
		return fmt.Errorf("--ai-url and --ai-model belong together: only one of them is set")
	}
	if f.AIKey != "" && f.AIURL == "" {
		return fmt.Errorf("--ai-key needs --ai-url")
	}
	u, err := url.Parse(f.AIURL)
	if f.AIURL != "" && (err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("--ai-url takes an address such as https://models.example.org/v1; it got %q", f.AIURL)
	}
	if f.AIFirstToken < time.Second || f.AIFirstToken > 2*time.Minute {
		return fmt.Errorf("--ai-first-token takes a time from 1s to 2m; it got %s", f.AIFirstToken)
	}
	return nil
}

func (f modelFlags) set(p *app.Deps) {
	p.Config.LanguageModel = config.LanguageModel{URL: f.AIURL, Key: f.AIKey, Model: f.AIModel, FirstToken: f.AIFirstToken}
}

func (f paymentFlags) set(p *app.Deps) {
	p.Config.PaymentProviders = config.PaymentProviders{Test: f.PaymentsTest, Stripe: f.stripe(), Razorpay: f.razorpay()}
}
