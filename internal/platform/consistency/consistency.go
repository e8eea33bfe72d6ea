// Package consistency defines the checks of `lectern doctor`: whether the rows of the database and the objects in storage
// agree. Each feature provides the checks of its own data.
package consistency

import (
	"context"
	"strings"
)

// Finding is the result of one check, in words for operators.
type Finding struct {
	Part string
	OK   bool
	Text string
}

// Check checks one part of an installation, and with repair fixes what it can. Only operators run it.
type Check func(ctx context.Context, repair bool) ([]Finding, error)

// List returns a finding about the things found, named after the sentence. It is OK when nothing was found, or everything
// was repaired.
func List(part string, mended bool, sentence string, found []string) Finding {
	if len(found) == 0 {
		return Finding{Part: part, OK: true}
	}
	return Finding{part, mended, sentence + strings.Join(found, ", ")}
}

// Unknown returns a finding about objects that no row references, which a repair removes.
func Unknown(part string, repaired bool, objects []string) Finding {
	sentence := "Storage holds what no row knows; --repair removes it: "
	if repaired {
		sentence = "Removed what no row knew: "
	}
	return List(part, repaired, sentence, objects)
}
