package demofeedback_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/testapp"
)

func (w *world) stats(who testapp.User, query string) demofeedback.FeedbackStats {
	w.t.Helper()
	return testapp.Read[rest.Answer[demofeedback.FeedbackStats]](w.t, who.Do("GET", "/demo-feedback/stats"+query, "", 200)).Data
}

// schoolIn sets the time zone of the school.
func (w *world) schoolIn(zone string) {
	w.t.Helper()
	w.admin.Do("PUT", "/settings/school", `{"name":"Bees","support_email":"","time_zone":"`+zone+`"}`, 200)
}

// show writes figures that may be null.
func show(figures ...*float64) string {
	text := ""
	for _, f := range figures {
		if f == nil {
			text += "- "
		} else {
			text += fmt.Sprint(*f) + " "
		}
	}
	return text
}

// Figures that were worked out by hand: 12 times 5 stars, 5 times 4, twice 3, once 1, and 17 of these 20 recommend it; another instructor has three times 5 and one
// missed demo class, a third has a completed one without feedback.
func TestFigures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.schoolIn("Europe/Berlin")
	second, third := w.User(access.Instructor), w.User(access.Instructor)
	at := time.Date(2026, 8, 30, 23, 30, 0, 0, time.UTC) // a Sunday; Monday in Berlin
	for i, stars := range []int{5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 3, 3, 1} {
		w.past("", w.teacher.ID, stars, i < 17, at)
	}
	first := w.stats(w.teacher, "")
	if got := show(first.AverageOverallRating, first.NPSLike, first.RecommendationRate, first.RecommendationLow, first.RecommendationHigh, first.ResponseRate, first.ContentQuality.Average); got != "4.35 45 85 64 94.8 100 3 " {
		t.Error(got)
	}
	if len(first.Buckets) != 1 || first.Buckets[0].Start != "2026-08-31" {
		t.Errorf("%+v", first.Buckets)
	}
	if first.RatingDistribution["5"] != 12 || first.RatingDistribution["2"] != 0 || first.InstructorPerformance.Distribution["excellent"] != 20 {
		t.Errorf("%+v", first)
	}
	for range 3 {
		w.past("", second.ID, 5, true, at)
	}
	w.demo("", second.ID, "no_show", "learner", at)
	w.past("", third.ID, 0, false, at)
	w.demo("", third.ID, "no_show", "instructor", at)
	w.demo("", third.ID, "cancelled", "", at)
	all := w.stats(w.admin, "?period=month")
	if all.TotalFeedback != 23 || all.Completed != 24 || len(all.Instructors) != 3 || len(all.Buckets) != 1 || all.Buckets[0].Start != "2026-08-01" || all.Buckets[0].TotalFeedback != 23 {
		t.Errorf("%+v", all)
	}
	for _, i := range all.Instructors {
		got := show(i.AverageOverallRating, i.SmoothedRating, i.ResponseRate, i.MissedByLearnersRate, i.MissedByInstructorsRate)
		want := map[string]string{w.teacher.ID: "4.35 4.37 100 0 0 ", second.ID: "- - 100 25 0 ", third.ID: "- - 0 0 50 "}[i.InstructorID] // of fewer than 5 ratings
		if got != want || i.TooFew != (i.InstructorID != w.teacher.ID) {
			t.Errorf("%s: %s, not %s", i.FullName, got, want)
		}
	}
	if own := w.stats(second, "?instructorId="+w.teacher.ID); own.TotalFeedback != 3 || len(own.Instructors) != 1 || own.Instructors[0].InstructorID != second.ID || show(own.Instructors[0].AverageOverallRating, own.Instructors[0].SmoothedRating) != "5 4.65 " {
		t.Errorf("%+v", own)
	}
	if none := w.stats(w.admin, "?startDate=2026-08-31"); none.TotalFeedback != 0 || show(none.AverageOverallRating, none.NPSLike, none.RecommendationLow, none.ResponseRate, none.ContentQuality.Average) != "- - - - - " || len(none.Buckets) != 0 {
		t.Errorf("%+v", none)
	}
	for _, query := range []string{"?startDate=2026-09-02&endDate=2026-09-01", "?startDate=2024-01-01&endDate=2026-01-01", "?period=year", "?startDate=soon"} {
		if r := testapp.Read[refusal](t, w.admin.Do("GET", "/demo-feedback/stats"+query, "", 400)); r.Code != "STATS_ERROR" {
			t.Errorf("%s: %+v", query, r)
		}
	}
}

// Smoothed ratings that were worked out by hand, where the mean of all is 4.2: of 20 ratings with the sum 87, of three times 5 stars, and of 1 and 2 stars.
func TestSmoothedRatings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	second, third, at := w.User(access.Instructor), w.User(access.Instructor), w.Clock.Now().Add(-48*time.Hour)
	give := func(teacher testapp.User, ratings map[int]int) {
		for stars, n := range ratings {
			for range n {
				w.past("", teacher.ID, stars, true, at)
			}
		}
	}
	give(w.teacher, map[int]int{5: 12, 4: 5, 3: 2, 1: 1}) // 87
	give(second, map[int]int{5: 3})                       // 15
	give(third, map[int]int{1: 1, 2: 1, 0: 1})            // 105 of 25 is 4.2
	for _, one := range []testapp.User{w.teacher, second, third} {
		if i, want := w.stats(one, "").Instructors[0], map[string]float64{w.teacher.ID: 4.32, second.ID: 4.5, third.ID: 3.43}[one.ID]; *i.SmoothedRating != want {
			t.Errorf("%s: %v, not %v", i.InstructorID, *i.SmoothedRating, want)
		}
	}
}

// F93: figures equal a recount, whatever was given, missed and cancelled, of all and of each instructor, and buckets add up.
func TestFiguresEqualARecount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.schoolIn("America/St_Johns")
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	teachers := []testapp.User{w.teacher, w.User(access.Instructor), w.User(access.Instructor)}
	type count struct{ n, stars, yes, completed int64 }
	counts := map[string]*count{"": {}}
	for range 120 {
		teacher, at := teachers[random.IntN(3)].ID, w.Clock.Now().Add(-time.Duration(random.IntN(60*24*60))*time.Minute)
		if counts[teacher] == nil {
			counts[teacher] = &count{}
		}
		if random.IntN(5) == 0 {
			w.demo("", teacher, []string{"cancelled", "no_show", "confirmed"}[random.IntN(3)], "", at)
			continue
		}
		stars, recommends := random.IntN(6), random.IntN(2) == 0
		w.past("", teacher, stars, recommends, at)
		for _, c := range []*count{counts[""], counts[teacher]} {
			c.completed++
			if stars > 0 {
				c.n, c.stars = c.n+1, c.stars+int64(stars)
				if recommends {
					c.yes++
				}
			}
		}
	}
	for teacher, c := range counts {
		for _, period := range []string{"day", "week", "month"} {
			s := w.stats(w.admin, "?period="+period+"&instructorId="+teacher)
			var inBuckets, byStars int64
			for _, b := range s.Buckets {
				inBuckets += b.TotalFeedback
			}
			for _, n := range s.RatingDistribution {
				byStars += n
			}
			if s.TotalFeedback != c.n || s.Completed != c.completed || inBuckets != c.n || byStars != c.n ||
				c.n > 0 && (math.Abs(*s.AverageOverallRating-float64(c.stars)/float64(c.n)) > 0.0051 || math.Abs(*s.RecommendationRate-100*float64(c.yes)/float64(c.n)) > 0.051) {
				t.Errorf("seed %d, %s %s: %+v, not %+v", seed, teacher, period, s, *c)
			}
		}
	}
}
