package sample

import (
	"context"
	"strings"
	"time"

	"lectern/internal/commerce/company"
	"lectern/internal/commerce/seat"
	"lectern/internal/platform/rest"
)

// employer is a company of the demo.
type employer struct {
	at       time.Time
	company  company.NewCompany
	manager  person
	people   map[string][]person // by department
	invited  []string            // who have not answered yet
	prospect bool
}

// planCompanies plans companies whose managers invite people, most of whom accept.
func (m *schoolMonth) planCompanies() {
	day := func(n int) time.Time { return m.start.AddDate(0, 0, n).Add(2 * time.Hour) }
	for _, e := range []employer{
		{at: day(2), company: company.NewCompany{Name: "Nordlicht Logistics", Country: "DE", Address: "Speicherstraße 12\n20457 Hamburg"}, manager: staffMember("jonas"),
			people:  map[string][]person{"Warehouse": learners[6:10], "Finance": learners[10:12]},
			invited: []string{"ida@nordlicht.example", "henrik@nordlicht.example"}},
		{at: day(6), company: company.NewCompany{Name: "Fjord Media", Country: "NO"}, manager: staffMember("greta"), people: map[string][]person{"Editors": learners[12:14]}},
		{at: day(15), company: company.NewCompany{Name: "Kranich Software", Country: "DE", Note: "Asked for an offer for 20 people."}, prospect: true},
	} {
		m.add(e.at, func(ctx context.Context) error { return m.employ(ctx, e) })
	}
	m.planGraduate(person{key: "priyanka"}, m.find("Negotiation for engineers"), day(3))
}

// planGraduate plans that a person completes the course of their seat, and has a certificate of it.
func (m *schoolMonth) planGraduate(p person, c *liveCourse, from time.Time) {
	m.add(from.AddDate(0, 0, -2), func(ctx context.Context) error { return m.certify(ctx, c, "") })
	for i := range c.lessons {
		m.planLesson(from.AddDate(0, 0, 3*i), chance(p.key, c.Title), p, c, i)
	}
}

func staffMember(key string) person {
	for _, p := range staff {
		if p.key == key {
			return p
		}
	}
	return person{}
}

// employ adds a company with its people, unless an interrupted fill has done so.
func (m *schoolMonth) employ(ctx context.Context, e employer) error {
	chief, companies := m.callers["asha"], m.in.Companies
	before, _, err := companies.List(ctx, company.CompanyFilter{Search: e.company.Name}, 1, 0)
	if err != nil || len(before) > 0 {
		return err
	}
	if e.manager.key != "" {
		e.company.ManagerEmail = e.manager.email()
	}
	c, err := companies.Create(ctx, chief, e.company)
	if err != nil {
		return err
	}
	if e.prospect {
		status := "prospect"
		_, err = companies.Patch(ctx, chief, c.ID, company.CompanyChange{Status: &status}, rest.IfMatch{ETag: "*"})
		return err
	}
	if err := m.acceptAll(ctx, c.ID, e.manager); err != nil {
		return err
	}
	manager := m.callers[e.manager.key]
	for department, people := range e.people {
		n := company.NewCompanyInvitations{Role: company.Member, Department: department}
		for _, p := range people {
			n.Emails = append(n.Emails, p.email())
		}
		if _, err := companies.Invite(ctx, manager, c.ID, n); err != nil {
			return err
		}
		if err := m.acceptAll(ctx, c.ID, people...); err != nil {
			return err
		}
	}
	if len(e.invited) == 0 {
		return nil
	}
	if err := m.seat(ctx, c.ID, e); err != nil {
		return err
	}
	_, err = companies.Invite(ctx, manager, c.ID, company.NewCompanyInvitations{Emails: e.invited, Role: company.Member})
	return err
}

// seat grants seats to a company, whose manager gives some of them; one is offered to a person who has not answered.
func (m *schoolMonth) seat(ctx context.Context, companyID string, e employer) error {
	first, second := m.find("Negotiation for engineers").id, m.find("Reading a balance sheet").id
	end := m.now.AddDate(0, 5, 0)
	pool, err := m.in.Seats.AddPool(ctx, m.callers["asha"], companyID, seat.NewSeatPool{CourseIDs: []string{first, second}, Total: 12, EndsAt: &end, SwapDays: 14, Swaps: 2, Note: "Spring offer"})
	if err != nil {
		return err
	}
	manager := m.callers[e.manager.key]
	for department, courses := range map[string][]string{"Warehouse": {first}, "Finance": {first, second}} {
		var emails []string
		for _, p := range e.people[department] {
			emails = append(emails, p.email())
		}
		for _, id := range courses {
			if _, err := m.in.Seats.Give(ctx, manager, companyID, pool.ID, seat.NewSeats{CourseID: id, Emails: emails}); err != nil {
				return err
			}
		}
	}
	_, err = m.in.Seats.Give(ctx, manager, companyID, pool.ID, seat.NewSeats{CourseID: second, Emails: e.invited[:1]})
	return err
}

// acceptAll lets people accept their invitations to a company.
func (m *schoolMonth) acceptAll(ctx context.Context, companyID string, people ...person) error {
	open, _, _, err := m.in.Companies.Invitations(ctx, m.callers["asha"], companyID, rest.CursorParam{}, 100)
	if err != nil {
		return err
	}
	for _, i := range open {
		for _, p := range people {
			if p.email() != i.Email {
				continue
			}
			_, token, _ := strings.Cut(m.in.Companies.InvitationURL(i.ID), "#")
			if _, err := m.in.Companies.Accept(ctx, m.callers[p.key], token); err != nil {
				return err
			}
		}
	}
	return nil
}
