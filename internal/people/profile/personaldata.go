package profile

import "lectern/internal/platform/personaldata"

// PersonalData exports and erases what all features hold about a user. It is a service of its own because it is built when all
// features are.
type PersonalData struct {
	*Service
	holdings []personaldata.Holding
	erasers  []personaldata.Eraser
}

// NewPersonalData gets what all features hold, those of s among them.
func NewPersonalData(s *Service, holdings []personaldata.Holding, erasers []personaldata.Eraser) *PersonalData {
	return &PersonalData{s, holdings, erasers}
}

// exported are the tables of the archive.
func (s *PersonalData) exported() (list []personaldata.Holding) {
	for _, h := range s.holdings {
		if len(h.Export) > 0 {
			list = append(list, h)
		}
	}
	return list
}
