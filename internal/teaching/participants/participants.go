// Package participants has the lists of participants that meeting providers have of a session of a batch, or of a meeting outside of batches: reading one, finding
// learners in it, and assigning by hand who isn't found.
package participants

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sheet"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/classsession"
)

// AttendanceImport is what became of a list of participants.
type AttendanceImport struct {
	sheet.Report
	Matched     int64             `json:"matched" doc:"Rows of learners, found by their email address."`
	Instructors int64             `json:"instructors" doc:"Rows of those who hold it, which are left out."`
	Unmatched   []UnmatchedPerson `json:"unmatched" doc:"People of this list who have to be assigned by hand."`
}

// UnmatchedPerson is someone in an imported list of whom it is not known who they are: names alone say nothing.
type UnmatchedPerson struct {
	ExternalKey string    `json:"external_key" doc:"By which the person is assigned to a learner."`
	Name        string    `json:"name" doc:"As the list has it."`
	JoinedAt    time.Time `json:"joined_at" doc:"First."`
	LeftAt      time.Time `json:"left_at" doc:"Last."`
}

// NewAssignment says who a person in an imported list is.
type NewAssignment struct {
	ExternalKey string `json:"external_key" pattern:"\\S" maxLength:"254" msg:"Say which person of the list you mean;maxLength=This person isn't in the list"`
	UserID      string `json:"user_id" pattern:"\\S" maxLength:"36" msg:"Choose a learner;maxLength=This learner isn't expected there"`
}

// Of is what a list is of.
type Of struct {
	Kind    attendance.Kind
	OwnerID string // of the session or the meeting
}

// Expected is a learner who can be in a list, or who holds the session or the meeting: providers list them, too, but they have no attendance.
type Expected struct {
	UserID       string
	EmailKey     string // that all spellings of their email address share
	HasConfirmed bool   // the email address
	Holds        bool
}

// keptUnknown is how long people in lists are kept of whom nobody has said who they are.
const keptUnknown = 60 * 24 * time.Hour

// Import stores a list, and returns what became of it. Learners are found by their confirmed email address, never by their name. A list that was taken before changes nothing, and who was
// assigned by hand stays so. The caller has checked that the importer may correct the attendance.
func (l List) Import(ctx context.Context, tx bun.IDB, of Of, expected []Expected, importer string, now time.Time) (AttendanceImport, error) {
	done := AttendanceImport{Report: l.Report}
	by := map[string]Expected{}
	for _, e := range expected {
		if e.HasConfirmed {
			by[e.EmailKey] = e
		}
	}
	rows := make([]row, 0, len(l.people))
	for _, p := range l.people {
		r := row{id: db.NewID(), key: cmp.Or(p.email, p.name), name: p.name, from: p.from, to: p.to}
		if e, known := by[p.emailKey]; known && p.email != "" {
			if e.Holds {
				done.Instructors++
				continue
			}
			r.user = &e.UserID
			done.Matched++
		}
		rows = append(rows, r)
	}
	err := insert(ctx, tx, of, rows, importer, now)
	if err != nil {
		return done, err
	}
	done.Unmatched, err = Unmatched(ctx, tx, of)
	return done, err
}

// imported is what the audit log keeps of an import: nobody's name, which goes with their account.
type imported struct {
	Title       string `json:"title,omitempty"`
	Date        string `json:"date"`
	Provider    string `json:"provider,omitempty"`
	Rows        int64  `json:"rows"`
	Matched     int64  `json:"matched"`
	Instructors int64  `json:"instructors"`
	BadRows     int64  `json:"bad_rows"`
}

// Entry is an import in the audit log: one for the list, not one for each person. held is the session or the meeting, provider where it took place, "" where that is not known.
func (i AttendanceImport) Entry(of Of, held classsession.Session, provider string) audit.Entry {
	return audit.Entry{Action: "attendance.imported", TargetKind: string(of.Kind), TargetID: of.OwnerID,
		After: imported{held.Title, held.Date, provider, i.Rows, i.Matched, i.Instructors, i.BadRows}}
}

// Assign says who a person in imported lists is, and returns who is still to be assigned. The caller has checked that the user may correct the attendance. fault.Invalid for a person who is in
// no list, and for a learner who isn't expected.
func Assign(ctx context.Context, tx bun.IDB, of Of, expected []Expected, n NewAssignment) ([]UnmatchedPerson, error) {
	if !slices.ContainsFunc(expected, func(e Expected) bool { return e.UserID == n.UserID && !e.Holds }) {
		return nil, fault.InvalidField("user_id", "unknown_value", "This learner isn't expected there")
	}
	found, err := assign(ctx, tx, of, n)
	if err == nil && !found {
		err = fault.InvalidField("external_key", "unknown_value", "This person isn't in the list")
	}
	if err != nil {
		return nil, err
	}
	return Unmatched(ctx, tx, of)
}

// Sweep deletes the people in lists of a kind of whom nobody has said for 60 days who they are.
func Sweep(ctx context.Context, tx bun.IDB, kind attendance.Kind, now time.Time) error {
	return deleteUnmatched(ctx, tx, kind, now.Add(-keptUnknown))
}
