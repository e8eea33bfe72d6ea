package meeting

import (
	"net/url"

	"lectern/internal/platform/fault"
)

// CheckLink reports what is wrong with the address of a meeting elsewhere that an instructor has pasted into the field "url". It is given to all who may join, so it
// must not carry a password.
func CheckLink(address string, broken *fault.Fields) {
	u, err := url.Parse(address)
	valid := err == nil && u.Scheme == "https" && u.Hostname() != ""
	broken.Require(address != "", "url", "required", "Paste the address of the meeting")
	broken.Require(address == "" || valid, "url", "invalid_format", "The address of the meeting must begin with https://")
	broken.Require(!valid || u.User == nil, "url", "not_allowed", "The address of the meeting must not contain a user name or password")
}
