package main

import (
	"fmt"
	"regexp"
	"strconv"
)

var budgetLine = regexp.MustCompile(`(?m)^\S+\s+(js|css): ([\d.]+) of ([\d.]+) KB`)

// webRow runs the web app's own check of its budgets, which fails when one is exceeded; here its figures count.
func webRow(b *bench) ([]Figure, error) {
	text, _, err := run(b.ctx, "node", b.root+"/web/scripts/budget.mjs")
	found := budgetLine.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		return nil, fmt.Errorf("the budgets cannot be read: %w\n%s", err, text)
	}
	var figures []Figure
	for _, m := range found {
		reached, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			return nil, err
		}
		bound, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return nil, err
		}
		figures = append(figures, absolute(m[1]+" of the catalogue, gzipped", "KB", []float64{reached}).atMost(bound))
	}
	return figures, nil
}
