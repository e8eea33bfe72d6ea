package profile

// ProfileCompleteness is the share of a profile that is filled in, and what is missing.
type ProfileCompleteness struct {
	Percent int64        `json:"percent" minimum:"0" maximum:"100"`
	Missing []ProfileGap `json:"missing" doc:"What adds the most first."`
}

// ProfileGap is a missing part of a profile.
type ProfileGap struct {
	Field string `json:"field"`
	Adds  int64  `json:"adds" doc:"Percent."`
}

// wanted defines completeness: the parts of a profile, their weights, which add up to 100, and when each is present;
// heaviest first.
var wanted = []struct {
	field string
	adds  int64
	there func(ComprehensiveProfile) bool
}{
	{"avatar", 15, func(c ComprehensiveProfile) bool { return c.Avatar != nil }},
	{"bio", 15, func(c ComprehensiveProfile) bool { return c.Bio != "" }},
	{"email", 15, func(c ComprehensiveProfile) bool { return c.EmailVerified }},
	{"headline", 10, func(c ComprehensiveProfile) bool { return c.Headline != "" }},
	{"timeZone", 10, func(c ComprehensiveProfile) bool { return c.TimeZone != "" }},
	{"skills", 10, func(c ComprehensiveProfile) bool { return len(c.Skills) > 0 }},
	{"education", 10, func(c ComprehensiveProfile) bool { return len(c.Education)+len(c.Work) > 0 }},
	{"locale", 5, func(c ComprehensiveProfile) bool { return c.Locale != "" }},
	{"phone", 5, func(c ComprehensiveProfile) bool { return c.Phone != "" }},
	{"links", 5, func(c ComprehensiveProfile) bool { return len(c.Links) > 0 }},
}

func completenessOf(c ComprehensiveProfile) ProfileCompleteness {
	result := ProfileCompleteness{Missing: []ProfileGap{}}
	for _, w := range wanted {
		if w.there(c) {
			result.Percent += w.adds
		} else {
			result.Missing = append(result.Missing, ProfileGap{w.field, w.adds})
		}
	}
	return result
}
