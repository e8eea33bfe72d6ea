package money_test

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/money"
)

var update = flag.Bool("update", false, "write web/src/shared/minor-digits.ts")

func TestDigitsAreThoseOfISO4217(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{"EUR": 2, "JPY": 0, "KWD": 3, "CLF": 4, "HUF": 2, "AMD": 2, "IQD": 3, "MRU": 2, "ZWG": 2, "VES": 2, "UGX": 0} {
		if got := money.MinorDigits(code); got != want || !money.Known(code) {
			t.Errorf("%s has %d digits, known %v", code, got, money.Known(code))
		}
	}
	for _, code := range []string{"", "eur", "DEM", "QQQ", "EUR ", "# T", "\nEU", "R 2"} {
		if money.Known(code) || money.MinorDigits(code) != 2 {
			t.Errorf("%q is known", code)
		}
	}
}

func TestDecimals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount int64
		code   string
		want   string
	}{{12050, "EUR", "120.50"}, {5, "EUR", "0.05"}, {0, "EUR", "0.00"}, {-5, "EUR", "-0.05"}, {500, "JPY", "500"}, {-500, "JPY", "-500"}, {12345, "KWD", "12.345"}, {-12, "KWD", "-0.012"}} {
		if got := money.Decimal(c.amount, c.code); got != c.want {
			t.Errorf("%d %s is written %s, not %s", c.amount, c.code, got, c.want)
		}
	}
}

// The web app has the same table, as the digits that are not 2.
func TestBrowserHasTheSameDigits(t *testing.T) {
	t.Parallel()
	codes := map[int][]string{}
	for a := range 26 * 26 * 26 {
		code := string([]byte{'A' + byte(a/676), 'A' + byte(a/26%26), 'A' + byte(a%26)})
		if digits := money.MinorDigits(code); digits != 2 {
			codes[digits] = append(codes[digits], code)
		}
	}
	var b strings.Builder
	b.WriteString("// Written by `go test ./internal/platform/money -update` from the table of ISO 4217. All other currencies have 2 digits.\nexport const unusualDigits = {\n")
	for _, digits := range []int{0, 3, 4} {
		fmt.Fprintf(&b, "  %d: '%s',\n", digits, strings.Join(codes[digits], " "))
		delete(codes, digits)
	}
	b.WriteString("}\n")
	if len(codes) > 0 {
		t.Fatalf("nothing writes %v", codes)
	}
	const file = "../../../web/src/shared/minor-digits.ts"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(file); err != nil || string(have) != b.String() {
		t.Errorf("%s is out of date: go test ./internal/platform/money -update (%v)", file, err)
	}
}

