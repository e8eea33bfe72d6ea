// Package consistency is what `lectern doctor` checks: whether the rows of the database and the objects in storage agree.
// Each feature brings the checks of its own data.
package consistency

import (
	"context"
	"strings"
)

// Finding is the result of checking one part of an installation, in words for operators.
type Finding struct {
	Part string
	OK   bool
	Text string
}

// Check looks at one part, and with repair mends what can be mended. Nothing runs it but an operator.
type Check func(ctx context.Context, repair bool) ([]Finding, error)

// List is a finding about the things found, named after the sentence. It is OK when nothing was found, or when what was found has
// been mended.
func List(part string, mended bool, sentence string, found []string) Finding {
	if len(found) == 0 {
		return Finding{Part: part, OK: true}
	}
	return Finding{part, mended, sentence + strings.Join(found, ", ")}
}

// Unknown is a finding about objects that no row refers to, which a repair removes.
func Unknown(part string, repaired bool, objects []string) Finding {
	sentence := "Storage holds what no row knows; --repair removes it: "
	if repaired {
		sentence = "Removed what no row knew: "
	}
	return List(part, repaired, sentence, objects)
}
