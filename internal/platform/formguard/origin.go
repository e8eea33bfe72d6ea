package formguard

import "lectern/internal/platform/text"

// VisitOrigin is how a visitor came to a form.
type VisitOrigin struct {
	UTMSource   string `json:"source,omitempty" maxLength:"2000"`
	UTMMedium   string `json:"medium,omitempty" maxLength:"2000"`
	UTMCampaign string `json:"campaign,omitempty" maxLength:"2000"`
	UTMTerm     string `json:"term,omitempty" maxLength:"2000"`
	UTMContent  string `json:"content,omitempty" maxLength:"2000"`
	LandingPath string `json:"landingPath,omitempty" maxLength:"2000" doc:"The first page of this site."`
	Referrer    string `json:"referrer,omitempty" maxLength:"2000" doc:"The host that linked to it."`
}

// longestOrigin is how many characters are kept of each.
const longestOrigin = 100

// Printable returns it without what is not printed, shortened.
func (o VisitOrigin) Printable() VisitOrigin {
	for _, value := range []*string{&o.UTMSource, &o.UTMMedium, &o.UTMCampaign, &o.UTMTerm, &o.UTMContent, &o.LandingPath, &o.Referrer} {
		*value = text.Printable(*value, longestOrigin)
	}
	return o
}
