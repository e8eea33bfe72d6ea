// Package builtinroom has what the built-in room of a session and that of a meeting have in common: a page of Lectern that shows who is in.
package builtinroom

import "time"

// Provider is its name among those of rooms.
const Provider = "built_in"

// Silence is how long someone who does not answer is still in. Browsers answer every 30 seconds, in the background each minute.
const Silence = 90 * time.Second

// Person is someone in the room.
type Person struct {
	UserID   string    `json:"user_id"`
	FullName string    `json:"full_name"`
	Teaches  bool      `json:"teaches"`
	Since    time.Time `json:"since"`
}

// Presence is who is in the room.
type Presence struct {
	People []Person  `json:"people" doc:"Instructors first, then by name."`
	EndsAt time.Time `json:"ends_at"`
	Now    time.Time `json:"now" doc:"By the clock of the server."`
}