func TestTaxIsRoundedOnceForEachRate(t *testing.T) {
	t.Parallel()
	vat := func(rate int64) []money.Component { return []money.Component{{Name: "VAT", Rate: rate}} }
	halves := []money.Component{{Name: "CGST", Rate: 90_000}, {Name: "SGST", Rate: 90_000}}
	for name, c := range map[string]struct {
		sum        int64
		inclusive  bool
		components []money.Component
		net, gross int64
		taxes      []int64
	}{
		"EUR 3 × 33.34, 19 %, not 18.99":          {10002, false, vat(190_000), 10002, 11902, []int64{1900}},
		"EUR 99.99 with 19 %":                     {9999, true, vat(190_000), 8403, 9999, []int64{1596}},
		"JPY 3 × 105, 10 %, not 33":               {315, false, vat(100_000), 315, 347, []int64{32}},
		"CHF 49.90 with 8.1 %":                    {4990, true, vat(81_000), 4616, 4990, []int64{374}},
		"CAD 100.10, GST and QST":                 {10010, false, []money.Component{{Name: "GST", Rate: 50_000}, {Name: "QST", Rate: 99_750}}, 10010, 11509, []int64{501, 998}},
		"INR 999.00 within a state":               {99900, true, halves, 84662, 99900, []int64{7619, 7619}},
		"INR 999.00 to another state":             {99900, true, vat(180_000), 84661, 99900, []int64{15239}},
		"INR 100.05 within a state":               {10005, false, halves, 10005, 11805, []int64{900, 900}},
		"INR 100.05 to another state":             {10005, false, vat(180_000), 10005, 11806, []int64{1801}},
		"KWD 12.345, 5 %":                         {12345, false, vat(50_000), 12345, 12962, []int64{617}},
		"no tax":                                  {100, true, nil, 100, 100, []int64{}},
		"reverse charge":                          {100, false, vat(0), 100, 100, []int64{0}},
		"the largest cart: 10,000 × 10^12, 100 %": {10_000_000_000_000_000, false, vat(money.Whole), 10_000_000_000_000_000, 20_000_000_000_000_000, []int64{10_000_000_000_000_000}},
	} {
		got := money.Tax(c.sum, c.inclusive, c.components)
		if got.Net != c.net || got.Gross != c.gross || !slices.Equal(got.Taxes, c.taxes) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSharesHaveNoRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total         int64
		weights, want []int64
	}{
		{1000, []int64{3333, 3333, 3333}, []int64{334, 333, 333}},
		{1000, []int64{49900, 9900, 1}, []int64{834, 166, 0}},
		{100000, []int64{1, 1, 1}, []int64{33334, 33333, 33333}},
		{10000, []int64{1, 1, 1}, []int64{3334, 3333, 3333}},
		{5000, []int64{5900, 1180}, []int64{4167, 833}},
		{7, []int64{0, 0}, []int64{7, 0}},
		{0, nil, []int64{}},
	} {
		if got := money.Share(c.total, c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%d by %v is shared %v, not %v", c.total, c.weights, got, c.want)
		}
	}
}

// 20,000 carts, taxed and shared by exact fractions instead.
func TestArithmeticAgreesWithFractions(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(4217, 1))
	for range 20_000 {
		sum, inclusive := draw.Int64N([]int64{100, 100_000, 10_000_000_000_000_000}[draw.IntN(3)]), draw.IntN(2) == 0
		components := make([]money.Component, draw.IntN(4))
		whole := int64(money.Whole)
		for i := range components {
			components[i].Rate = draw.Int64N(money.Whole + 1)
			if inclusive {
				whole += components[i].Rate
			}
		}
		got, all := money.Tax(sum, inclusive, components), int64(0)
		for i, c := range components {
			if want := nearest(sum, c.Rate, whole); got.Taxes[i] != want {
				t.Fatalf("%d of %d at %d: %d, not %d", i, sum, c.Rate, got.Taxes[i], want)
			}
			all += got.Taxes[i]
		}
		if got.Net+all != got.Gross || inclusive && got.Gross != sum || !inclusive && got.Net != sum {
			t.Fatalf("%d does not add up: %+v", sum, got)
		}
	}
}

// nearest is a·b/c by exact fractions, half up.
func nearest(a, b, c int64) int64 {
	exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(a), big.NewInt(b)), big.NewInt(c))
	exact.Add(exact, big.NewRat(1, 2))
	return new(big.Int).Div(exact.Num(), exact.Denom()).Int64()
}

// A part differs from its exact share by less than one, and none is negative: refunds share what is left this way until nothing is.
func TestSharesAreFair(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		weights := rapid.SliceOfN(rapid.Int64Range(0, 1_000_000_000_000), 1, 8).Draw(r, "weights")
		total := rapid.Int64Range(0, 1_000_000_000_000).Draw(r, "total")
		parts, sum, of := money.Share(total, weights), int64(0), int64(0)
		for i := range parts {
			sum, of = sum+parts[i], of+weights[i]
		}
		if sum != total {
			r.Fatalf("%d is shared %v", total, parts)
		}
		for i := range parts {
			if of == 0 {
				break
			}
			exact := new(big.Rat).SetFrac(new(big.Int).Mul(big.NewInt(total), big.NewInt(weights[i])), big.NewInt(of))
			off := exact.Sub(exact, new(big.Rat).SetInt64(parts[i]))
			if parts[i] < 0 || off.Abs(off).Cmp(big.NewRat(1, 1)) >= 0 {
				r.Fatalf("%d of %v got %d", i, weights, parts[i])
			}
		}
	})
}
