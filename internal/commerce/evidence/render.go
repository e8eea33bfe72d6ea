package evidence

import (
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/document"
	"lectern/internal/platform/money"
	"lectern/internal/platform/typeset"
)

// render writes the facts in English, in which the providers of payments take evidence. Times are in UTC.
func render(f facts, fonts *typeset.Fonts) ([]byte, error) {
	d := f.Dispute
	pdf := document.New(fonts, "Evidence for "+d.OrderNumber, f.School, f.WrittenAt)
	pdf.Heading("Evidence for order " + d.OrderNumber)
	pdf.Text("Written by " + f.School + " on " + when(f.WrittenAt) + ". All times are in UTC.")
	pdf.Space()
	b := d.Billing.V
	pdf.Columns("The dispute", lines(d.Provider+" "+d.ProviderRef, "Reason: "+d.Reason, "Amount: "+d.amount(d.Amount), "Since: "+when(d.CreatedAt), optional("Answer by: ", d.RespondBy)),
		"The buyer", lines(d.BuyerName, d.BuyerEmail, "Billed to: "+b.Name, b.Company, b.Address, b.Region, b.Country))
	pdf.Text(lines("Ordered: "+when(d.OrderedAt), "Paid: "+when(d.PaidAt)+", "+d.amount(d.Paid)+" by "+d.Method+" ("+d.PaymentRef+")"))
	pdf.Space()
	rows := [][]string{{"What was bought", "Places", "Price"}}
	for _, l := range f.Lines {
		rows = append(rows, []string{l.Title, strconv.FormatInt(l.Quantity, 10), d.amount(l.Charged)})
	}
	pdf.Table(append(rows, []string{"Total with taxes", "", d.amount(d.Total)}), 1)
	table(pdf, []string{"Document", "Issued", "Total"}, f.Documents, func(i issued) []string {
		return []string{strings.ReplaceAll(i.Kind, "_", " ") + " " + i.Label, when(i.IssuedAt), d.amount(i.Total)}
	})
	table(pdf, []string{"Accepted by the buyer", "On", "From"}, f.Accepted, func(a acceptance) []string {
		return []string{strings.ReplaceAll(a.Kind, "_", " ") + ", version " + strconv.FormatInt(a.Version, 10), when(a.AcceptedAt), a.Network}
	})
	table(pdf, []string{"Signed in from", "Times", "First", "Last"}, f.SignIns, func(s signIn) []string {
		return []string{s.Network, strconv.FormatInt(s.Count, 10), when(s.First), when(s.Last)}
	})
	table(pdf, []string{"Lesson", "Progress", "Minutes", "Completed"}, f.Lessons, func(l studied) []string {
		return []string{l.Course + ": " + l.Lesson, strconv.FormatInt(l.Percent, 10) + "%", strconv.FormatInt((l.TimeSpent+59)/60, 10), optional("", l.CompletedAt)}
	})
	table(pdf, []string{"Handed in", "On"}, f.HandedIn, func(h handedIn) []string { return []string{h.Course + ": " + h.Lesson, when(h.SubmittedAt)} })
	return pdf.Bytes()
}

// table writes what there is of a list.
func table[T any](pdf *document.Document, head []string, all []T, cells func(T) []string) {
	if len(all) == 0 {
		return
	}
	rows := [][]string{head}
	for _, one := range all {
		rows = append(rows, cells(one))
	}
	pdf.Table(rows, 0)
}

func (d disputed) amount(minor int64) string {
	return money.Decimal(minor, d.Currency) + " " + d.Currency
}

func when(at time.Time) string { return at.UTC().Format("2006-01-02 15:04") }

func optional(label string, at *time.Time) string {
	if at == nil {
		return ""
	}
	return label + when(*at)
}

// lines joins what is not empty.
func lines(all ...string) string {
	var kept []string
	for _, one := range all {
		if one != "" {
			kept = append(kept, one)
		}
	}
	return strings.Join(kept, "\n")
}
