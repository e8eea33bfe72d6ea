package order

import (
	"testing"
	"time"

	"lectern/internal/platform/settings"
)

// Which taxes a buyer pays follows from where the seller and the buyer are; each is rounded once for the whole order.
func TestTaxesOfOrders(t *testing.T) {
	t.Parallel()
	rate := func(country, region, name string, ppm int64) settings.TaxRate {
		return settings.TaxRate{Country: country, Region: region, Name: name, RatePPM: ppm}
	}
	german := settings.SalesSettings{Country: "DE", Registered: true, ReverseCharge: true, TaxRates: []settings.TaxRate{rate("DE", "", "VAT", 190_000), rate("AT", "", "VAT", 200_000), rate("GR", "", "VAT", 240_000)}}
	inclusive := func(s settings.SalesSettings) settings.SalesSettings { s.PricesIncludeTax = true; return s }
	indian := settings.SalesSettings{Country: "IN", Region: "Kerala", Registered: true, TaxRates: []settings.TaxRate{rate("IN", "Kerala", "CGST", 90_000),
		rate("IN", "Kerala", "SGST", 90_000), rate("IN", "", "IGST", 180_000)}}
	canadian := settings.SalesSettings{Country: "CA", Region: "QC", Registered: true, TaxRates: []settings.TaxRate{rate("CA", "QC", "GST", 50_000), rate("CA", "QC", "QST", 99_750)}}
	unregistered := german
	unregistered.Registered = false
	for name, c := range map[string]struct {
		sales      settings.SalesSettings
		buyer      place
		lines      []int64
		net, total int64
		taxes      int
	}{
		"3 × 33.34, 19 % once, not 18.99":   {german, place{country: "DE"}, []int64{3334, 3334, 3334}, 10002, 11902, 1},
		"99.99 with 19 %":                   {inclusive(german), place{country: "DE"}, []int64{9999}, 8403, 9999, 1},
		"the seller's country, if none":     {german, place{}, []int64{10000}, 10000, 11900, 1},
		"a country without a rate":          {german, place{country: "US"}, []int64{10000}, 10000, 10000, 0},
		"a company in another EU country":   {german, place{country: "AT", taxID: "ATU12345678"}, []int64{10000}, 10000, 10000, 1},
		"with spaces in its number":         {german, place{country: "AT", taxID: "ATU 123 456 78"}, []int64{10000}, 10000, 10000, 1},
		"a number of another country":       {german, place{country: "AT", taxID: "FR12345678901"}, []int64{10000}, 10000, 12000, 1},
		"a consumer in another EU country":  {german, place{country: "AT"}, []int64{10000}, 10000, 12000, 1},
		"a company in the same country":     {german, place{country: "DE", taxID: "DE123456789"}, []int64{10000}, 10000, 11900, 1},
		"a Greek company, whose code is EL": {german, place{country: "GR", taxID: "EL123456789"}, []int64{10000}, 10000, 10000, 1},
		"a seller without taxes":            {unregistered, place{country: "AT", taxID: "ATU12345678"}, []int64{10000}, 10000, 10000, 0},
		"within a state":                    {inclusive(indian), place{country: "IN", region: "kerala"}, []int64{99900}, 84662, 99900, 2},
		"to another state":                  {inclusive(indian), place{country: "IN", region: "Goa"}, []int64{99900}, 84661, 99900, 1},
		"100.05 within a state":             {indian, place{country: "IN", region: "Kerala"}, []int64{10005}, 10005, 11805, 2},
		"100.05 to another state":           {indian, place{country: "IN"}, []int64{10005}, 10005, 11806, 1},
		"GST and QST":                       {canadian, place{country: "CA", region: "QC"}, []int64{10010}, 10010, 11509, 2},
	} {
		lines := make([]Line, len(c.lines))
		for i, charged := range c.lines {
			lines[i].Charged = charged
		}
		q := compute(lines, "EUR", c.sales, c.buyer, time.Time{})
		if q.Net != c.net || q.Total != c.total || q.Tax != c.total-c.net || len(q.Taxes) != c.taxes {
			t.Errorf("%s: %d + %d = %d, %+v", name, q.Net, q.Tax, q.Total, q.Taxes)
		}
	}
}
