package course_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type quote = rest.Answer[course.PriceQuote]

func TestPricesHaveTheirDefaultsAndRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := create(t, teacher, `,"prices":[{"currency":" eur ","individual":50000,"batch":12050}]`)
	want := course.Price{Currency: "EUR", Individual: 50000, Batch: 12050, MinBatchSize: 2, MaxBatchSize: 10, IsActive: true}
	if len(c.Prices) != 1 || c.Prices[0] != want || c.IsFree || c.CourseFee != 12050 || c.FeeCurrency != "EUR" {
		t.Errorf("%+v", c)
	}
	for change, field := range map[string]string{
		`[{"individual":1,"batch":1}]`:                                                              "prices[0].currency",
		`[{"currency":"XXQ","individual":1,"batch":1}]`:                                             "prices[0].currency",
		`[{"currency":"EUR","individual":-1,"batch":1}]`:                                            "prices[0].individual",
		`[{"currency":"EUR","individual":1,"batch":1,"min_batch_size":1}]`:                          "prices[0].min_batch_size",
		`[{"currency":"EUR","individual":1,"batch":1,"min_batch_size":5,"max_batch_size":4}]`:       "prices[0].max_batch_size",
		`[{"currency":"EUR","individual":1,"batch":1,"group_discount":101}]`:                        "prices[0].group_discount",
		`[{"currency":"EUR","individual":1,"batch":1,"early_bird_discount":-1}]`:                    "prices[0].early_bird_discount",
		`[{"currency":"EUR","individual":1,"batch":1,"is_active":"yes"}]`:                           "prices[0].is_active",
		`[{"currency":"EUR","individual":1,"batch":1},{"currency":"eur","individual":1,"batch":1}]`: "prices[1].currency",
	} {
		got := testapp.Read[rest.Problem](t, teacher.Do("PUT", "/courses/update/"+c.ID, `{`+bees+`,"prices":`+change+`}`, 400))
		if len(got.Errors) != 1 || got.Errors[0].Name != field {
			t.Errorf("%s: %+v, want %s", change, got.Errors, field)
		}
	}
	teacher.Do("PUT", "/courses/update/"+c.ID, `{"title":"x","category":"x","course_type":"free","prices":[{"currency":"EUR","individual":1,"batch":1}]}`, 400)
	teacher.Do("PUT", "/courses/update/"+c.ID, `{`+bees+`}`, 200)
	if got := get(t, teacher, c.ID); len(got.Prices) != 1 || got.CourseFee != 12050 {
		t.Errorf("prices that are not sent stay: %+v", got)
	}
	teacher.Do("PUT", "/courses/update/"+c.ID, `{`+bees+`,"prices":[{"currency":"EUR","individual":5,"batch":5,"is_active":false}]}`, 200)
	if got := get(t, teacher, c.ID); len(got.Prices) != 1 || !got.IsFree || got.CourseFee != 0 {
		t.Errorf("a price that is not active asks for nothing: %+v", got)
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	if got := get(t, app.Nobody(), c.ID); len(got.Prices) != 0 {
		t.Errorf("others see prices that are not active: %+v", got.Prices)
	}
}

func TestAQuoteTakesBothDiscountsOff(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	until := testapp.Start.Add(24 * time.Hour).Format(time.RFC3339)
	c := publish(t, teacher, `,"prices":[{"currency":"JPY","individual":9001,"batch":335,"min_batch_size":3,"max_batch_size":5,
		"early_bird_discount":10,"early_bird_until":"`+until+`","group_discount":20},{"currency":"EUR","individual":1,"batch":0}]`)
	ask := func(body string) course.PriceQuote {
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
		t.Errorf("taught alone there is no group: %+v", q)
	}
	app.Clock.Advance(24 * time.Hour)
	if q := ask(`{"places":5}`); q.EarlyBirdPercent != 0 || q.Total != 1675-335 {
		t.Errorf("the early-bird discount ends: %+v", q)
	}
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"places":6}`, 400)
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"places":0}`, 400)
	app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", `{"currency":"USD"}`, 409)
	if q := testapp.Read[quote](t, app.Nobody().Do("POST", "/courses/"+publish(t, teacher, "").ID+"/price-quote", `{}`, 200)).Data; q.Total != 0 {
		t.Errorf("a free course costs %d", q.Total)
	}
}

