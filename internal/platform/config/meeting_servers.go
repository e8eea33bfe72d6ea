package config

// MeetingServers configures the servers on which sessions can meet. One without a URL, or an account, is off.
type MeetingServers struct {
	BigBlueButton BigBlueButton
	Jitsi         Jitsi
	Zoom          Zoom
}

// BigBlueButton is what `bbb-conf --secret` prints on such a server.
type BigBlueButton struct{ URL, Secret string }

// Jitsi is a Jitsi Meet server. Without an application it takes everyone who knows the name of a room.
type Jitsi struct{ URL, AppID, Secret string }

// Zoom is a server-to-server OAuth application of the school's account there.
type Zoom struct {
	AccountID, ClientID, ClientSecret string
	WebhookSecret                     string // of its event subscription; "" for none
	AuthURL                           string // of tokens, such as https://zoom.us/oauth/token
	APIURL                            string // such as https://api.zoom.us/v2
}
