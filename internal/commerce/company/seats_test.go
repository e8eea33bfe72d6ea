package company_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/commerce/company"
	"lectern/internal/commerce/seat"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// course adds a course with a price.
func (o office) course() string {
	o.t.Helper()
	return o.User(access.Instructor).PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":10000}]`).ID
}

func (o office) pool(more string) string {
	o.t.Helper()
	return testapp.Read[rest.Answer[seat.SeatPool]](o.t, o.admin.Do("POST", "/corporate/"+o.id+"/pools", "{"+more+"}", 201)).Data.ID
}

func (o office) give(pool, course, emails string, want int) seat.GivenSeats {
	o.t.Helper()
	body := o.as(o.manager, "POST", "/pools/"+pool+"/seats", `{"course_id":"`+course+`","emails":["`+strings.ReplaceAll(emails, " ", `","`)+`"]}`, want)
	return testapp.Read[rest.Answer[seat.GivenSeats]](o.t, body).Data
}

func (o office) seats(query string) []seat.Seat {
	o.t.Helper()
	return testapp.Read[rest.List[seat.Seat]](o.t, o.as(o.manager, "GET", "/seats"+query, "", 200)).Data
}

func (o office) learns(user, course string) bool {
	return o.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ? AND course_id = ?", user, course) == 1
}

// overdrawn counts pools that do not have as many seats taken as there are that are not released.
const overdrawn = "SELECT count(*) FROM seat_pools AS p WHERE p.taken > p.total OR p.taken <> (SELECT count(*) FROM seats AS s WHERE s.pool_id = p.id AND s.state <> 'released')"

func TestSeats(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	course, other := o.course(), o.course()
	o.as(o.manager, "POST", "/pools", `{"total":5}`, 403)
	o.admin.Do("POST", "/corporate/"+o.id+"/pools", `{"total":5,"course_ids":["none"]}`, 400)
	pool := o.pool(`"total":3,"course_ids":["` + course + `"],"swap_days":7,"swaps":1`)
	if g := o.give(pool, course, "Member@bees.test member@bees.test ann@bees.test", 200); g.Seated != 1 || g.Offered != 1 || g.Already != 0 {
		t.Errorf("%+v", g)
	}
	if g := o.give(pool, course, "member@bees.test ann@bees.test", 200); g.Already != 2 || o.Count("SELECT taken FROM seat_pools") != 2 {
		t.Errorf("%+v", g)
	}
	o.give(pool, other, "member@bees.test", 400)
	o.give(pool, course, "ben@bees.test cleo@bees.test", 409) // one is left: neither has it
	if n := o.Count("SELECT count(*) FROM seats"); n != 2 || len(o.Emails("ben@bees.test")) != 0 {
		t.Errorf("a refused request left %d seats", n)
	}
	if !o.learns(o.member.User.ID, course) || o.Count("SELECT count(*) FROM course_grants WHERE source = 'seat'") != 1 {
		t.Error("a member with a seat does not learn")
	}
	ann := o.Register("ann@bees.test")
	o.accept(ann, 200)
	if !o.learns(ann.User.ID, course) {
		t.Error("who has accepted does not learn")
	}
	o.Exec("INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, last_at, updated_at) VALUES (?, ?, 1, 1, 4, 25, 60, '', ?, ?)",
		ann.User.ID, course, o.Clock.Now(), o.Clock.Now())
	found := o.seats("?state=active&course_id=" + course)
	if len(found) != 2 || found[0].CourseTitle == "" {
		t.Fatalf("%+v", found)
	}
	for _, s := range found {
		path := "/pools/" + pool + "/seats/" + s.ID
		o.as(o.member, "DELETE", path, "", 403)
		if *s.UserID == ann.User.ID {
			if *s.Percent != 25 || s.FullName != "ann" {
				t.Errorf("%+v", s)
			}
			o.as(o.manager, "DELETE", path, "", 409) // a quarter of the course is done
			continue
		}
		o.as(o.manager, "DELETE", path, "", 200)
		o.as(o.manager, "DELETE", path, "", 404)
	}
	if o.learns(o.member.User.ID, course) || o.Count("SELECT taken FROM seat_pools") != 1 || o.Count("SELECT swaps_left FROM seat_pools") != 0 {
		t.Error("a seat was not given back")
	}
	o.give(pool, course, "member@bees.test", 200)
	again := o.seats("?state=active")[0].ID
	o.as(o.manager, "DELETE", "/pools/"+pool+"/seats/"+again, "", 409) // no swap is left
	o.as(o.manager, "DELETE", "/people/"+ann.User.ID, "", 200)
	if o.learns(ann.User.ID, course) || o.Count("SELECT taken FROM seat_pools") != 2 || o.Count("SELECT count(*) FROM course_progress WHERE user_id = ?", ann.User.ID) != 1 {
		t.Error("the seat of one who has left was not used up, or their progress is gone")
	}
	if o.Count(overdrawn) != 0 {
		t.Error("the pool and its seats differ")
	}
}

