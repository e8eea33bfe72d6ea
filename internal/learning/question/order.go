package question

import "math/rand/v2"

// OptionOrder returns the refs of the options in the order shown to the learner.
func (q NewQuestion) OptionOrder(shuffle bool, rng *rand.Rand) (refs []string) {
	for _, o := range q.Options {
		refs = append(refs, o.Ref)
	}
	if shuffle || q.Kind == Ordering {
		rng.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
	}
	return refs
}
