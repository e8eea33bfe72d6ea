package money

import (
	"cmp"
	"math/bits"
	"slices"
)

// Whole is a rate of 100 percent. Rates are in parts per million, because percent cannot hold 9.975 %.
const Whole = 1_000_000

// MulDiv is a·b/c, rounded half up, for a, b ≥ 0 and c > 0. The product may have 128 bits; a quotient beyond 64 panics, which the
// limits of prices and quantities keep away.
func MulDiv(a, b, c int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	quotient, _ := bits.Div64(hi+carry, lo, uint64(c))
	return int64(quotient)
}

// Share divides total among weights, in proportion and without a rest: what rounding down leaves goes to the largest remainders, the
// first of equals first. Without any weight the first takes all.
func Share(total int64, weights []int64) []int64 {
	parts := make([]int64, len(weights))
	var sum int64
	for _, w := range weights {
		sum += w
	}
	if len(parts) == 0 {
		return parts
	}
	if sum == 0 {
		parts[0] = total
		return parts
	}
	order, remainders, left := make([]int, len(parts)), make([]uint64, len(parts)), total
	for i, w := range weights {
		hi, lo := bits.Mul64(uint64(total), uint64(w))
		quotient, remainder := bits.Div64(hi, lo, uint64(sum))
		parts[i], order[i], remainders[i] = int64(quotient), i, remainder
		left -= int64(quotient)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}

// Component is one tax of a class: VAT, or CGST beside SGST.
type Component struct {
	Name string
	Rate int64 // parts per million
}

// Taxed is what one tax class of a document comes to. Gross = Net + the sum of Taxes.
type Taxed struct {
	Net, Gross int64
	Taxes      []int64 // by component
}

// Tax computes the taxes of one tax class in one document from the sum of its lines, each component rounded once: Japan demands one
// rounding for each rate and document, EN 16931 computes tax from the base of the rate. With inclusive the sum contains the taxes; they
// are taken out component by component, so that CGST always equals SGST.
func Tax(sum int64, inclusive bool, components []Component) Taxed {
	whole := int64(Whole)
	if inclusive {
		for _, c := range components {
			whole += c.Rate
		}
	}
	t, all := Taxed{Taxes: make([]int64, len(components))}, int64(0)
	for i, c := range components {
		t.Taxes[i] = MulDiv(sum, c.Rate, whole)
		all += t.Taxes[i]
	}
	if t.Net, t.Gross = sum, sum+all; inclusive {
		t.Net, t.Gross = sum-all, sum
	}
	return t
}