// Offers that nobody accepts go back to their pool; the end of a pool ends its seats.
func TestSeatsEnd(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	course := o.course()
	pool := o.pool(fmt.Sprintf(`"total":3,"ends_at":%q`, o.Clock.Now().AddDate(0, 1, 0).Format(time.RFC3339)))
	o.give(pool, course, "member@bees.test late@bees.test", 200)
	o.Clock.Advance(14 * 24 * time.Hour)
	o.expire()
	if o.Count("SELECT taken FROM seat_pools") != 1 || o.Count("SELECT count(*) FROM seats WHERE state = 'released'") != 1 {
		t.Error("an offer that nobody has accepted is kept")
	}
	late := o.Register("late@bees.test")
	if got := o.Count("SELECT count(*) FROM course_grants WHERE user_id = ?", late.User.ID); got != 0 {
		t.Errorf("%d grants", got)
	}
	o.Clock.Advance(31 * 24 * time.Hour)
	o.manager = o.signIn("manager@bees.test")
	o.give(pool, course, "late@bees.test", 409)
	o.expire()
	o.expire()
	if o.learns(o.member.User.ID, course) || o.Count("SELECT count(*) FROM seats WHERE state = 'ended'") != 1 || o.Count(overdrawn) != 0 {
		t.Error("the end of a pool has not ended its seats")
	}
	o.Clock.Advance(31 * 24 * time.Hour)
	o.Sweep()
	if n := o.Count("SELECT count(*) FROM seats WHERE email = 'late@bees.test'"); n != 0 {
		t.Error("the address of one who never came is kept")
	}
}

func (o office) expire() {
	o.t.Helper()
	if err := o.App.Seats.Expire(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
}

// One person is given a seat many times at once, more people than there are seats, and seats are released meanwhile: taken is what is live at every commit.
func TestSeatsAreNeverOverdrawn(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	course := o.course()
	pool := o.pool(`"total":4,"swap_days":30,"swaps":100`)
	done, watched := make(chan struct{}), make(chan int64)
	go func() {
		var worst int64
		for {
			select {
			case <-done:
				watched <- worst
				return
			default:
				worst = max(worst, o.Count(overdrawn))
			}
		}
	}()
	var crowd sync.WaitGroup
	for i := range 12 {
		crowd.Go(func() {
			email := "member@bees.test"
			if i%2 == 1 {
				email = fmt.Sprintf("person%d@bees.test", i)
			}
			o.SendWith(o.manager.AccessToken, "POST", "/corporate/"+o.id+"/pools/"+pool+"/seats", `{"course_id":"`+course+`","emails":["`+email+`","next`+fmt.Sprint(i/3)+`@bees.test"]}`)
			answer := o.SendWith(o.manager.AccessToken, "GET", "/corporate/"+o.id+"/seats?state=offered&limit=1")
			if live := testapp.Read[rest.List[seat.Seat]](t, answer.Body.String()).Data; i%4 == 0 && len(live) > 0 {
				o.SendWith(o.manager.AccessToken, "DELETE", "/corporate/"+o.id+"/pools/"+pool+"/seats/"+live[0].ID)
			}
		})
	}
	crowd.Wait()
	close(done)
	if worst := <-watched; worst != 0 || o.Count(overdrawn) != 0 {
		t.Errorf("%d pools were overdrawn", worst)
	}
	if n := o.Count("SELECT count(*) FROM seats WHERE user_id = ? AND state = 'active'", o.member.User.ID); n > 1 {
		t.Errorf("one person has %d seats in a course", n)
	}
	if o.Count("SELECT taken FROM seat_pools") == 0 {
		t.Error("nobody has a seat")
	}
}

// What a manager of another company asks for is not there; a member and those who look after the bills see what their role allows.
func TestSeatsOfOtherCompanies(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	course := o.course()
	pool := o.pool(`"total":3`)
	o.give(pool, course, "member@bees.test", 200)
	id := o.seats("")[0].ID
	stranger := o.Register("manager@wasps.test")
	own := o.company("Wasps Ltd.", stranger)
	for _, path := range []string{"/pools/" + pool + "/seats/" + id, "/pools/" + pool + "/seats", "/pools", "/seats"} {
		method, body := "GET", ""
		if strings.HasSuffix(path, id) {
			method = "DELETE"
		}
		o.as(stranger, method, path, body, 404)
		if method == "DELETE" {
			o.DoAs(stranger, method, "/corporate/"+own+path, body, 404)
		}
	}
	o.DoAs(stranger, "POST", "/corporate/"+own+"/pools/"+pool+"/seats", `{"course_id":"`+course+`","emails":["thief@wasps.test"]}`, 404)
	if got := testapp.Read[rest.List[seat.Seat]](t, o.DoAs(stranger, "GET", "/corporate/"+own+"/pools/"+pool+"/seats", "", 200)).Data; len(got) != 0 {
		t.Errorf("%+v", got)
	}
	o.as(o.member, "GET", "/pools", "", 403)
	o.as(o.manager, "PATCH", "/people/"+o.member.User.ID, `{"role":"`+company.Billing+`"}`, 200)
	o.as(o.member, "GET", "/pools", "", 200)
	o.as(o.member, "GET", "/seats", "", 403)
	if o.Count("SELECT count(*) FROM seats") != 1 {
		t.Error("a refused request has changed seats")
	}
}
