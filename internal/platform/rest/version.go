package rest

import (
	"fmt"
	"strings"
)

// Versioned is data of which two may hold an edited copy. Its ETag tells the version apart from what else is in the answer,
// so that IfMatch compares edits alone.
type Versioned interface{ Version() int64 }

// IfMatch is embedded in the input of what changes Versioned data.
type IfMatch struct {
	ETag string `header:"If-Match" doc:"The ETag of what was edited. Absent: whatever is there is changed."`
}

// Matches says whether a change may be made to data of this version.
func (c IfMatch) Matches(version int64) bool {
	if c.ETag == "" || strings.TrimSpace(c.ETag) == "*" {
		return true
	}
	for tag := range strings.SplitSeq(c.ETag, ",") {
		if strings.HasPrefix(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`+versionTag(version)) {
			return true
		}
	}
	return false
}

func versionTag(version int64) string { return fmt.Sprintf("v%d-", version) }

// version is the beginning of the ETag of an answer with Versioned data.
func (a Answer[T]) version() (tag string, ok bool) {
	v, ok := any(a.Data).(Versioned)
	if !ok {
		return "", false
	}
	return versionTag(v.Version()), true
}
