package app

import (
	"slices"

	"lectern/internal/platform/events"
)

// listeners are who is told of which events: how features react to each other without knowing each other.
func (a *App) listeners() []events.Listener {
	return slices.Concat(
		a.counters(),
		a.courseListeners(),
	)
}
