package sample

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/announcement"
)

// planAnnouncements plans what the administrator announces to everyone and to students, and teachers to their courses. Nobody is notified:
// the inboxes of the demo are about learning.
func (m *schoolMonth) planAnnouncements() {
	at := func(day, hour int) time.Time { return m.start.AddDate(0, 0, day).Add(time.Duration(hour) * time.Hour) }
	asha, course := m.callers["asha"], m.find("Reading a balance sheet")
	m.announce(at(1, 2), asha, announcement.NewAnnouncement{Title: "Welcome to the new term", Type: "general", Priority: "low", TargetAudience: []string{"all"}, Sticky: true,
		Content: "<p>All courses of the term are open. <strong>My learning</strong> shows where you left off, and what is due next.</p>"})
	m.announce(at(20, 3), asha, announcement.NewAnnouncement{Title: "Notes on every lesson", Type: "feature", Priority: "medium", TargetAudience: []string{"students"},
		Content: "<p>You can now write private notes beside each lesson. You find all of them under <em>My notes</em>.</p>"})
	m.announce(at(27, 1), course.teacher, announcement.NewAnnouncement{Title: "Office hours move to Thursday", Type: "schedule_change", Priority: "high",
		TargetAudience: []string{"course:" + course.id}, Content: "<p>From this week on I answer questions on Thursdays from 18:00 to 19:00.</p><ul><li>Bring one report that you have read.</li><li>Send questions before noon.</li></ul>"})
	m.announce(at(29, 2), asha, announcement.NewAnnouncement{Title: "No access on Saturday morning", Type: "system", Priority: "urgent", TargetAudience: []string{"all"}, RequiresAck: true,
		Content: "<p>We move to new servers on Saturday from 6:00 to 9:00. Lessons and videos are not available in these hours; hand in work that is due before.</p>"})
}

// announce plans an announcement, which an interrupted fill does not repeat.
func (m *schoolMonth) announce(at time.Time, who access.Caller, n announcement.NewAnnouncement) {
	n.Format, n.Notify = text.HTMLFormat, "none"
	m.add(at, func(ctx context.Context) error {
		known, _, err := m.in.Announcements.List(ctx, who, announcement.Filter{Search: n.Title, SortBy: "publishDate"}, 1, 0)
		if err == nil && len(known) == 0 {
			_, err = m.in.Announcements.Create(ctx, who, n)
		}
		return err
	})
	for i, p := range learners {
		if reads := (i+len(n.Title))%4 != 0; reads && p.key != "mina" { // hers wait for who tries the demo
			m.add(at.Add(time.Duration(17+i*i*11)*time.Minute), func(ctx context.Context) error { return m.readAnnouncement(ctx, m.callers[p.key], n) })
		}
	}
}

// readAnnouncement has a learner read an announcement, if it is for them, and confirm it where that is asked.
func (m *schoolMonth) readAnnouncement(ctx context.Context, who access.Caller, n announcement.NewAnnouncement) error {
	known, _, err := m.in.Announcements.List(ctx, who, announcement.Filter{Search: n.Title, SortBy: "publishDate"}, 1, 0)
	if err != nil || len(known) == 0 {
		return err
	}
	if n.RequiresAck {
		_, err = m.in.Announcements.Acknowledge(ctx, who, known[0].ID)
	} else {
		_, err = m.in.Announcements.Read(ctx, who, known[0].ID)
	}
	return err
}
