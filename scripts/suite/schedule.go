package main

import (
	"context"
	"slices"
)

// schedule runs the sections, jobs at a time, starting with the longest that is ready. It ends early with ctx, when nothing
// runs any more. The results are in the order of the sections.
func schedule(ctx context.Context, chosen []section, jobs int, run func(context.Context, section) result) []result {
	waiting := slices.Clone(chosen)
	slices.SortStableFunc(waiting, func(a, b section) int { return b.seconds - a.seconds })
	order := names(chosen)
	unfinished := slices.Clone(order)
	ready := func(s section) bool { return !slices.Contains(unfinished, s.after) }

	ended := make(chan result)
	var results []result
	for running := 0; running > 0 || len(waiting) > 0 && ctx.Err() == nil; {
		for running < jobs && ctx.Err() == nil {
			next := slices.IndexFunc(waiting, ready)
			if next < 0 {
				break
			}
			s := waiting[next]
			waiting = slices.Delete(waiting, next, next+1)
			running++
			go func() { ended <- run(ctx, s) }()
		}
		r := <-ended
		running--
		unfinished = slices.DeleteFunc(unfinished, func(name string) bool { return name == r.name })
		results = append(results, r)
	}
	slices.SortFunc(results, func(a, b result) int { return slices.Index(order, a.name) - slices.Index(order, b.name) })
	return results
}
