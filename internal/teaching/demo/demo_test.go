package demo_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demo"
	"lectern/internal/testapp"
)

// world has an instructor who takes demos from 8:00 to 20:00 UTC on each day; it is Tuesday, 2026-09-01, 8:00.
type world struct {
	*testapp.App
	t       *testing.T
	teacher testapp.User
	admin   testapp.User
}

func newWorld(t *testing.T, changes ...func(*app.Deps)) *world {
	t.Helper()
	a := testapp.New(t, changes...)
	w := &world{a, t, a.User(access.Instructor), a.User(access.Admin)}
	w.opens(w.teacher, "08:00", "20:00")
	w.admin.Do("PUT", "/settings/forms", `{"email_code":"never","blocked":[]}`, 200)
	return w
}

// opens sets the same hours for each day of the week.
func (w *world) opens(who testapp.User, from, until string) {
	w.t.Helper()
	windows := make([]string, 7)
	for i := range windows {
		windows[i] = fmt.Sprintf(`{"weekday":%d,"from":%q,"until":%q}`, i+1, from, until)
	}
	who.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"step_minutes":15,"hours":[`+strings.Join(windows, ",")+`]}`, 200)
}

func at(day int, clock string) string { return fmt.Sprintf("2026-09-%02dT%s:00Z", day, clock) }

func form(email, slot, more string) string {
	return fmt.Sprintf(`{"email":%q,"fullName":"Ann O'Neill","timeSlot":%q,"timezone":"Europe/Berlin"%s}`, email, slot, more)
}

func (w *world) book(who testapp.User, body string) demo.Booked {
	w.t.Helper()
	return testapp.Read[rest.Answer[demo.Booked]](w.t, who.Do("POST", "/demo-booking", body, 201)).Data
}

type refusal struct {
	Success bool
	Code    string
	Errors  []struct{ Field, Code, Message string }
	Data    json.RawMessage
	Error   demo.NearestSlots
}

func (w *world) refused(who testapp.User, method, path, body string, status int, code, reason string) refusal {
	w.t.Helper()
	r := testapp.Read[refusal](w.t, who.Do(method, path, body, status))
	if r.Success || r.Code != code || len(r.Errors) == 0 || r.Errors[0].Code != reason {
		w.t.Errorf("%s %s: %+v, not %s because of %s", method, path, r, code, reason)
	}
	return r
}

// state is what a refused request may have changed.
func (w *world) state() string {
	w.t.Helper()
	return fmt.Sprint(w.Count("SELECT count(*) FROM demo_bookings"), w.Count("SELECT coalesce(sum(sequence), 0) FROM demo_bookings"), w.Count("SELECT count(*) FROM demo_history"),
		w.Count("SELECT count(*) FROM instructor_busy"), w.Count("SELECT count(*) FROM demo_holds"), w.Count("SELECT count(*) FROM jobs WHERE kind = 'demo.email'"))
}

func (w *world) slots(who testapp.User, query string) demo.FreeSlots {
	w.t.Helper()
	return testapp.Read[rest.Answer[demo.FreeSlots]](w.t, who.Do("GET", "/demo-booking/available-slots?"+query, "", 200)).Data
}

func (w *world) link(b demo.Booked) string {
	return "/demo-booking/manage/" + b.ManageURL[strings.LastIndex(b.ManageURL, "#")+1:]
}

func TestFreeSlots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	r := w.refused(visitor, "GET", "/demo-booking/available-slots", "", 400, "SLOTS_ERROR", "required")
	if string(r.Data) != "[]" || r.Errors[0].Message != "Date is required" {
		t.Errorf("%+v", r)
	}
	w.refused(visitor, "GET", "/demo-booking/available-slots?date=2026-09-02&duration=200", "", 400, "SLOTS_ERROR", "out_of_range")
	w.refused(visitor, "GET", "/demo-booking/available-slots?date=2026-09-02&timezone=Mars", "", 400, "SLOTS_ERROR", "unknown_value")
	day := w.slots(visitor, "date=2026-09-02&timezone=Asia/Kolkata")
	if len(day.Slots) == 0 || day.Slots[0].Time != "00:00" || day.Slots[3].Time != "13:30" || day.Slots[3].DisplayTime != "1:30 PM" || !day.Slots[0].Available || day.Slots[0].Instructors != 1 || day.HoldID == "" {
		t.Errorf("%+v", day.Slots[:5])
	}
	if today := w.slots(visitor, "date=2026-09-01&timezone=UTC"); today.Slots[0].Time != "10:00" { // two hours from now
		t.Errorf("%+v", today.Slots[0])
	}
	month := w.slots(visitor, "startDate=2026-10-20&days=31&timezone=UTC")
	if len(month.Days) != 31 || month.Days[0].Free != 45 || month.Days[30].Free != 0 { // 60 days ahead is 2026-10-31
		t.Errorf("%+v", month.Days)
	}
	if none := w.slots(visitor, "date=2026-09-02&timezone=UTC&instructorId="+w.admin.ID); len(none.Slots) != 0 {
		t.Errorf("%+v", none)
	}
}

func TestVisitorsBook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	before := w.state()
	for body, reason := range map[string][2]string{
		form("nobody", at(2, "10:00"), ""):                                                          {"invalid_format", "Valid email address is required. Please log in again."},
		form("", at(2, "10:00"), ""):                                                                {"required", "Valid email address is required. Please log in again."},
		form("ann@lectern.test", "tomorrow", ""):                                                    {"invalid_format", "Invalid time slot format. Please select a valid time."},
		form("ann@lectern.test", at(2, "10:00"), `,"duration":10`):                                  {"out_of_range", "The duration must be from 15 to 180 minutes"},
		form("ann@lectern.test\r\nBcc: eve@lectern.test", at(2, "10:00"), ""):                       {"invalid_format", "Valid email address is required. Please log in again."},
		form("ann@lectern.test", at(2, "10:00"), `,"requirements":"`+strings.Repeat("x", 1001)+`"`): {"too_long", "Requirements must be at most 1000 characters"},
	} {
		if r := w.refused(visitor, "POST", "/demo-booking", body, 400, "BOOKING_ERROR", reason[0]); r.Errors[0].Message != reason[1] {
			t.Errorf("%+v", r)
		}
	}
	w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(1, "09:00"), `,"strict":true`), 409, "BOOKING_ERROR", "too_soon")
	r := w.refused(visitor, "POST", "/demo-booking", form("ann@lectern.test", at(2, "21:00"), ""), 409, "BOOKING_ERROR", "slot_taken")
	if len(r.Error.Nearest) != 5 || r.Error.Nearest[0].Datetime.Format(time.RFC3339) != at(2, "19:00") {
		t.Errorf("%+v", r.Error)
	}
	w.refused(visitor, "POST", "/demo-booking?validate_availability=false", form("ann@lectern.test", at(2, "21:00"), ""), 409, "BOOKING_ERROR", "slot_taken")
	if after := w.state(); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}
	w.Exec("DELETE FROM rate_limits")
	b := w.book(visitor, form("Ann@Lectern.test", at(2, "10:00"), `,"utmParameters":{"source":"news\u0007letter"},"userId":"x"`))
	if b.FullName != "Ann O'Neill" || b.Status != "confirmed" || b.Adjusted || b.DemoType != "course_demo" || b.Source != "website" || b.UserID != nil || b.InstructorID != w.teacher.ID || !strings.HasPrefix(b.ManageURL, "https://lectern.test/demo/manage#") {
		t.Errorf("%+v", b)
	}
	if seen := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.admin.Do("GET", "/demo-booking/"+b.ID, "", 200)).Data; seen.UTMParameters == nil || seen.UTMParameters.UTMSource != "newsletter" || len(seen.History) != 1 {
		t.Errorf("%+v", seen)
	}
	w.admin.Do("POST", "/demo-booking?validate_availability=false", form("eve@lectern.test", at(2, "21:00"), ""), 201)
	w.refused(w.admin, "POST", "/demo-booking?validate_availability=false", form("eve@lectern.test", at(2, "21:30"), ""), 409, "BOOKING_ERROR", "slot_taken")
}

// A slot that is less than 2 hours ahead is moved to the first free one from 2.5 hours on.
func TestSlotsThatAreTooSoonAreMoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(1, "09:30"), ""))
	if !b.Adjusted || b.StartsAt.Format(time.RFC3339) != at(1, "10:30") || b.RequestedTimeSlot.Format(time.RFC3339) != at(1, "09:30") {
		t.Errorf("%+v", b)
	}
	if exact := w.book(w.Nobody(), form("eve@lectern.test", at(1, "12:00"), "")); exact.Adjusted {
		t.Errorf("%+v", exact)
	}
}

func TestNamesAreSanitised(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, name := range [][2]string{{"<b>Zoë-Ann</b> O'Neill 3", "bZoë-Annb O'Neill"}, {"123 !", "Guest"}, {"", "Guest"}} {
		body, _ := json.Marshal(map[string]string{"email": fmt.Sprintf("ann%d@lectern.test", i), "fullName": name[0], "timeSlot": at(2, fmt.Sprintf("%d:00", 10+2*i))})
		if b := w.book(w.Nobody(), string(body)); b.FullName != name[1] {
			t.Errorf("%q", b.FullName)
		}
	}
}

func TestAnAddressHasTwoDemosAhead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.book(w.Nobody(), form("ann@lectern.test", at(2, "10:00"), ""))
	w.book(w.Nobody(), form("ANN@lectern.test", at(3, "10:00"), ""))
	before := w.state()
	w.refused(w.Nobody(), "POST", "/demo-booking", form("ann@lectern.test", at(4, "10:00"), ""), 409, "BOOKING_ERROR", "already_booked")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	w.Clock.Advance(26 * time.Hour)
	w.Nobody().Do("POST", "/demo-booking", form("ann@lectern.test", at(4, "10:00"), ""), 201)
}

// F69: of 50 parallel bookings of overlapping times exactly one wins; the others learn what is free.
func TestOneOfManyBookingsWins(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	people := make([]testapp.User, 50)
	for i := range people {
		people[i] = w.User(access.Student)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses, start := map[int]int{}, make(chan struct{})
	for i, who := range people {
		all.Go(func() {
			<-start
			w := who.Send("POST", "/api/v1/demo-booking", form(fmt.Sprintf("p%d@lectern.test", i), at(2, fmt.Sprintf("10:%02d", 15*(i%4))), ""))
			mu.Lock()
			defer mu.Unlock()
			if statuses[w.Code]++; w.Code == 409 && !strings.Contains(w.Body.String(), `"nearest":[{`) {
				t.Error(w.Body)
			}
		})
	}
	close(start)
	all.Wait()
	if statuses[201] != 1 || statuses[409] != 49 {
		t.Error(statuses)
	}
	if n := w.Count(`SELECT count(*) FROM instructor_busy AS a JOIN instructor_busy AS b ON a.instructor_id = b.instructor_id AND a.id < b.id AND a.from_at < b.until_at AND b.from_at < a.until_at`); n != 0 {
		t.Error("overlaps:", n)
	}
	if n := w.Count("SELECT count(*) FROM demo_bookings"); n != 1 || w.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'demo'") != 1 {
		t.Error("bookings:", n)
	}
}

func (w *world) hold(who testapp.User, formID, slot string, status int) demo.DemoHold {
	w.t.Helper()
	return testapp.Read[rest.Answer[demo.DemoHold]](w.t, who.Do("POST", "/demo-booking/hold", fmt.Sprintf(`{"holdId":%q,"timeSlot":%q}`, formID, slot), status)).Data
}

// A form holds one slot, for 5 minutes and once more; its booking takes the place of the hold, and sent again it is the same booking (F77).
func TestHolds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	mine, theirs := w.slots(visitor, "date=2026-09-02").HoldID, w.slots(visitor, "date=2026-09-02").HoldID
	first := w.hold(visitor, mine, at(2, "10:00"), 200)
	if first.ExpiresAt.Sub(testapp.Start) != 5*time.Minute || first.Adjusted {
		t.Errorf("%+v", first)
	}
	w.refused(visitor, "POST", "/demo-booking/hold", fmt.Sprintf(`{"holdId":%q,"timeSlot":%q}`, theirs, at(2, "10:30")), 409, "BOOKING_ERROR", "slot_taken")
	w.refused(visitor, "POST", "/demo-booking/hold", fmt.Sprintf(`{"holdId":"x","timeSlot":%q}`, at(2, "15:00")), 410, "BOOKING_ERROR", "form_expired")
	if free := w.slots(visitor, "date=2026-09-02&timezone=UTC&holdId="+mine); !held(free, "10:00") || held(w.slots(visitor, "date=2026-09-02&timezone=UTC"), "10:00") {
		t.Error("the own hold is not free to its form alone")
	}
	w.Clock.Advance(4 * time.Minute)
	w.hold(visitor, mine, at(2, "10:00"), 200)
	w.Clock.Advance(4 * time.Minute)
	if last := w.hold(visitor, mine, at(2, "10:00"), 200); last.ExpiresAt.Sub(testapp.Start) != 10*time.Minute {
		t.Error(last.ExpiresAt)
	}
	body := form("ann@lectern.test", at(2, "10:00"), `,"holdId":"`+mine+`"`)
	var all sync.WaitGroup
	ids := make([]string, 20)
	for i := range ids {
		all.Go(func() { ids[i] = w.book(visitor, body).ID })
	}
	all.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Error("a form has booked twice")
		}
	}
	if n := w.Count("SELECT count(*) FROM instructor_busy"); n != 1 || w.Count("SELECT count(*) FROM demo_holds") != 0 {
		t.Error("rows in the calendar:", n)
	}
}

func held(f demo.FreeSlots, clock string) bool {
	for _, s := range f.Slots {
		if s.Time == clock {
			return s.Held
		}
	}
	return false
}

// A hold that has ended blocks nobody; its form still books if the time is free.
func TestHoldsEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := w.slots(w.Nobody(), "date=2026-09-02").HoldID, w.slots(w.Nobody(), "date=2026-09-02").HoldID
	w.hold(w.Nobody(), a, at(2, "10:00"), 200)
	w.Clock.Advance(5 * time.Minute)
	w.hold(w.Nobody(), b, at(2, "10:00"), 200)
	w.refused(w.Nobody(), "POST", "/demo-booking", form("ann@lectern.test", at(2, "10:00"), `,"holdId":"`+a+`"`), 409, "BOOKING_ERROR", "slot_taken")
	w.Clock.Advance(6 * time.Minute)
	w.book(w.Nobody(), form("ann@lectern.test", at(2, "10:00"), `,"holdId":"`+a+`"`))
}

// F76: a network holds 3 slots at a time, whatever header it sends; who is signed in still books.
func TestANetworkHoldsThreeSlots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, clock := range []string{"08:00", "10:00", "12:00", "14:00"} {
		r := httptest.NewRequest("POST", "/api/v1/demo-booking/hold", strings.NewReader(fmt.Sprintf(`{"holdId":%q,"timeSlot":%q}`, w.slots(w.Nobody(), "date=2026-09-02").HoldID, at(2, clock))))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.1", i))
		if answer, want := w.Nobody().SendRaw(r), map[bool]int{true: 200, false: 429}[i < 3]; answer.Code != want {
			t.Errorf("hold %d: %d %s", i, answer.Code, answer.Body)
		}
	}
	w.book(w.User(access.Student), form("ann@lectern.test", at(2, "14:00"), ""))
}

func TestRobotsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	formID := w.slots(w.Nobody(), "date=2026-09-02").HoldID
	w.Clock.Advance(2 * time.Second)
	w.refused(w.Nobody(), "POST", "/demo-booking", form("ann@lectern.test", at(2, "10:00"), `,"holdId":"`+formID+`"`), 429, "BOOKING_ERROR", "too_fast")
	for i := range 5 {
		w.book(w.Nobody(), form(fmt.Sprintf("r%d@lectern.test", i), at(3+i, "10:00"), ""))
	}
	before := w.state()
	w.refused(w.Nobody(), "POST", "/demo-booking", form("r9@lectern.test", at(9, "10:00"), ""), 429, "BOOKING_ERROR", "too_many_attempts")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
}

// Instructors get demos in turn, and the cap of a day holds.
func TestDemosAreGivenInTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	second := w.User(access.Instructor)
	w.opens(second, "08:00", "20:00")
	given := map[string]int{}
	for i := range 4 {
		given[w.book(w.User(access.Student), form(fmt.Sprintf("p%d@lectern.test", i), at(2+i, "10:00"), "")).InstructorID]++
	}
	if given[w.teacher.ID] != 2 || given[second.ID] != 2 {
		t.Error(given)
	}
	if n := w.slots(w.Nobody(), "date=2026-09-02&timezone=UTC&duration=15").Slots[0].Instructors; n != 2 {
		t.Error(n)
	}
	for i := range 6 {
		w.book(w.User(access.Student), form(fmt.Sprintf("q%d@lectern.test", i), at(10, fmt.Sprintf("%02d:00", 8+2*i)), `,"instructorId":"`+second.ID+`"`))
	}
	if full := w.slots(w.Nobody(), "date=2026-09-10&timezone=UTC&instructorId="+second.ID); len(full.Slots) != 0 {
		t.Error("the day is full")
	}
}
