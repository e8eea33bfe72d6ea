package app

import "net/url"

// storageOrigin returns the origin, for the Content-Security-Policy, to which browsers may send parts of uploads straight
// to storage; "" when they send everything to the server.
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
