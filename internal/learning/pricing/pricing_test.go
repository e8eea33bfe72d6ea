package pricing_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/price"
	"lectern/internal/learning/pricing"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type quote = rest.Answer[price.PriceQuote]

func TestQuoteAppliesBothDiscounts(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	until := testapp.Start.Add(24 * time.Hour).Format(time.RFC3339)
	c := teacher.PublishCourse(`,"prices":[{"currency":"JPY","individual":9001,"batch":335,"min_batch_size":3,"max_batch_size":5,
		"early_bird_discount":10,"early_bird_until":"` + until + `","group_discount":20},{"currency":"EUR","individual":1,"batch":0}]`)
	ask := func(body string) price.PriceQuote {
		t.Helper()
		return testapp.Read[quote](t, app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", body, 200)).Data
	}
	if q := ask(`{}`); q.Currency != "JPY" || q.MinorDigits != 0 || q.Subtotal != 335 || q.EarlyBirdDiscount != 34 || q.GroupDiscount != 0 || q.Total != 301 {
		t.Errorf("one place, early: half a yen is rounded up: %+v", q)
	}
	if q := ask(`{"places":3}`); q.Subtotal != 1005 || q.EarlyBirdDiscount != 101 || q.GroupDiscount != 201 || q.Total != 703 {
		t.Errorf("three places, early: %+v", q)
	}
	if q := ask(`{"plan":"individual","places":3}`); q.UnitPrice != 9001 || q.GroupPercent != 0 || q.Total != 27003-2700 {
		t.Errorf("an individual place has no group discount: %+v", q)
	}
	app.Clock.Advance(24 * time.Hour)
	if q := ask(`{"places":5}`); q.EarlyBirdPercent != 0 || q.Total != 1675-335 {
		t.Errorf("the early-bird discount ends: %+v", q)
	}
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"places":6}`, 400)
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"places":0}`, 400)
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"currency":"USD"}`, 409)
	if q := testapp.Read[quote](t, app.Nobody().Do("POST", "/courses/"+teacher.PublishCourse("").ID+"/price-quote", `{}`, 200)).Data; q.Total != 0 {
		t.Errorf("a free course costs %d", q.Total)
	}
}

// The worked figures of the design: by an hourly rate each session is rounded, by the course's price the first has what is left; the early-bird discount comes last.
func TestQuoteOfSessions(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, student := app.User(access.Instructor), app.User(access.Student)
	until := testapp.Start.Add(24 * time.Hour).Format(time.RFC3339)
	c := teacher.PublishCourse(`,"prices":[{"currency":"INR","individual":100000,"batch":0,"early_bird_discount":10,"early_bird_until":"` + until + `"}]`)
	free := teacher.PublishCourse("").ID
	const path = "/batches/individual/calculate-pricing"
	ask := func(course, more string, status int) string {
		t.Helper()
		return student.Do("POST", path, `{"course_id":"`+course+`","session_duration_minutes":45,"total_sessions":8`+more+`}`, status)
	}
	for _, want := range []struct {
		course, more, currency       string
		rate, each, first, sum, cost int64
		hours                        float64
	}{
		{free, `,"custom_hourly_rate":150000,"currency":"INR"`, "INR", 150000, 112500, 112500, 900000, 900000, 6},
		{c.ID, `,"custom_hourly_rate":999,"session_duration_minutes":50,"total_sessions":3,"instructor_id":"` + teacher.ID + `"`, "INR", 999, 833, 833, 2499, 2249, 2.5},
		{c.ID, ``, "INR", 0, 12500, 12500, 100000, 90000, 6},
		{c.ID, `,"total_sessions":3`, "INR", 0, 33333, 33334, 100000, 90000, 2.25},
		{c.ID, `,"custom_hourly_rate":0`, "INR", 0, 0, 0, 0, 0, 6},
		{c.ID, `,"custom_hourly_rate":1000,"currency":"JPY"`, "JPY", 1000, 750, 750, 6000, 6000, 6},
	} {
		q := testapp.Read[rest.Answer[price.SessionsQuote]](t, ask(want.course, want.more, 200)).Data
		if q.Currency != want.currency || q.HourlyRate != want.rate || q.PricePerSession != want.each || q.FirstSession != want.first || q.Subtotal != want.sum || q.TotalPrice != want.cost || q.TotalHours != want.hours {
			t.Errorf("%s: %+v", want.more, q)
		}
	}
	app.Clock.Advance(24 * time.Hour)
	if q := testapp.Read[rest.Answer[price.SessionsQuote]](t, ask(c.ID, ``, 200)).Data; q.TotalPrice != 100000 || q.EarlyBirdDiscount != 0 {
		t.Errorf("the early-bird discount has ended: %+v", q)
	}
	for _, refused := range []struct{ course, more, why string }{
		{free, ``, "no_price"}, {c.ID, `,"currency":"EUR"`, "no_price"}, {free, `,"custom_hourly_rate":1`, "currency"}, {c.ID, `,"session_duration_minutes":29`, "between 30 and 480"},
		{c.ID, `,"total_sessions":501`, "from 1 to 500"}, {c.ID, `,"custom_hourly_rate":-1`, "smallest unit"}, {c.ID, `,"instructor_id":"` + student.ID + `"`, "teach the course"},
		{teacher.PublishCourse(`,"prices":[{"currency":"INR","individual":0,"batch":500}]`).ID, ``, "not_offered"},
	} {
		if answer := ask(refused.course, refused.more, 400); !strings.Contains(answer, refused.why) {
			t.Error(refused.more, answer)
		}
	}
	ask("none", ``, 404)
	app.Nobody().Do("POST", path, `{}`, 401)
}

// A plan at 0 beside one that costs something is not offered: it is neither free nor what a list shows.
func TestPlanAtZeroIsNotOffered(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	for _, c := range []struct {
		prices, offered, other string
		fee                    int64
	}{
		{`"individual":900,"batch":0`, "individual", "batch", 900},
		{`"individual":0,"batch":500`, "batch", "individual", 500},
	} {
		made := teacher.PublishCourse(`,"prices":[{"currency":"EUR",` + c.prices + `}]`)
		if made.IsFree || made.CourseFee != c.fee {
			t.Errorf("%s: %+v", c.prices, made.Course)
		}
		path := "/courses/" + made.ID + "/price-quote"
		if q := testapp.Read[quote](t, app.Nobody().Do("POST", path, `{"plan":"`+c.offered+`"}`, 200)).Data; q.Total != c.fee {
			t.Errorf("%+v", q)
		}
		app.Nobody().Do("POST", path, `{"plan":"`+c.other+`"}`, 400)
	}
}

// Whatever the discounts, the total is between zero and the full sum, and the parts add up.
func TestQuotesAddUp(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.PublishCourse("")
	rapid.Check(t, func(r *rapid.T) {
		unit, places := rapid.Int64Range(1, 1_000_000_000_000).Draw(r, "unit"), rapid.Int64Range(1, 10_000).Draw(r, "places")
		early, group := rapid.IntRange(0, 100).Draw(r, "early"), rapid.IntRange(0, 100).Draw(r, "group")
		teacher.Do("PUT", "/courses/update/"+c.ID, fmt.Sprintf(`{%s,"prices":[{"currency":"EUR","individual":1,"batch":%d,"max_batch_size":10000,
			"early_bird_discount":%d,"group_discount":%d}]}`, testapp.CourseMembers, unit, early, group), 200)
		q := testapp.Read[quote](t, app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", fmt.Sprintf(`{"places":%d}`, places), 200)).Data
		if q.Total < 0 || q.Total > unit*places || q.Total != q.Subtotal-q.EarlyBirdDiscount-q.GroupDiscount || q.Subtotal != unit*places {
			r.Fatalf("%+v", q)
		}
		if early+group >= 100 && places > 1 && q.Total > 1 {
			r.Fatalf("two discounts of all leave %d", q.Total)
		}
	})
}

func TestCurrenciesAndHomePage(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin := app.User(access.Instructor), app.User(access.Admin)
	type list = rest.Answer[[]pricing.Currency]
	type home = rest.Answer[catalogue.HomeDisplay]
	usual := testapp.Read[list](t, app.Nobody().Do("GET", "/currencies", "", 200)).Data
	if len(usual) != 4 || usual[0] != (pricing.Currency{Code: "USD", MinorDigits: 2, IsDefault: true}) {
		t.Errorf("%+v", usual)
	}
	for _, who := range []testapp.User{app.Nobody(), teacher} {
		if w := who.Send("PUT", "/api/v1/currencies", `{"codes":["JPY"]}`); w.Code != 401 && w.Code != 403 {
			t.Errorf("%d", w.Code)
		}
	}
	for _, bad := range []string{`{"codes":[]}`, `{"codes":["EUR","eur"]}`, `{"codes":["QQQ"]}`} {
		admin.Do("PUT", "/currencies", bad, 400)
	}
	if got := testapp.Read[list](t, admin.Do("PUT", "/currencies", `{"codes":["jpy","EUR"]}`, 200)).Data; len(got) != 2 || got[0] != (pricing.Currency{Code: "JPY", IsDefault: true}) {
		t.Errorf("%+v", got)
	}
	old := teacher.PublishCourse(`,"title":"Old","prices":[{"currency":"JPY","individual":9,"batch":7}]`)
	app.Clock.Advance(time.Hour)
	hidden := teacher.CreateCourse(`,"title":"Hidden"`)
	teacher.PublishCourse(`,"title":"New"`)
	if h := testapp.Read[home](t, app.Nobody().Do("GET", "/home-display", "", 200)).Data; h.Currency != "JPY" || len(h.Courses) != 2 ||
		h.Courses[0].Course.Title != "New" || h.Courses[0].Price != nil || h.Courses[1].Price == nil || h.Courses[1].Price.Batch != 7 {
		t.Errorf("%+v", h)
	}
	admin.Do("PUT", "/home-display", `{"course_ids":["`+hidden.ID+`"]}`, 400)
	if h := testapp.Read[home](t, admin.Do("PUT", "/home-display", `{"course_ids":["`+old.ID+`"]}`, 200)).Data; len(h.Courses) != 1 || h.Courses[0].Course.ID != old.ID {
		t.Errorf("%+v", h)
	}
	admin.Do("PUT", "/currencies", `{"codes":["ZWG","MRU","JPY"]}`, 200) // what CLDR does not know, ISO 4217 does
	if h := testapp.Read[home](t, app.Nobody().Do("GET", "/home-display?currency=eur", "", 200)).Data; h.Currency != "EUR" || h.Courses[0].Price != nil {
		t.Errorf("%+v", h)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action IN ('course.currencies_changed', 'course.home_changed')"); n != 3 {
		t.Errorf("%d entries of the audit log", n)
	}
}

// Amounts that were stored with fewer digits than ISO 4217 has are brought to them; all others stay.
func TestStoredAmountsGetTheDigitsOfISO4217(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	id := app.User(access.Instructor).PublishCourse(`,"prices":[{"currency":"AMD","individual":3,"batch":5},{"currency":"IQD","individual":7,"batch":0},{"currency":"EUR","individual":11,"batch":13}]`).ID
	file, err := os.ReadFile("../../platform/db/migrations/20261125205337_iso_digits.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, up, _ := strings.Cut(string(file), "-- +goose Up\n")
	for statement := range strings.SplitSeq(strings.TrimSpace(up), ";") {
		if statement != "" {
			app.Exec(statement)
		}
	}
	for currency, want := range map[string][2]int64{"AMD": {300, 500}, "IQD": {7000, 0}, "EUR": {11, 13}} {
		if n := app.Count("SELECT count(*) FROM course_prices WHERE course_id = ? AND currency = ? AND individual = ? AND batch = ?", id, currency, want[0], want[1]); n != 1 {
			t.Errorf("%s is not %v", currency, want)
		}
	}
	if n := app.Count("SELECT count(*) FROM courses WHERE id = ? AND course_fee = 500", id); n != 1 {
		t.Error("the fee in lists is not that of the price")
	}
}
