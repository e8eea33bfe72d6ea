package catalogue

import (
	"sync"
)

// memory caches counts until the catalogue changes, on whichever server. The version is read from the database before
// counting, so a cached count is never older than its version.
type memory[T any] struct {
	lock    sync.Mutex
	version int64
	kept    map[Filter]T
}

const mostKept = 2000 // filters

func remember[T any](m *memory[T], version int64, f Filter, count func() (T, error)) (T, error) {
	m.lock.Lock()
	if m.kept == nil || m.version != version || len(m.kept) > mostKept {
		m.version, m.kept = version, map[Filter]T{}
	}
	value, known := m.kept[f]
	m.lock.Unlock()
	if known {
		return value, nil
	}
	value, err := count()
	if err != nil {
		return value, err
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.version == version {
		m.kept[f] = value
	}
	return value, nil
}
