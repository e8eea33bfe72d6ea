package main

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"

	"lectern/internal/app"
	"lectern/internal/platform/config"
)

// meetingFlags configure the servers on which sessions can meet. Servers and workers need the same.
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
	p.Config.MeetingServers = config.MeetingServers{BigBlueButton: config.BigBlueButton{URL: m.BigbluebuttonURL, Secret: m.BigbluebuttonSecret},
		Jitsi: config.Jitsi{URL: m.JitsiURL, AppID: m.JitsiAppID, Secret: m.JitsiSecret},
		Zoom: config.Zoom{AccountID: m.ZoomAccountID, ClientID: m.ZoomClientID, ClientSecret: m.ZoomClientSecret, WebhookSecret: m.ZoomWebhookSecret,
			AuthURL: "https://" + m.ZoomSite + "/oauth/token", APIURL: "https://api." + m.ZoomSite + "/v2"}}
}
