package order

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"lectern/internal/platform/money"
	"lectern/internal/platform/settings"
)

// compute adds lines up and taxes them: once for each component in the whole document, never line by line.
func compute(lines []Line, currency string, sales settings.SalesSettings, buyer place, now time.Time) Quote {
	q := Quote{Currency: currency, MinorDigits: money.MinorDigits(currency), PricesIncludeTax: sales.PricesIncludeTax, Lines: lines, Taxes: []Tax{}, Dues: []QuotedDue{}, ExpiresAt: now.Add(validity)}
	var sum int64
	for _, l := range lines {
		sum += l.Charged
	}
	components := componentsFor(sales, buyer)
	taxed := money.Tax(sum, sales.PricesIncludeTax, components)
	q.Net, q.Tax, q.Total = taxed.Net, taxed.Gross-taxed.Net, taxed.Gross
	for i, c := range components {
		q.Taxes = append(q.Taxes, Tax{Name: c.Name, RatePPM: c.Rate, Base: taxed.Net, Amount: taxed.Taxes[i]})
	}
	return q
}

// place is where a buyer is, from which the taxes follow. Country and tax id are in capitals.
type place struct{ country, region, taxID string }

// ReverseCharge is the name of the tax of companies that owe it themselves.
const ReverseCharge = "Reverse charge"

// vatNumber is what all VAT numbers of the EU have in common: the country and 2 to 12 characters.
var vatNumber = regexp.MustCompile(`^[A-Z]{2}[0-9A-Z+*]{2,12}$`)

// owesItself reports whether a buyer is a company in another country of the EU than the seller, which owes the tax itself (Directive 2006/112/EC, article 196).
// Only the form of its number is checked.
func owesItself(sales settings.SalesSettings, buyer place) bool {
	prefix := buyer.country
	if prefix == "GR" {
		prefix = "EL"
	}
	number := strings.NewReplacer(" ", "", ".", "", "-", "").Replace(buyer.taxID)
	return sales.ReverseCharge && settings.InEU(sales.Country) && settings.InEU(buyer.country) && buyer.country != sales.Country &&
		strings.HasPrefix(number, prefix) && vatNumber.MatchString(number)
}

// componentsFor are the taxes that a buyer pays: those of their region, or else of their country. A seller that is not registered for taxes
// charges none.
func componentsFor(sales settings.SalesSettings, buyer place) (components []money.Component) {
	if !sales.Registered {
		return nil
	}
	if owesItself(sales, buyer) {
		return []money.Component{{Name: ReverseCharge}}
	}
	country, region := buyer.country, buyer.region
	if country == "" {
		country, region = sales.Country, sales.Region
	}
	of := func(region string) (found []money.Component) {
		for _, r := range sales.TaxRates {
			if r.Country == country && strings.EqualFold(r.Region, region) {
				found = append(found, money.Component{Name: r.Name, Rate: r.RatePPM})
			}
		}
		return found
	}
	if region = strings.TrimSpace(region); region != "" {
		components = of(region)
	}
	if components == nil {
		components = of("")
	}
	return components
}

// digest stands for everything that the buyer has seen of the price.
func (q Quote) digest() string {
	q.ExpiresAt, q.Digest = time.Time{}, ""
	q.Dues = slices.Clone(q.Dues)
	for i := range q.Dues {
		q.Dues[i].DueAt = time.Time{} // counted from the moment of the order
	}
	text, _ := json.Marshal(q) // plain data
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
