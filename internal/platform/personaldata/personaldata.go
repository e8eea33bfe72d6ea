// Package personaldata lets features declare what they hold about users: what is exported on request, and what is erased
// with the account.
package personaldata

import (
	"context"

	"github.com/uptrace/bun"
)

// Holding is a table with rows about users, and which of its columns are exported. A test compares all holdings with the
// tables of the database.
type Holding struct {
	Table  string
	Column string   // by which a row belongs to a user
	Export []string // columns; none when Excuse says why not
	Excuse string
}

// Reasons why a table is not exported.
const (
	Secret   = "holds nothing but what proves who a user is: it would be of use to a thief alone"
	Passing  = "is gone within minutes"
	Others   = "tells of a decision about another user"
	Derived  = "follows from other tables that are exported"
	Work     = "is part of a course that they worked on, which stays"
	Record   = "is the operator's record of what administrators did, which they must keep"
	Answered = "is what their own requests were answered with, and is gone after a day"
)

// Eraser is a feature that holds personal data.
type Eraser interface {
	// Erase deletes a user's data, or whatever in it identifies the user, with the transaction tx.
	Erase(ctx context.Context, tx bun.IDB, user string) error
}
