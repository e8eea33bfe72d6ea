package proposal

import (
	"strconv"

	"lectern/internal/platform/document"
	"lectern/internal/platform/money"
	"lectern/internal/platform/typeset"
)

// render draws a proposal from what it says itself, in English. The same proposal gives the same bytes.
func render(p Proposal, fonts *typeset.Fonts) ([]byte, error) {
	at := p.CreatedAt
	if p.SentAt != nil {
		at = *p.SentAt
	}
	seller, buyer := p.SellerRow.V, p.BuyerRow.V
	pdf := document.New(fonts, p.name(), seller.Name, at)
	pdf.Heading("Proposal " + p.Number)
	if p.Status == Draft {
		pdf.Text("DRAFT: this proposal has not been sent.")
		pdf.Space()
	}
	pdf.Columns(seller.Name, details(seller), "For", buyer.Name+"\n"+details(buyer))
	pdf.Text("Version: " + strconv.FormatInt(p.Version, 10) + "\nDate: " + at.UTC().Format("2006-01-02") + "\nValid until: " + p.ValidUntil)
	pdf.Space()
	amount := func(minor int64) string { return money.Decimal(minor, p.Currency) + " " + p.Currency }
	rows := [][]string{{"Description", "Quantity", "Price", "Amount"}}
	for _, l := range p.Lines {
		rows = append(rows, []string{l.Text, strconv.FormatInt(l.Quantity, 10), amount(l.UnitPrice), amount(l.Quantity * l.UnitPrice)})
	}
	pdf.Table(rows, 0)
	totals := [][]string{{"", "Amount"}, {"Net", amount(p.Net)}}
	if p.Tax > 0 {
		totals = append(totals, []string{p.TaxName + " " + strconv.FormatFloat(float64(p.TaxPPM)/10_000, 'f', -1, 64) + "%", amount(p.Tax)})
	}
	pdf.Table(append(totals, []string{"Total", amount(p.Total)}), 1)
	if p.Terms != "" {
		pdf.Text(p.Terms)
	}
	return pdf.Bytes()
}

func details(p ProposalParty) string {
	if p.TaxID == "" {
		return p.Address
	}
	return p.Address + "\nTax id: " + p.TaxID
}
