package coupon

import (
	"slices"
	"testing"
	"time"
)

// A coupon takes a percentage of all together, rounded once, or an amount, and shares it over the lines without a rest.
func TestSharesOfACoupon(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		coupon Coupon
		lines  []int64
		want   []int64
	}{
		{"12.5 % of 749.99", Coupon{Kind: percent, RatePPM: 125_000}, []int64{74_999}, []int64{9_375}},
		{"10.00 over three equal lines", Coupon{Kind: fixed, Amount: 1_000}, []int64{3_333, 3_333, 3_333}, []int64{334, 333, 333}},
		{"10.00 over unequal lines", Coupon{Kind: fixed, Amount: 1_000}, []int64{49_900, 9_900, 1}, []int64{834, 166, 0}},
		{"never more than the lines cost", Coupon{Kind: fixed, Amount: 100_000}, []int64{3_000, 2_000}, []int64{3_000, 2_000}},
		{"100 %", Coupon{Kind: percent, RatePPM: 1_000_000}, []int64{3_333, 1}, []int64{3_333, 1}},
		{"yen", Coupon{Kind: percent, RatePPM: 333_333}, []int64{105, 105, 105}, []int64{35, 35, 35}},
		{"one course of two", Coupon{Kind: percent, RatePPM: 500_000, CourseIDs: []string{"1"}}, []int64{1_000, 1_000}, []int64{0, 500}},
	} {
		lines := make([]Line, len(c.lines))
		for i, left := range c.lines {
			lines[i] = Line{CourseID: string(rune('0' + i)), Left: left}
		}
		if got := c.coupon.shares(c.coupon.weights(lines)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v instead of %v", c.name, got, c.want)
		}
	}
}

func TestWhyACouponIsNotTaken(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	valid := Coupon{Active: true, Kind: percent, RatePPM: 100_000}
	with := func(change func(*Coupon)) Coupon {
		c := valid
		change(&c)
		return c
	}
	for want, c := range map[string]Coupon{
		"":            valid,
		Expired:       with(func(c *Coupon) { c.EndsAt = &now }),
		NotYet:        with(func(c *Coupon) { c.StartsAt = new(now.Add(1)) }),
		UsedUp:        with(func(c *Coupon) { c.Most, c.Taken = new(int64(3)), 3 }),
		UsedByYou:     with(func(c *Coupon) { c.MostEach = new(int64(2)) }),
		OtherCurrency: with(func(c *Coupon) { c.Currency = "INR" }),
		NotForThis:    with(func(c *Coupon) { c.CourseIDs = []string{"other"} }),
		BelowMinimum:  with(func(c *Coupon) { c.Currency, c.MinTotal = "EUR", 1_001 }),
	} {
		if got := c.whyNot(now, "EUR", c.weights([]Line{{CourseID: "c", Left: 1_000}}), 2); got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
	for left, want := range map[int64]string{100: "", 99: UsedUp} { // 10 % of 1,000 are to be taken off
		c := with(func(c *Coupon) { c.Currency, c.Budget, c.Spent = "EUR", new(5_000+left), 5_000 })
		if got := c.whyNot(now, "EUR", []int64{1_000}, 0); got != want {
			t.Errorf("%q with %d left of the budget", got, left)
		}
	}
	if c := with(func(c *Coupon) { c.Active = false }); c.whyNot(now, "EUR", []int64{1}, 0) != Expired {
		t.Error("a deactivated coupon is taken")
	}
	early := []Line{{CourseID: "c", Left: 900, EarlyBird: true}}
	if valid.whyNot(now, "EUR", valid.weights(early), 0) != NotForThis || with(func(c *Coupon) { c.WithEarlyBird = true }).weights(early)[0] != 900 {
		t.Error("early-bird discounts are added to the wrong coupons")
	}
}

func TestCodesAreCompared(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"HERBST 25", "herbst25", " Hërbst\t25 "} {
		if keyOf(code) != "herbst25" {
			t.Errorf("%q is %q", code, keyOf(code))
		}
	}
}
