package payment_test

import (
	"strings"
	"testing"

	"lectern/internal/commerce/order"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (s shop) allPlans(query string) []order.LearnerPlan {
	s.t.Helper()
	return testapp.Read[rest.List[order.LearnerPlan]](s.t, s.admin.Do("GET", "/payments/admin/plans?"+query, "", 200)).Data
}

// Administrators find payment plans by their status and learner, and write off what is due: nothing more is asked for, and the course stays open or is closed, as they choose.
func TestWritingOffInstalments(t *testing.T) {
	t.Parallel()
	z := newStripe(t)
	s := newSchool(t, z)
	ann, ben, cleo := s.User(access.Student), s.User(access.Student), s.User(access.Student)
	for _, who := range []testapp.User{ann, ben} {
		s.payNow(who, s.placeParts(who).ID)
	}
	s.placeParts(cleo) // not paid: no plan yet
	kept, closed := s.planOf(ann), s.planOf(ben)
	s.passes(kept.Dues[1].DueAt.Sub(s.Clock.Now()) + 8*dayLong)
	if all := s.allPlans(""); len(all) != 2 || all[0].Unpaid != 66666 || all[0].Status != "past_due" {
		t.Errorf("%+v", all)
	}
	s.Exec("INSERT INTO user_search_keys (user_id, search_key) VALUES (?, 'zoe')", ann.ID)
	if found := s.allPlans("search=zoe&status=past_due"); len(found) != 1 || found[0].UserID != ann.ID || found[0].ID != kept.ID {
		t.Errorf("%+v", found)
	}
	if found := s.allPlans("status=active"); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	waiting := s.orderDue(ben, closed.Dues[1])
	late := s.attempt(ann, s.orderDue(ann, kept.Dues[1]).ID) // under way while it is written off

	one := "/payments/admin/plans/" + kept.ID
	for _, who := range []testapp.User{ann, s.User(access.Instructor)} {
		who.Do("GET", "/payments/admin/plans", "", 403)
		who.Do("GET", one, "", 403)
		who.Do("POST", one+"/write-off", `{"reason":"x","ends_access":true}`, 403)
	}
	s.admin.Do("POST", one+"/write-off", `{"reason":" ","ends_access":true}`, 400)
	s.admin.Do("POST", "/payments/admin/plans/none/write-off", `{"reason":"x","ends_access":true}`, 404)
	s.admin.Do("GET", "/payments/admin/plans/"+s.pendingPlan(), "", 404)
	s.admin.Do("POST", "/payments/admin/plans/"+s.pendingPlan()+"/write-off", `{"reason":"x","ends_access":true}`, 404)
	if n := s.Count("SELECT count(*) FROM payment_plans WHERE written_off_at IS NOT NULL") + s.Count("SELECT count(*) FROM dues WHERE status = 'cancelled'"); n != 0 || s.enrolled(ann) {
		t.Errorf("refused requests changed %d rows", n)
	}

	s.admin.Do("POST", one+"/write-off", `{"reason":"Out of work","ends_access":false}`, 200)
	got := testapp.Read[rest.Answer[order.LearnerPlan]](t, s.admin.Do("POST", "/payments/admin/plans/"+closed.ID+"/write-off", `{"reason":"Cannot be reached","ends_access":true}`, 200)).Data
	if got.Status != "cancelled" || got.WrittenOffReason != "Cannot be reached" || got.Unpaid != 0 || len(got.Orders) != 2 || got.WrittenOffAt == nil {
		t.Errorf("%+v", got)
	}
	if p := s.planOf(ann); p.Status != "ended" || p.WrittenOffAt == nil || !s.enrolled(ann) || s.enrolled(ben) {
		t.Errorf("%+v", p)
	}
	if o := s.get(ben, waiting.ID); o.Status != "cancelled" {
		t.Errorf("its order is %s", o.Status)
	}
	if answer := ann.Do("GET", "/payments/plans", "", 200); strings.Contains(answer, "Out of work") {
		t.Error("the learner sees the reason")
	}
	for _, id := range []string{kept.ID, closed.ID} {
		s.admin.Do("POST", "/payments/admin/plans/"+id+"/write-off", `{"reason":"x","ends_access":true}`, 409)
	}
	ann.Do("POST", "/payments/dues/"+kept.Dues[2].ID+"/order", "", 409)
	s.Work()
	if s.reminded(ann, "account.instalments_waived") != 1 || s.reminded(ben, "account.instalments_ended") != 1 {
		t.Error("learners are not notified")
	}
	if n := s.Count("SELECT count(*) FROM audit_log WHERE action = 'payment_plan.written_off'"); n != 2 {
		t.Errorf("%d entries in the audit log", n)
	}

	s.buyer(late, pays) // what comes late is sent back
	s.hear()
	s.later(2)
	if n := s.Count("SELECT count(*) FROM refunds WHERE origin = 'surplus' AND status = 'succeeded' AND amount = 33333"); n != 1 {
		t.Errorf("%d late payments are sent back", n)
	}
	before := s.reminded(ann, "account.due_soon") + s.reminded(ben, "account.due_soon")
	s.passes(90 * dayLong)
	if !s.enrolled(ann) || s.enrolled(ben) || s.reminded(ann, "account.due_soon")+s.reminded(ben, "account.due_soon") != before {
		t.Error("something is asked for again, or access has changed")
	}
	s.intact()
}

func (s shop) pendingPlan() (id string) {
	s.t.Helper()
	if err := s.DB.Reader().NewRaw("SELECT id FROM payment_plans WHERE status = 'pending'").Scan(s.t.Context(), &id); err != nil {
		s.t.Fatal(err)
	}
	return id
}
