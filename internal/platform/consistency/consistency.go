// Package consistency defines the checks of `lectern doctor`: whether the rows of the database and the objects in storage
// agree. Each feature provides the checks of its own data.
package consistency

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
)

// Finding is the result of one check, in words for operators.
type Finding struct {
	Part string `json:"part"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
}

// Options say how thorough a check is.
type Options struct {
	Repair   bool                             // fix what can be fixed
	Full     bool                             // read every object, not a sample
	Progress func(part string, done, all int) // nil for none
}

// Report reports how much of a part has been read.
func (o Options) Report(part string, done, all int) {
	if o.Progress != nil {
		o.Progress(part, done, all)
	}
}

const sampleSize = 200 // objects of a part

// Sample chooses the objects to read at random, other ones each time, in their order; with Full it is all of them.
func Sample[T any](o Options, all []T) []T {
	if o.Full || len(all) <= sampleSize {
		return all
	}
	chosen := rand.Perm(len(all))[:sampleSize]
	slices.Sort(chosen)
	sample := make([]T, len(chosen))
	for i, at := range chosen {
		sample[i] = all[at]
	}
	return sample
}

// Check checks one part of an installation. Only operators run it.
type Check func(ctx context.Context, o Options) ([]Finding, error)

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