// Whatever the discounts, nobody pays less than nothing or more than the sum, and the parts add up.
func TestQuotesAddUp(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := publish(t, teacher, "")
	rapid.Check(t, func(r *rapid.T) {
		unit, places := rapid.Int64Range(0, 1_000_000_000_000).Draw(r, "unit"), rapid.Int64Range(1, 10_000).Draw(r, "places")
		early, group := rapid.IntRange(0, 100).Draw(r, "early"), rapid.IntRange(0, 100).Draw(r, "group")
		teacher.Do("PUT", "/courses/update/"+c.ID, fmt.Sprintf(`{%s,"prices":[{"currency":"EUR","individual":1,"batch":%d,"max_batch_size":10000,
			"early_bird_discount":%d,"group_discount":%d}]}`, bees, unit, early, group), 200)
		q := testapp.Read[quote](t, app.Nobody().Do("POST", "/courses/"+c.ID+"/price-quote", fmt.Sprintf(`{"places":%d}`, places), 200)).Data
		if q.Total < 0 || q.Total > unit*places || q.Total != q.Subtotal-q.EarlyBirdDiscount-q.GroupDiscount || q.Subtotal != unit*places {
			r.Fatalf("%+v", q)
		}
		if early+group >= 100 && places > 1 && q.Total > 1 {
			r.Fatalf("two discounts of all leave %d", q.Total)
		}
	})
}

func TestCurrenciesAndTheFirstPage(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin := app.User(access.Instructor), app.User(access.Admin)
	type list = rest.Answer[[]course.Currency]
	type home = rest.Answer[course.HomeDisplay]
	usual := testapp.Read[list](t, app.Nobody().Do("GET", "/currencies", "", 200)).Data
	if len(usual) != 4 || usual[0] != (course.Currency{Code: "USD", MinorDigits: 2, IsDefault: true}) {
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
	if got := testapp.Read[list](t, admin.Do("PUT", "/currencies", `{"codes":["jpy","EUR"]}`, 200)).Data; len(got) != 2 || got[0] != (course.Currency{Code: "JPY", IsDefault: true}) {
		t.Errorf("%+v", got)
	}
	old := publish(t, teacher, `,"title":"Old","prices":[{"currency":"JPY","individual":9,"batch":7}]`)
	app.Clock.Advance(time.Hour)
	hidden := create(t, teacher, `,"title":"Hidden"`)
	publish(t, teacher, `,"title":"New"`)
	if h := testapp.Read[home](t, app.Nobody().Do("GET", "/home-display", "", 200)).Data; h.Currency != "JPY" || len(h.Courses) != 2 ||
		h.Courses[0].Course.Title != "New" || h.Courses[0].Price != nil || h.Courses[1].Price == nil || h.Courses[1].Price.Batch != 7 {
		t.Errorf("%+v", h)
	}
	admin.Do("PUT", "/home-display", `{"course_ids":["`+hidden.ID+`"]}`, 400)
	if h := testapp.Read[home](t, admin.Do("PUT", "/home-display", `{"course_ids":["`+old.ID+`"]}`, 200)).Data; len(h.Courses) != 1 || h.Courses[0].Course.ID != old.ID {
		t.Errorf("%+v", h)
	}
	if h := testapp.Read[home](t, app.Nobody().Do("GET", "/home-display?currency=eur", "", 200)).Data; h.Currency != "EUR" || h.Courses[0].Price != nil {
		t.Errorf("%+v", h)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action IN ('course.currencies_changed', 'course.home_changed')"); n != 2 {
		t.Errorf("%d entries of the audit log", n)
	}
}
