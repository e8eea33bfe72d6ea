package batch

// MemberAdded is published when a user has got a seat in a batch. The actor is who gave it, empty for what follows from an enrollment.
type MemberAdded struct{ BatchID, UserID, ActorID string }

func (MemberAdded) EventName() string { return "batch.member_added" }

// MemberRemoved is published when a user has lost their seat in a batch.
type MemberRemoved struct{ BatchID, UserID, ActorID string }

func (MemberRemoved) EventName() string { return "batch.member_removed" }

// SeatOffered is published when a seat is offered to the first of a waiting list.
type SeatOffered struct{ WaitingID string }

func (SeatOffered) EventName() string { return "batch.seat_offered" }
