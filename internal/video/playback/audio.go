package playback

import (
	"fmt"

	"golang.org/x/text/language"
)

// audioLabel is what a player's menu calls an audio track: its title in the file, else its language, else its place.
func (m *manifest) audioLabel(i int) string {
	track, label := m.audio[i].track, ""
	switch tag, err := language.Parse(track.Language); {
	case track.Title != "":
		label = track.Title
	case track.Language != "" && err == nil:
		label = languageName(tag)
	case i == 0:
		label = "Sound"
	default:
		label = fmt.Sprintf("Sound %d", i+1)
	}
	for before := range i { // players tell the tracks of a group by their names (RFC 8216, 4.3.4.1)
		if m.audioLabel(before) == label {
			return fmt.Sprintf("%s (%d)", label, i+1)
		}
	}
	return label
}
