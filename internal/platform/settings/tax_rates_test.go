package settings

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// Of rates with any days, those are charged whose days include that of the school, and two of one tax are refused exactly if both are charged on one day: as counting all days says.
func TestTaxRatesByDay(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	first := time.Date(2026, 12, 28, 0, 0, 0, 0, time.UTC)
	day := func(n int) string { return first.AddDate(0, 0, n).Format(time.DateOnly) }
	for range 20_000 {
		rates, charged := make([]TaxRate, 1+r.IntN(4)), map[string][]int{} // by tax and day: which
		for i := range rates {
			from, to := r.IntN(9)-1, r.IntN(9)-1 // -1: without an end
			if from >= 0 && to >= 0 && to < from {
				from, to = to, from
			}
			rates[i] = TaxRate{Country: "DE", Region: []string{"", "BY"}[r.IntN(2)], Name: "VAT", RatePPM: int64(i)}
			if from >= 0 {
				rates[i].ValidFrom = day(from)
			}
			if to >= 0 {
				rates[i].ValidTo = day(to)
			}
			for n := range 10 {
				if n >= from && (to < 0 || n <= to) {
					key := rates[i].Region + day(n)
					charged[key] = append(charged[key], i)
				}
			}
		}
		sales := SalesSettings{Country: "DE", Registered: true, TaxRates: rates}
		twice := false
		for _, which := range charged {
			twice = twice || len(which) > 1
		}
		if refused := strings.Contains(fmt.Sprint(sales.Violations()), "overlap"); refused != twice {
			t.Fatalf("%+v: refused: %v, but two on one day: %v", rates, refused, twice)
		}
		all := Settings{School: SchoolSettings{TimeZone: "Asia/Kolkata"}, Sales: sales}
		n := r.IntN(10)
		now := first.AddDate(0, 0, n).Add(-5*time.Hour - 30*time.Minute + time.Duration(r.Int64N(int64(24*time.Hour)))) // some moment of that day in India
		at, err := all.SalesAt(now)
		if err != nil {
			t.Fatal(err)
		}
		for i, rate := range rates {
			want := slices.Contains(charged[rate.Region+day(n)], i)
			if slices.Contains(at.TaxRates, rate) != want {
				t.Fatalf("%+v on %s: charged: %v, want %v", rate, now, !want, want)
			}
		}
	}
}
