package config

// MeetingServers configures the servers on which sessions can meet. One without a URL is off.
type MeetingServers struct {
	BigBlueButton BigBlueButton
	Jitsi         Jitsi
}

// BigBlueButton is what `bbb-conf --secret` prints on such a server.
type BigBlueButton struct{ URL, Secret string }

// Jitsi is a Jitsi Meet server. Without an application it takes everyone who knows the name of a room.
type Jitsi struct{ URL, AppID, Secret string }
