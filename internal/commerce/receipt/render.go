package receipt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/platform/document"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/money"
	"lectern/internal/platform/typeset"
)

// words are the texts of documents in a language.
type words struct {
	receipt, creditNote, reversal, invoice, poNumber, paysInvoice, due, account, reference, toPay, test, buyer, taxID, date, order, corrects, reason, coupon string
	course, price, discount, amount, net, base, rounding, paid, refunded, reversed, whyReversed                                                              string
	reverseCharge, inclusive                                                                                                                                 string
	decimalPoint                                                                                                                                             string
}

var languages = map[string]words{
	mail.English: {receipt: "Receipt", creditNote: "Credit note", reversal: "Credit note reversal", invoice: "Invoice", poNumber: "Your order number: ", paysInvoice: "Pays invoice: ", due: "To be paid by: ", account: "Account", reference: "Payment reference: ",
		toPay: "Total to pay", test: "TEST: no money was moved, and this is not an invoice.", buyer: "For", taxID: "Tax ID: ", date: "Date: ", order: "Order: ",
		corrects: "Corrects: ", reason: "Reason: ", coupon: "Coupon: ", course: "Course", price: "Price", discount: "Discount", amount: "Amount", net: "Net", base: "Base", rounding: "Rounding",
		paid: "Total paid", refunded: "Total refunded", reversed: "Total that did not arrive", whyReversed: "The refund did not arrive. This document reverses the credit note.", reverseCharge: "Reverse charge: the recipient of the service is liable for the VAT.", inclusive: "The prices of the courses include taxes.", decimalPoint: "."},
	mail.German: {receipt: "Beleg", creditNote: "Gutschrift", reversal: "Gutschriftstorno", invoice: "Rechnung", poNumber: "Ihre Bestellnummer: ", paysInvoice: "Bezahlt die Rechnung: ", due: "Zahlbar bis: ", account: "Konto", reference: "Verwendungszweck: ",
		toPay: "Zu zahlen", test: "TEST: Es wurde kein Geld bewegt, und dies ist kein Beleg über eine Zahlung.", buyer: "Für", taxID: "Steuernummer: ", date: "Datum: ", order: "Bestellung: ",
		corrects: "Korrigiert: ", reason: "Grund: ", coupon: "Gutschein: ", course: "Kurs", price: "Preis", discount: "Rabatt", amount: "Betrag", net: "Netto", base: "Grundlage", rounding: "Rundung",
		paid: "Bezahlt insgesamt", refunded: "Erstattet insgesamt", reversed: "Nicht angekommen insgesamt", whyReversed: "Die Erstattung ist nicht angekommen. Dieser Beleg storniert die Gutschrift.", reverseCharge: "Steuerschuldnerschaft des Leistungsempfängers.", inclusive: "Die Preise der Kurse enthalten Steuern.", decimalPoint: ","},
}

// words of a document; those that were issued before languages were kept are in English.
func (d Document) words() words { return languages[cmp.Or(d.Language, mail.English)] }

// render draws a document from what it says itself, in its language.
func render(d Document, b Buyer, fonts *typeset.Fonts) ([]byte, error) {
	w := d.words()
	pdf := document.New(fonts, d.title(), d.Seller.Name, d.IssuedAt)
	pdf.Heading(d.title())
	if d.Test {
		pdf.Text(w.test)
		pdf.Space()
	}
	pdf.Columns(d.Seller.Name, lines(d.Seller.Address, d.Seller.Country, labelled(w.taxID, d.Seller.TaxID)),
		w.buyer, lines(b.Name, b.Company, b.Address, b.Region, b.Country, labelled(w.taxID, b.TaxID)))
	pdf.Text(lines(w.date+d.IssuedOn, w.order+d.OrderNumber, labelled(w.corrects, d.Corrects), labelled(w.reason, d.Reason), labelled(w.coupon, d.Coupon), labelled(w.poNumber, d.PONumber), labelled(w.paysInvoice, d.Invoice), labelled(w.due, d.DueOn)))
	pdf.Space()
	if len(d.Lines) > 0 {
		pdf.Table(d.lineRows(w), 0)
	}
	pdf.Table(d.totalRows(w), 1)
	if d.Account != "" {
		pdf.Text(lines(w.account, d.Account, labelled(w.reference, d.Reference)))
	}
	if slices.ContainsFunc(d.Taxes, func(t Tax) bool { return t.RatePPM == 0 && t.Name == "Reverse charge" }) {
		pdf.Text(w.reverseCharge)
	}
	if d.Kind == reversalKind {
		pdf.Text(w.whyReversed)
	}
	if d.PricesIncludeTax && d.Tax > 0 {
		pdf.Text(w.inclusive)
	}
	return pdf.Bytes()
}

func (d Document) title() string {
	w := d.words()
	return map[string]string{receiptKind: w.receipt, creditKind: w.creditNote, invoiceKind: w.invoice, reversalKind: w.reversal}[d.Kind] + " " + d.Label
}

// fileName has no slashes.
func (d Document) fileName() string { return strings.ReplaceAll(d.Label, "/", "-") + ".pdf" }

func (d Document) amount(minor int64) string {
	return strings.Replace(money.Decimal(minor, d.Currency), ".", d.words().decimalPoint, 1) + " " + d.Currency
}

func (d Document) lineRows(w words) [][]string {
	rows := [][]string{{w.course, w.price, w.discount, w.amount}}
	for _, l := range d.Lines {
		rows = append(rows, []string{l.title(), d.amount(l.List), d.amount(l.Charged - l.List), d.amount(l.Charged)})
	}
	return rows
}

func (l Line) title() string {
	if l.Count == 0 {
		return l.Title
	}
	return strconv.FormatInt(l.Count, 10) + " × " + l.Title
}

func (d Document) totalRows(w words) [][]string {
	rows := [][]string{{"", w.base, w.amount}, {w.net, "", d.amount(d.Net)}}
	for _, t := range d.Taxes {
		rate := strings.Replace(strconv.FormatFloat(float64(t.RatePPM)/10_000, 'f', -1, 64), ".", w.decimalPoint, 1)
		rows = append(rows, []string{t.Name + " " + rate + "%", d.amount(t.Base), d.amount(t.Amount)})
	}
	if d.Rounding != 0 {
		rows = append(rows, []string{w.rounding, "", d.amount(d.Rounding)})
	}
	total := map[string]string{receiptKind: w.paid, creditKind: w.refunded, invoiceKind: w.toPay, reversalKind: w.reversed}[d.Kind]
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
