package authoring_test

import (
	"testing"

	"lectern/internal/learning/price"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestPriceDefaultsAndRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.CreateCourse(`,"prices":[{"currency":" eur ","individual":50000,"batch":12050}]`)
	want := price.Price{Currency: "EUR", Individual: 50000, Batch: 12050, MinBatchSize: 2, MaxBatchSize: 10, IsActive: true}
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
		got := testapp.Read[rest.Problem](t, teacher.Do("PUT", "/courses/update/"+c.ID, `{`+testapp.CourseMembers+`,"prices":`+change+`}`, 400))
		if len(got.Errors) != 1 || got.Errors[0].Name != field {
			t.Errorf("%s: %+v, want %s", change, got.Errors, field)
		}
	}
	teacher.Do("PUT", "/courses/update/"+c.ID, `{"title":"x","category":"x","course_type":"free","prices":[{"currency":"EUR","individual":1,"batch":1}]}`, 400)
	teacher.Do("PUT", "/courses/update/"+c.ID, `{`+testapp.CourseMembers+`}`, 200)
	if got := teacher.GetCourse(c.ID); len(got.Prices) != 1 || got.CourseFee != 12050 {
		t.Errorf("prices that were not sent have changed: %+v", got)
	}
	teacher.Do("PUT", "/courses/update/"+c.ID, `{`+testapp.CourseMembers+`,"prices":[{"currency":"EUR","individual":5,"batch":5,"is_active":false}]}`, 200)
	if got := teacher.GetCourse(c.ID); len(got.Prices) != 1 || !got.IsFree || got.CourseFee != 0 {
		t.Errorf("an inactive price makes the course cost something: %+v", got)
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	if got := app.Nobody().GetCourse(c.ID); len(got.Prices) != 0 {
		t.Errorf("other users see inactive prices: %+v", got.Prices)
	}
}
