package profile

import "lectern/internal/platform/personaldata"

// PersonalData exports and erases what all features hold about a user. It is separate from Service because it is built
// after all features.
type PersonalData struct {
	*Service
	holdings []personaldata.Holding
	erasers  []personaldata.Eraser
}

// NewPersonalData takes what all features hold, those of s included.
func NewPersonalData(s *Service, holdings []personaldata.Holding, erasers []personaldata.Eraser) *PersonalData {
	return &PersonalData{s, holdings, erasers}
}

// exported lists the tables that go into an archive.
func (s *PersonalData) exported() (list []personaldata.Holding) {
	for _, h := range s.holdings {
		if len(h.Export) > 0 {
			list = append(list, h)
		}
	}
	return list
}
