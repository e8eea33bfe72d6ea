package classsession

// RoomChanged is published when a batch, or with SessionID one session of it, is in another room or classroom than it was, or in none.
type RoomChanged struct {
	BatchID, SessionID, ActorID string
	Classroom                   bool // another classroom; false: another room
	NoEmails                    bool // who has changed it wants none to be sent
}

// EventName implements events.Event.
func (RoomChanged) EventName() string { return "batch.room_changed" }
