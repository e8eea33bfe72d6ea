package outline

import (
	"cmp"
	"slices"

	"lectern/internal/platform/fault"
)

// completionRules lists the rules available for each type of lesson, the default first. What is read is completed by its learner, who
// marks it: having scrolled to the end of a page, or downloaded a file, says little about it.
var completionRules = map[string][]string{
	"video": {"watched", "view", "manual"}, "text": {"manual", "view"}, "pdf": {"manual", "view"}, "file": {"manual", "view"},
	"embed": {"view", "manual"}, "quiz": {"score", "submission"}, "assignment": {"submission", "score"}, "live_session": {"manual", "view"},
}

const (
	defaultWatchedShare = 90 // percent of a video
	defaultMinimumScore = 50 // percent
)

// KnownType reports whether lessons of this type exist.
func KnownType(lessonType string) bool {
	_, known := completionRules[lessonType]
	return known
}

// CompletionFor returns the requested rule, or the type's default for nil, with its percentage filled in.
func CompletionFor(lessonType string, requested *CompletionRule) CompletionRule {
	if requested == nil {
		requested = &CompletionRule{Rule: completionRules[lessonType][0]}
	}
	c := CompletionRule{Rule: requested.Rule}
	switch c.Rule {
	case "watched":
		c.WatchedShare = cmp.Or(requested.WatchedShare, defaultWatchedShare)
	case "score":
		c.MinimumScore = cmp.Or(requested.MinimumScore, defaultMinimumScore)
	}
	return c
}

// Validate checks the fields of a lesson against each other; o is the outline that holds it.
func (l Lesson) Validate(o *Outline) error {
	var broken fault.Fields
	broken.Require(slices.Contains(completionRules[l.Type], l.Completion.Rule), "completion.rule", "unknown_value", "A lesson of this type can't be completed by this rule")
	if l.Release.AfterLesson != "" {
		_, _, err := o.FindLesson(l.Release.AfterLesson)
		broken.Require(err == nil, "release.after_lesson", "unknown_value", "The lesson to complete first is not in this course")
		broken.Require(err != nil || !o.waitsFor(l.Release.AfterLesson, l.ID), "release.after_lesson", "circular", "These lessons would wait for each other")
	}
	return broken.Err()
}

// waitsFor reports whether a lesson opens only after the other, directly or through further lessons.
func (o *Outline) waitsFor(id, other string) bool {
	for range MaxLessons { // bounded: the stored outline may hold a cycle already
		if id == other {
			return true
		}
		_, l, err := o.FindLesson(id)
		if err != nil || l.Release.AfterLesson == "" {
			return false
		}
		id = l.Release.AfterLesson
	}
	return true
}
