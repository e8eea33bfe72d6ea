package companyreport_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/company"
	"lectern/internal/commerce/companyreport"
	"lectern/internal/commerce/seat"
	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// office is an application with a company, its manager, one who looks after its bills and a member with a seat in a course.
type office struct {
	*testapp.App
	t                        *testing.T
	admin                    testapp.User
	id, pool, course         string
	manager, billing, member authn.SignedIn
}

func newOffice(t *testing.T) office {
	t.Helper()
	o := office{App: testapp.New(t), t: t}
	o.admin = o.User(access.Admin)
	o.manager, o.billing, o.member = o.Register("manager@bees.test"), o.Register("billing@bees.test"), o.Register("member@bees.test")
	o.id = o.company("Bees Ltd.", o.manager)
	o.join(o.billing, `"role":"billing"`)
	o.join(o.member, `"department":"=Hives"`)
	o.course = o.User(access.Instructor).PublishCourse(`,"prices":[{"currency":"EUR","individual":0,"batch":10000}]`).ID
	o.pool = testapp.Read[rest.Answer[seat.SeatPool]](t, o.admin.Do("POST", "/corporate/"+o.id+"/pools", `{"total":5,"course_ids":["`+o.course+`"],"swap_days":7,"swaps":1}`, 201)).Data.ID
	o.give("member@bees.test")
	return o
}

func (o office) company(name string, manager authn.SignedIn) string {
	o.t.Helper()
	c := testapp.Read[rest.Answer[company.Company]](o.t, o.admin.Do("POST", "/corporate", `{"name":"`+name+`","manager_email":"`+manager.User.Email+`"}`, 201)).Data
	o.accept(manager)
	return c.ID
}

func (o office) accept(who authn.SignedIn) {
	o.t.Helper()
	o.DoAs(who, "POST", "/corporate/invitations/"+o.EmailToken(who.User.Email, "/join-company")+"/accept", "{}", 200)
}

func (o office) join(who authn.SignedIn, more string) {
	o.t.Helper()
	o.DoAs(o.manager, "POST", "/corporate/"+o.id+"/invitations", `{"emails":["`+who.User.Email+`"],`+more+`}`, 200)
	o.accept(who)
}

func (o office) give(emails ...string) {
	o.t.Helper()
	o.DoAs(o.manager, "POST", "/corporate/"+o.id+"/pools/"+o.pool+"/seats", `{"course_id":"`+o.course+`","emails":["`+strings.Join(emails, `","`)+`"]}`, 200)
}

// learn records that a user is so far in a course now.
func (o office) learn(who authn.SignedIn, course string, percent int64) {
	o.t.Helper()
	now := o.Clock.Now()
	var done any
	if percent == 100 {
		done = now
	}
	o.Exec("DELETE FROM course_progress WHERE user_id = ? AND course_id = ?", who.User.ID, course)
	o.Exec("INSERT INTO course_progress (user_id, course_id, version, completed, required, percent, time_spent, last_lesson, last_at, completed_at, updated_at) VALUES (?, ?, 1, 1, 4, ?, 60, '', ?, ?, ?)",
		who.User.ID, course, percent, now, done, now)
}

// certify issues a certificate of a course now.
func (o office) certify(id string, who authn.SignedIn, course string) {
	o.t.Helper()
	o.Exec(`INSERT INTO certificates (id, code, user_id, course_id, cycle, status, name, course_title, issuer, facts, issued_at, expires_at, cause, reason, asked_name, asked_reason, pdf_sha256, pdf_size)
		VALUES (?, ?, ?, ?, 1, 'issued', 'Ann', 'Bees', 'School', '{}', ?, ?, '', '', '', '', '', 1)`,
		id, "7Q2M9XKD4TW0"+id, who.User.ID, course, o.Clock.Now(), o.Clock.Now().AddDate(1, 0, 0))
}

func read[R any](o office, report string) []R {
	o.t.Helper()
	return testapp.Read[rest.List[R]](o.t, o.DoAs(o.manager, "GET", "/corporate/"+o.id+"/reports/"+report, "", 200)).Data
}

