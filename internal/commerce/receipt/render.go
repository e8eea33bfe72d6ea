package receipt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/platform/document"
	"lectern/internal/platform/money"
)

// render draws a document from what it says itself, in English.
func render(d Document, b Buyer) ([]byte, error) {
	pdf := document.New(d.title(), d.Seller.Name, d.IssuedAt)
	pdf.Heading(d.title())
	if d.Test {
		pdf.Text("TEST: no money was moved, and this is not an invoice.")
		pdf.Space()
	}
	pdf.Columns(d.Seller.Name, lines(d.Seller.Address, d.Seller.Country, labelled("Tax id: ", d.Seller.TaxID)),
		"For", lines(b.Name, b.Company, b.Address, b.Region, b.Country, labelled("Tax id: ", b.TaxID)))
	facts := lines("Date: "+d.IssuedOn, "Order: "+d.OrderNumber, labelled("Corrects receipt: ", d.Corrects), labelled("Reason: ", d.Reason), labelled("Coupon: ", d.Coupon))
	pdf.Text(facts)
	pdf.Space()
	if len(d.Lines) > 0 {
		pdf.Table(d.lineRows(), 0)
	}
	pdf.Table(d.totalRows(), 1)
	if slices.ContainsFunc(d.Taxes, func(t Tax) bool { return t.RatePPM == 0 && t.Name == "Reverse charge" }) {
		pdf.Text("Reverse charge: the recipient of the service is liable for the VAT.")
	}
	if d.PricesIncludeTax && d.Tax > 0 {
		pdf.Text("The prices of the courses include taxes.")
	}
	return pdf.Bytes()
}

func (d Document) title() string {
	if d.Kind == creditKind {
		return "Credit note " + d.Label
	}
	return "Receipt " + d.Label
}

// fileName has no slashes.
func (d Document) fileName() string { return strings.ReplaceAll(d.Label, "/", "-") + ".pdf" }

func (d Document) amount(minor int64) string {
	return money.Decimal(minor, d.Currency) + " " + d.Currency
}

func (d Document) lineRows() [][]string {
	rows := [][]string{{"Course", "Price", "Discount", "Amount"}}
	for _, l := range d.Lines {
		rows = append(rows, []string{l.Title, d.amount(l.List), d.amount(l.Charged - l.List), d.amount(l.Charged)})
	}
	return rows
}

func (d Document) totalRows() [][]string {
	rows := [][]string{{"", "Base", "Amount"}, {"Net", "", d.amount(d.Net)}}
	for _, t := range d.Taxes {
		rows = append(rows, []string{fmt.Sprintf("%s %s%%", t.Name, strconv.FormatFloat(float64(t.RatePPM)/10_000, 'f', -1, 64)), d.amount(t.Base), d.amount(t.Amount)})
	}
	if d.Rounding != 0 {
		rows = append(rows, []string{"Rounding", "", d.amount(d.Rounding)})
	}
	total := "Total paid"
	if d.Kind == creditKind {
		total = "Total sent back"
	}
	return append(rows, []string{total, "", d.amount(d.Total)})
}

// lines joins what is not empty.
func lines(all ...string) string {
	var kept []string
	for _, line := range all {
		if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func labelled(label, text string) string {
	if text == "" {
		return ""
	}
	return label + text
}
