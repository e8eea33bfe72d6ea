package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"time"

	"lectern/internal/commerce/complaint"
	"lectern/internal/commerce/lead"
	"lectern/internal/commerce/newsletter"
	"lectern/internal/commerce/proposal"
	"lectern/internal/learning/authoring"
	"lectern/internal/platform/access"
	"lectern/internal/platform/document"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/typeset"
	"lectern/internal/site/sitefeedback"
)

// enquiry is a form of the demo that a visitor sends, and what becomes of it a day later.
type enquiry struct {
	daysAgo             int
	name, email, course string // no course: a message, or training
	company             string
	people              int64
	message, source     string
	brochure            bool
	status, note, next  string
}

var enquiries = []enquiry{
	{daysAgo: 24, name: "Clara Weiss", email: "clara@example.com", course: "German for your first month", message: "I move to Vienna in spring. Is this course for complete beginners?", source: "newsletter", status: lead.Won},
	{daysAgo: 20, name: "Henrik Olsen", email: "henrik@fjordbank.example.com", company: "Fjordbank", people: 18, message: "We would like to train our new analysts before summer.", status: lead.Proposal, note: "Wants two groups of nine, on Fridays.", next: "Send the revised proposal"},
	{daysAgo: 17, name: "Anjali Rao", email: "anjali@example.com", course: "Reading a balance sheet", brochure: true, source: "search.example.com", status: lead.Contacted, next: "Call back after her exams"},
	{daysAgo: 15, name: "SEO Experts", email: "sales@example.com", message: "First page in a week: https://a.example.com https://b.example.com https://c.example.com https://d.example.com"},
	{daysAgo: 12, name: "Luis Ortega", email: "luis@example.com", message: "Do you accept payment by bank transfer from Mexico?", status: lead.Lost, note: "Has found a course in Spanish."},
	{daysAgo: 8, name: "Martha Lindqvist", email: "martha@nordlicht.example.com", company: "Nordlicht Energie", people: 40, message: "Negotiation training for our project leads, on site if possible.", status: lead.Qualified, next: "Ask for their dates"},
	{daysAgo: 5, name: "Yusuf Demir", email: "yusuf@example.com", course: "TypeScript from the types up", message: "I write JavaScript for a living. Which weeks can I skip?", source: "newsletter", status: lead.Contacted},
	{daysAgo: 3, name: "Anjali Rao", email: "anjali@example.com", course: "Reading a balance sheet", message: "Thank you for the brochure. When does the next group begin?"},
	{daysAgo: 2, name: "Tom Becker", email: "tom@example.com", course: "Reading a balance sheet", brochure: true, source: "search.example.com"},
	{daysAgo: 1, name: "Ines Duarte", email: "ines@example.com", message: "Can I visit a live session before I decide?"},
}

// planLeads plans that a course gets a brochure, that visitors send forms, and what an administrator makes of them.
func (m *schoolMonth) planLeads() {
	m.add(m.start.Add(time.Hour), m.setBrochure)
	for _, e := range enquiries {
		at, form, id := m.now.AddDate(0, 0, -e.daysAgo).Add(-2*time.Hour), "", ""
		m.add(at.Add(-time.Minute), func(context.Context) error { // filling in a form takes people a while
			form = m.in.Leads.Open().FormID
			return nil
		})
		m.add(at, func(ctx context.Context) (err error) {
			if err := m.ask(ctx, e, form); err != nil {
				return err
			}
			newest, _, _, err := m.in.Leads.List(ctx, lead.LeadFilter{}, rest.Page{Number: 1, Limit: 1}, rest.CursorParam{})
			if err == nil {
				id = newest[0].ID
			}
			return err
		})
		if e.status != "" {
			m.add(at.Add(20*time.Hour), func(ctx context.Context) error { return m.answer(ctx, e, id) })
		}
	}
}

func (m *schoolMonth) ask(ctx context.Context, e enquiry, form string) error {
	sender := lead.Sender{FullName: e.name, Email: e.email, CountryCode: "DE", Form: form, Origin: formguard.VisitOrigin{UTMSource: e.source}}
	switch {
	case e.brochure:
		return m.in.Leads.RequestBrochure(ctx, access.Caller{}, lead.BrochureRequest{Sender: sender, CourseID: m.find(e.course).id})
	case e.company != "":
		return m.in.Leads.Inquire(ctx, access.Caller{}, lead.TrainingInquiry{Sender: sender, CompanyName: e.company, PeopleCount: e.people, Format: "either", Message: e.message})
	case e.course != "":
		return m.in.Leads.Enroll(ctx, access.Caller{}, lead.EnrollRequest{Sender: sender, CourseID: m.find(e.course).id, Message: e.message})
	}
	return m.in.Leads.Contact(ctx, access.Caller{}, lead.NewContact{Sender: sender, Message: e.message})
}