// sheetOf returns the rows of an export by column, and checks that it is a file for the download.
func (o office) sheetOf(report string) (rows []map[string]string) {
	o.t.Helper()
	answer := o.SendWith(o.manager.AccessToken, "GET", "/corporate/"+o.id+"/reports/"+report+"/export")
	if answer.Code != 200 || answer.Header().Get("Content-Disposition") != `attachment; filename="company-`+report+`.csv"` {
		o.t.Fatalf("%d %s", answer.Code, answer.Header())
	}
	all, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(answer.Body.String(), "\ufeff"))).ReadAll()
	if err != nil {
		o.t.Fatal(err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, column := range all[0] {
			row[column] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

var reports = []string{"progress", "usage", "certificates", "spend"}

// A manager of another company finds nothing, a member may read no report, and those who look after the bills only what was spent.
func TestReportsAreOfTheirCompany(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	stranger := o.Register("manager@wasps.test")
	own := o.company("Wasps Ltd.", stranger)
	for _, report := range reports {
		for _, path := range []string{report, report + "/export"} {
			at := "/corporate/" + o.id + "/reports/" + path
			if found, nothing := o.DoAs(stranger, "GET", at, "", 404), o.DoAs(stranger, "GET", "/corporate/none/reports/"+path, "", 404); message(found) != message(nothing) {
				t.Errorf("%s: %s differs from %s", path, found, nothing)
			}
			o.DoAs(o.member, "GET", at, "", 403)
			o.DoAs(o.manager, "GET", at, "", 200)
			o.admin.Do("GET", at, "", 200)
			want := 403
			if report == "spend" {
				want = 200
			}
			o.DoAs(o.billing, "GET", at, "", want)
		}
	}
	if got := testapp.Read[rest.List[companyreport.CompanyProgress]](t, o.DoAs(stranger, "GET", "/corporate/"+own+"/reports/progress", "", 200)).Data; len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func message(answer string) string {
	_, after, _ := strings.Cut(answer, `"message"`)
	found, _, _ := strings.Cut(after, ",")
	return found
}

// A course that a person takes without a seat is not shown, nor what they learn after their seat ended, nor anything once they have left.
func TestPrivateLearningIsNotShown(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	private := o.User(access.Instructor).PublishCourse("").ID
	o.learn(o.member, private, 100)
	o.certify("A", o.member, private)
	o.learn(o.member, o.course, 50)
	all := read[companyreport.CompanyProgress](o, "progress")
	if len(all) != 1 || all[0].Email != "member@bees.test" || all[0].Department != "=Hives" || all[0].CourseID != o.course || *all[0].Percent != 50 || all[0].CompletedAt != nil || all[0].LastAt == nil {
		t.Fatalf("%+v", all)
	}
	if rows := o.sheetOf("progress"); len(rows) != 1 || rows[0]["percent"] != "50" || rows[0]["department"] != "'=Hives" || rows[0]["completed_at"] != "" {
		t.Errorf("%+v", rows)
	}
	o.Clock.Advance(time.Hour)
	o.signIn()
	o.admin = o.User(access.Admin)
	o.Exec("UPDATE seat_pools SET ends_at = ?", o.Clock.Now())
	if err := o.App.Seats.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all = read[companyreport.CompanyProgress](o, "progress"); len(all) != 1 || all[0].EndedAt == nil || *all[0].Percent != 50 {
		t.Errorf("%+v", all)
	}
	o.Clock.Advance(time.Minute)
	o.learn(o.member, o.course, 100)
	o.certify("B", o.member, o.course)
	if all = read[companyreport.CompanyProgress](o, "progress"); len(all) != 1 || all[0].Percent != nil || all[0].LastAt != nil || all[0].CompletedAt != nil {
		t.Errorf("%+v", all)
	}
	if seats := testapp.Read[rest.List[seat.Seat]](t, o.DoAs(o.manager, "GET", "/corporate/"+o.id+"/seats", "", 200)).Data; len(seats) != 1 || seats[0].Percent != nil || seats[0].CompletedAt != nil {
		t.Errorf("%+v", seats)
	}
	if found := read[companyreport.CompanyCertificate](o, "certificates"); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	o.DoAs(o.manager, "DELETE", "/corporate/"+o.id+"/people/"+o.member.User.ID, "", 200)
	if all = read[companyreport.CompanyProgress](o, "progress"); len(all) != 0 || len(o.sheetOf("progress")) != 0 {
		t.Errorf("%+v", all)
	}
}

// signIn signs all in again: their sessions have ended.
func (o *office) signIn() {
	o.t.Helper()
	for _, who := range []*authn.SignedIn{&o.manager, &o.member} {
		*who = testapp.Read[rest.Answer[authn.SignedIn]](o.t, o.SignIn(who.User.Email, testapp.Password).Body.String()).Data
	}
}

func TestUsageOfSeats(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.give("manager@bees.test", "new@bees.test")
	o.learn(o.member, o.course, 10)
	all := read[companyreport.CompanyUsage](o, "usage")
	if len(all) != 1 || all[0].Courses[0].ID != o.course || all[0].Total != 5 || all[0].Free != 2 || all[0].Offered != 1 || all[0].Taken != 2 || all[0].NotStarted != 1 || all[0].InProgress != 1 ||
		all[0].Completed != 0 || all[0].ActivePeople != 1 {
		t.Fatalf("%+v", all)
	}
	o.learn(o.member, o.course, 100)
	o.Clock.Advance(31 * 24 * time.Hour)
	o.signIn()
	rows := o.sheetOf("usage")
	if len(rows) != 1 || rows[0]["completed"] != "1" || rows[0]["in_progress"] != "0" || rows[0]["active_people"] != "0" || rows[0]["total"] != "5" {
		t.Errorf("%+v", rows)
	}
	o.Exec("UPDATE seat_pools SET ends_at = ?", o.Clock.Now())
	if all = read[companyreport.CompanyUsage](o, "usage"); all[0].Free != 0 {
		t.Errorf("seats of a pool that has ended are free: %+v", all)
	}
}

// Pages follow each other without gaps, and a person with two seats in a course, one after the other, is there once.
func TestReportsHavePages(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	released := testapp.Read[rest.List[seat.Seat]](t, o.DoAs(o.manager, "GET", "/corporate/"+o.id+"/seats", "", 200)).Data[0]
	o.Exec("UPDATE seats SET state = 'ended', ended_at = ? WHERE id = ?", o.Clock.Now(), released.ID)
	o.Clock.Advance(time.Second)
	o.give("member@bees.test", "manager@bees.test")
	seen, cursor := map[string]bool{}, ""
	for range 3 {
		page := testapp.Read[rest.List[companyreport.CompanyProgress]](t, o.DoAs(o.manager, "GET", "/corporate/"+o.id+"/reports/progress?limit=1&cursor="+cursor, "", 200))
		if page.Pagination.TotalItems != 2 || len(page.Data) != 1 || page.Data[0].EndedAt != nil {
			t.Fatalf("%+v", page)
		}
		seen[page.Data[0].Email] = true
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	if len(seen) != 2 || cursor != "" {
		t.Errorf("%v", seen)
	}
	for _, report := range reports[:3] {
		o.DoAs(o.manager, "GET", "/corporate/"+o.id+"/reports/"+report+"?cursor=none", "", 400)
	}
}

func TestCertificatesOfSeats(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.certify("A", o.manager, o.course) // without a seat
	o.certify("B", o.member, o.course)
	all := read[companyreport.CompanyCertificate](o, "certificates")
	if len(all) != 1 || all[0].Email != "member@bees.test" || all[0].Code != "7Q2M-9XKD-4TW0-B" || !strings.HasSuffix(all[0].Address, "/verify/7Q2M9XKD4TW0B") || all[0].Status != "issued" {
		t.Fatalf("%+v", all)
	}
	o.Clock.Advance(366 * 24 * time.Hour)
	o.signIn()
	if rows := o.sheetOf("certificates"); len(rows) != 1 || rows[0]["status"] != "expired" || rows[0]["code"] != "7Q2M-9XKD-4TW0-B" {
		t.Errorf("%+v", rows)
	}
	o.Exec("UPDATE certificates SET status = 'superseded'")
	if all = read[companyreport.CompanyCertificate](o, "certificates"); len(all) != 0 {
		t.Errorf("%+v", all)
	}
}

// Currencies are never added up, and cancelled orders do not count.
func TestSpendOfACompany(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	order := func(id, currency, status string, total, paid, refunded int64) {
		now := o.Clock.Now()
		o.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, expires_at, created_at, updated_at, company_id, po_number)
			VALUES (?, ?, ?, ?, ?, ?, FALSE, ?, 0, 0, ?, ?, ?, ?, '{}', ?, ?, ?, ?, '+PO')`, id, "LEC-"+id, o.manager.User.ID, id, status, currency, total, total, paid, refunded, refunded, now, now, now, o.id)
		o.Exec("INSERT INTO order_lines (id, order_id, position, course_id, title, plan, list, early_bird, coupon, charged, beneficiary_id, kind, quantity) VALUES (?, ?, 1, ?, 'Bees', 'batch', ?, 0, 0, ?, ?, 'seats', 2)",
			id, id, o.course, total, total, o.manager.User.ID)
	}
	order("1", "EUR", "paid", 20000, 20000, 0)
	order("2", "EUR", "pending", 5000, 0, 0)
	order("3", "EUR", "cancelled", 7000, 0, 0)
	order("4", "JPY", "partially_refunded", 900, 900, 300)
	all := testapp.Read[rest.Answer[[]companyreport.CompanySpend]](t, o.DoAs(o.billing, "GET", "/corporate/"+o.id+"/reports/spend", "", 200)).Data
	want := []companyreport.CompanySpend{{Currency: "EUR", MinorDigits: 2, Orders: 2, Ordered: 25000, Open: 5000, Paid: 20000, Spent: 20000},
		{Currency: "JPY", Orders: 1, Ordered: 900, Paid: 900, Refunded: 300, Spent: 600}}
	if len(all) != 2 || all[0] != want[0] || all[1] != want[1] {
		t.Errorf("%+v", all)
	}
	rows := o.sheetOf("spend")
	if len(rows) != 4 || rows[0]["total"] != "900" || rows[0]["seats"] != "2 × Bees" || rows[0]["po_number"] != "'+PO" || rows[3]["total"] != "200.00" {
		t.Errorf("%+v", rows)
	}
}
