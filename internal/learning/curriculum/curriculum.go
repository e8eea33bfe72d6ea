// Package curriculum manages what a course consists of: sections and lessons in order.
//
// Teachers edit a draft. Publishing turns it into an immutable, numbered version, which learners get. Sections and
// lessons have ids that are stable across versions, so that work done in a lesson is never lost when it moves. A
// section is a week or a plain section; weeks may hold sections. The content of a lesson is stored apart from the
// outline and never changed in place.
package curriculum

import "lectern/internal/platform/access"

// teachers are the roles that may edit. Whether a particular course is theirs to edit is decided by package course.
var teachers = []access.Role{access.Instructor, access.Admin}

const keptEdits = 50 // drafts of a course that can be restored by undo
