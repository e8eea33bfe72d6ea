package writing

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// blocksOf splits HTML into its blocks.
func blocksOf(markup string) (blocks []string) {
	nodes, err := html.ParseFragment(strings.NewReader(markup), body)
	if err != nil { // only a reader fails
		return nil
	}
	for _, n := range nodes {
		var one bytes.Buffer
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" || html.Render(&one, n) != nil {
			continue
		}
		blocks = append(blocks, one.String())
	}
	return blocks
}

// withoutSpaces are blocks as they are compared: white space at their ends and between words does not matter.
func withoutSpaces(blocks []string) []string {
	bare := make([]string, len(blocks))
	for i, b := range blocks {
		bare[i] = strings.ReplaceAll(strings.Join(strings.Fields(b), " "), " </", "</")
	}
	return bare
}

const mostCompared = 500 // blocks of a text

// partsOf compares two texts block by block, by their longest common subsequence. Of longer texts than 500 blocks all is one part.
func partsOf(before, after string) []TextPart {
	a, b := blocksOf(before), blocksOf(after)
	if len(a) > mostCompared || len(b) > mostCompared {
		return []TextPart{{Before: before, After: after, IsChanged: before != after}}
	}
	x, y := withoutSpaces(a), withoutSpaces(b)
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	parts, i, j := []TextPart{}, 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && x[i] == y[j] {
			parts = append(parts, TextPart{Block: int64(i), Before: a[i], After: a[i]})
			i, j = i+1, j+1
			continue
		}
		p, n, m := TextPart{Block: int64(i), IsChanged: true}, i, j
		for (n < len(a) || m < len(b)) && !(n < len(a) && m < len(b) && x[n] == y[m]) {
			if n < len(a) && (m == len(b) || common[n+1][m] >= common[n][m+1]) {
				n++
			} else {
				m++
			}
		}
		parts = append(parts, paired(p, a[i:n], b[j:m])...)
		i, j = n, m
	}
	return parts
}

// paired makes a part for each changed block, where as many blocks stand in place of as many.
func paired(p TextPart, before, after []string) (parts []TextPart) {
	if len(before) != len(after) {
		p.Before, p.After = strings.Join(before, ""), strings.Join(after, "")
		return []TextPart{p}
	}
	for i := range before {
		parts = append(parts, TextPart{Block: p.Block + int64(i), Before: before[i], After: after[i], IsChanged: true})
	}
	return parts
}
