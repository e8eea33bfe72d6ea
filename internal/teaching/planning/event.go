package planning

// BatchCancelled is published when a batch is cancelled by a user.
type BatchCancelled struct{ BatchID, ActorID string }

func (BatchCancelled) EventName() string { return "batch.cancelled" }
