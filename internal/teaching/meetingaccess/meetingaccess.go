// Package meetingaccess has the rules by which people see and change meetings outside of batches: one for the meeting itself, for what takes place in it and for what was
// recorded of it.
package meetingaccess

import (
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

var (
	ErrNoMeeting  = fault.New(fault.NotFound, "online_meeting_not_found", "This meeting doesn't exist.")
	ErrNotManaged = fault.New(fault.Forbidden, "not_your_meeting", "Only the instructor of this meeting can change it.")
)

// Mine are the arguments of Manages.
func Mine(who access.Caller) []any { return []any{who.HasRole(access.Admin), who.ID, who.ID, who.ID} }

// Theirs are the arguments of Sees.
func Theirs(who access.Caller) []any { return append(Mine(who), who.ID, who.ID) }
