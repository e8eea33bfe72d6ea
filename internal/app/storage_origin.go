package app

import "net/url"

// storageOrigin is where browsers send parts of uploads when they may send them straight to storage, as the
// Content-Security-Policy names it; "" when they send everything to the server.
func storageOrigin(storage string) string {
	address, err := url.Parse(storage)
	if err != nil || address.Query().Get("direct") != "true" {
		return ""
	}
	endpoint, err := url.Parse(address.Query().Get("endpoint"))
	if err != nil || endpoint.Host == "" {
		return "https://*.amazonaws.com" // AWS itself: the bucket is part of the host
	}
	return endpoint.Scheme + "://" + endpoint.Host
}
