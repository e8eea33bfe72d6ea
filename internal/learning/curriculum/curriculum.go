// Package curriculum keeps what a course consists of: sections and lessons in their order.
//
// Teachers edit a draft; publishing makes it an immutable, numbered version, which learners get. Sections and lessons
// have stable ids that survive every version, so that work done in a lesson is never lost when it moves. A section is a
// week or a plain section; weeks may hold sections. What is in a lesson (its content) is kept apart from the outline and
// never changed in place.
package curriculum

import "lectern/internal/platform/access"

// teachers edit. Which course is theirs to edit is asked of package course.
var teachers = []access.Role{access.Instructor, access.Admin}

const keptEdits = 50 // drafts of a course that an undo can go back to
