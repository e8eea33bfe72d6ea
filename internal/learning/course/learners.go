package course

// fewestShown is the number of learners from which their number is public: of few, everybody could tell who they are.
const fewestShown = 10

// MostShownLearners is where counting of learners for everybody stops.
const MostShownLearners = 10_000

// ShownLearners returns a number of learners as everybody may read it: rounded down to two digits, at most MostShownLearners; 0 for
// fewer than 10.
func ShownLearners(n int64) int64 {
	if n < fewestShown {
		return 0
	}
	n = min(n, MostShownLearners)
	unit := int64(fewestShown)
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}