// answer is what an administrator makes of a lead.
func (m *schoolMonth) answer(ctx context.Context, e enquiry, id string) error {
	if id == "" {
		return nil // sent before the fill was interrupted
	}
	asha := m.callers["asha"]
	if e.note != "" {
		if _, err := m.in.Leads.Note(ctx, asha, id, lead.LeadNote{Note: e.note}); err != nil {
			return err
		}
	}
	var edit rest.MergePatch[lead.LeadEdit]
	text, err := json.Marshal(map[string]any{"status": e.status, "assigned_to": asha.ID, "next_action": e.next})
	if err == nil {
		err = edit.UnmarshalJSON(text)
	}
	if err == nil {
		_, err = m.in.Leads.Change(ctx, asha, id, edit, rest.IfMatch{ETag: "*"})
	}
	if err == nil && e.status == lead.Proposal {
		err = m.propose(ctx, id)
	}
	return err
}

// propose sends a company a proposal.
func (m *schoolMonth) propose(ctx context.Context, id string) error {
	asha := m.callers["asha"]
	p, err := m.in.Proposals.Write(ctx, asha, id, proposal.ProposalEdit{Lines: []proposal.ProposalLine{
		{Text: "Reading a balance sheet, two groups of nine on Fridays", Quantity: 18, UnitPrice: 34900}, {Text: "Workshop on your own annual report, half a day", Quantity: 2, UnitPrice: 90000},
	}, Currency: "EUR", TaxName: "VAT", TaxPPM: 250_000, ValidUntil: m.now.AddDate(0, 0, 20).Format(time.DateOnly), Terms: "Payable within 30 days. Dates can be moved once, until two weeks before."})
	if err != nil {
		return err
	}
	_, err = m.in.Proposals.Send(ctx, asha, id, p.ID)
	return err
}

// setBrochure gives a course a brochure, which visitors get by email.
func (m *schoolMonth) setBrochure(ctx context.Context) error {
	c := m.find("Reading a balance sheet")
	d := document.New(typeset.Embedded(), c.Title, "Lectern", m.start)
	d.Heading(c.Title)
	d.Text(c.Summary)
	file, err := d.Bytes()
	if err != nil {
		return err
	}
	_, err = m.in.Authoring.SetBrochure(ctx, c.teacher, c.id, authoring.BrochureUpload{Name: "balance-sheet.pdf", Body: bytes.NewReader(file), Size: int64(len(file))}, rest.IfMatch{ETag: "*"}.Matches)
	return err
}

// grievance is a complaint of the demo, and what became of it.
type grievance struct {
	daysAgo  int
	by       string // the key of a learner, "" for a visitor
	name     string // of a visitor
	email    string
	category string
	course   string
	subject  string
	text     string
	answer   string // of an administrator, "" for none
	resolve  bool   // with the answer
	stars    int64
	priority string // "" for the usual one
}

var grievances = []grievance{
	{daysAgo: 16, by: "mina", category: "course", course: "Reading a balance sheet", subject: "Two slides are unreadable", text: "In the second lesson the figures on two slides are too small to read on a phone.",
		answer: "Thank you for telling us. We have replaced both slides by larger ones.", resolve: true, stars: 5},
	{daysAgo: 9, name: "Dana Novak", email: "dana@example.com", category: "payment", subject: "I was charged twice", text: "My bank statement shows two payments of the same amount on Monday. I only bought one course.",
		answer: "We have found both payments. Could you send us the statement, so that we can refund the second one?", priority: "high"},
	{daysAgo: 3, name: "Oskar Lind", email: "oskar@example.com", category: "technical", subject: "The captions lag behind", text: "In Safari the captions appear about two seconds late.", priority: "low"},
	{daysAgo: 1, by: "felix", category: "instructor", course: "Reading a balance sheet", subject: "No answer to my question", text: "I asked a question below a lesson a week ago and nobody has answered."},
}

// workday returns an instant of a day that is in office hours, or of the Friday before a weekend.
func workday(day time.Time) time.Time {
	switch day.Weekday() {
	case time.Saturday:
		day = day.AddDate(0, 0, -1)
	case time.Sunday:
		day = day.AddDate(0, 0, -2)
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 10, 20, 0, 0, day.Location())
}

// planComplaints plans that learners and visitors complain, and that an administrator answers.
func (m *schoolMonth) planComplaints() {
	for _, g := range grievances {
		at, form, id := workday(m.now.AddDate(0, 0, -g.daysAgo)), "", ""
		m.add(at.Add(-time.Minute), func(context.Context) error { // filling in a form takes people a while
			form = m.in.Complaints.Form().FormID
			return nil
		})
		m.add(at, func(ctx context.Context) (err error) {
			n := complaint.NewComplaint{Category: g.category, Subject: g.subject, Text: g.text, FullName: g.name, Email: g.email, Form: form}
			if g.course != "" {
				n.CourseID = m.find(g.course).id
			}
			if _, err := m.in.Complaints.Open(ctx, m.callers[g.by], n); err != nil {
				return err
			}
			newest, _, _, err := m.in.Complaints.List(ctx, complaint.ComplaintFilter{}, rest.Page{Number: 1, Limit: 1}, rest.CursorParam{})
			if err == nil {
				id = newest[0].ID
			}
			return err
		})
		m.add(at.Add(3*time.Hour+20*time.Minute), func(ctx context.Context) error { return m.handle(ctx, g, id) })
	}
}

// handle is what an administrator makes of a complaint, and how content who complained is with it.
func (m *schoolMonth) handle(ctx context.Context, g grievance, id string) error {
	if id == "" {
		return nil // sent before the fill was interrupted
	}
	asha := m.callers["asha"]
	if g.priority != "" {
		if err := m.prioritise(ctx, asha, id, g.priority); err != nil {
			return err
		}
	}
	if g.answer == "" {
		return nil
	}
	if _, err := m.in.Complaints.Answer(ctx, asha, id, complaint.StaffMessage{Body: g.answer, Resolve: g.resolve}); err != nil || g.stars == 0 {
		return err
	}
	_, err := m.in.Complaints.Rate(ctx, m.callers[g.by], id, complaint.ComplaintRating{Stars: g.stars, Comment: "Quick and friendly."})
	return err
}

func (m *schoolMonth) prioritise(ctx context.Context, who access.Caller, id, priority string) error {
	var edit rest.MergePatch[complaint.ComplaintEdit]
	text, err := json.Marshal(map[string]any{"priority": priority, "assigned_to": who.ID})
	if err == nil {
		err = edit.UnmarshalJSON(text)
	}
	if err == nil {
		_, err = m.in.Complaints.Change(ctx, who, id, edit, rest.IfMatch{ETag: "*"})
	}
	return err
}

// praise is feedback on the site, and whether it was published.
type praise struct {
	daysAgo   int
	by        string // the key of a learner
	rating    int64
	text      string
	consent   bool
	published bool
}

var praises = []praise{
	{daysAgo: 18, by: "amara", rating: 5, text: "I learn on the train. The site remembers where I was, even without a signal.", consent: true, published: true},
	{daysAgo: 11, by: "felix", rating: 4, text: "Clear pages, honest courses. I wish there were more of them in German.", consent: true, published: true},
	{daysAgo: 6, by: "noah", rating: 2, text: "I could not find my receipt for a while."},
	{daysAgo: 2, by: "yuki", rating: 5, text: "The deadlines in my own calendar are a relief.", consent: true},
}

// planFeedback plans that learners say what they think of the site.
func (m *schoolMonth) planFeedback() {
	for _, p := range praises {
		at := m.now.AddDate(0, 0, -p.daysAgo).Add(-4 * time.Hour)
		m.add(at, func(ctx context.Context) error {
			return m.in.Feedback.Send(ctx, m.callers[p.by], sitefeedback.NewSiteFeedback{Rating: p.rating, Text: p.text, PublishConsent: p.consent})
		})
		if p.published {
			m.add(at.Add(time.Hour), m.publishNewest)
		}
	}
}

func (m *schoolMonth) publishNewest(ctx context.Context) error {
	newest, _, err := m.in.Feedback.List(ctx, sitefeedback.FeedbackFilter{}, rest.Page{Number: 1, Limit: 1})
	if err == nil && len(newest) > 0 && newest[0].PublishConsent {
		_, err = m.in.Feedback.Decide(ctx, m.callers["asha"], newest[0].ID, sitefeedback.FeedbackDecision{Status: "published"})
	}
	return err
}

// readers are subscribers of the demo.
var readers = []string{"clara@example.com", "luis@example.com", "ines@example.com", "tom@example.com", "anjali@example.com", "yusuf@example.com", "dana@example.com", "oskar@example.com"}

// planNewsletter plans that addresses subscribe, and that an administrator has sent a campaign and is writing the next one.
func (m *schoolMonth) planNewsletter() {
	m.add(m.now.AddDate(0, 0, -14), func(ctx context.Context) error {
		asha := m.callers["asha"]
		lists, err := m.in.Newsletter.Lists(ctx)
		if err != nil || len(lists) == 0 {
			return err
		}
		list := lists[0].ID
		if _, err := m.in.Newsletter.Import(ctx, asha, newsletter.SubscriberImport{Emails: readers, ListIDs: []string{list}, Proof: "Signed up on paper at the open day"}); err != nil {
			return err
		}
		sent, err := m.in.Newsletter.Write(ctx, asha, newsletter.CampaignEdit{ListID: list, Subject: "Three courses that begin in December",
			Body: "<h2>Begin before the holidays</h2><p>Three groups still have seats:</p><ul><li>German for your first month</li><li>Reading a balance sheet</li><li>TypeScript from the types up</li></ul><p>Reply to this email if you don't know which one suits you.</p>"})
		if err != nil {
			return err
		}
		if _, err := m.in.Newsletter.Schedule(ctx, asha, sent.ID, newsletter.CampaignSchedule{}); err != nil {
			return err
		}
		_, err = m.in.Newsletter.Write(ctx, asha, newsletter.CampaignEdit{ListID: list, Subject: "What our learners read in winter",
			Body: "<p>Our instructors have chosen <strong>five articles</strong> for long evenings.</p><blockquote>The best time to learn is before you need it.</blockquote>"})
		return err
	})
}
