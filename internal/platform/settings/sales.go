package settings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// SalesSettings say who sells the courses, and which taxes are charged. Receipts keep what was valid when they were issued.
type SalesSettings struct {
	SellerName       string    `json:"seller_name" doc:"On receipts; empty: the name of the school."`
	SellerAddress    string    `json:"seller_address" doc:"On receipts, in lines."`
	Country          string    `json:"country" doc:"Of the seller, ISO 3166; taxes of buyers who name none follow from it."`
	Region           string    `json:"region" doc:"Of the seller, where taxes follow from it."`
	TaxID            string    `json:"tax_id" doc:"Of the seller, on receipts."`
	Registered       bool      `json:"registered" doc:"Whether the seller charges taxes. Otherwise no tax is added to a price or shown in it."`
	PricesIncludeTax bool      `json:"prices_include_tax" doc:"Whether the prices of courses include taxes."`
	ReverseCharge    bool      `json:"reverse_charge" doc:"Whether companies in other countries of the EU that give their VAT number pay no tax, which they owe themselves."`
	BankAccount      string    `json:"bank_account" doc:"To which buyers transfer money, in lines: holder, IBAN, BIC; empty: bank transfers are not offered."`
	RefundDays       int64     `json:"refund_days" doc:"Days after the payment in which learners can ask for a refund, from 0 to 365; 0: they can't ask here."`
	TaxRates         []TaxRate `json:"tax_rates" doc:"What buyers of a country or region pay; none for those of others."`
}

// TaxRate is one component of the taxes that buyers of a country or region pay: VAT, or CGST beside SGST.
type TaxRate struct {
	Country string `json:"country" doc:"ISO 3166."`
	Region  string `json:"region" doc:"Empty: all regions for which there is no rate."`
	Name    string `json:"name" doc:"On receipts: VAT."`
	RatePPM int64  `json:"rate_ppm" doc:"Parts per million: 19 percent is 190000."`
	// The first and the last day on which it is charged, in the time zone of the school; empty: without an end on that side.
	ValidFrom string `json:"valid_from,omitempty" doc:"The first day on which it is charged, such as 2027-01-01, in the time zone of the school; empty: on all days before the last one."`
	ValidTo   string `json:"valid_to,omitempty" doc:"The last day on which it is charged; empty: until the rate is removed."`
}

// validOn reports whether a rate is charged on a day, such as 2027-01-01.
func (r TaxRate) validOn(day string) bool {
	return (r.ValidFrom == "" || r.ValidFrom <= day) && (r.ValidTo == "" || day <= r.ValidTo)
}

// overlaps reports whether two rates of the same tax are charged on the same day.
func (r TaxRate) overlaps(other TaxRate) bool {
	return r.Country == other.Country && strings.EqualFold(r.Region, other.Region) && strings.EqualFold(r.Name, other.Name) &&
		(r.ValidTo == "" || other.ValidFrom <= r.ValidTo) && (other.ValidTo == "" || r.ValidFrom <= other.ValidTo)
}

// SalesAt returns how courses are sold at a moment: with the tax rates that are valid on its day in the time zone of the school, and no others. What was quoted or ordered then keeps them.
func (s Settings) SalesAt(now time.Time) (SalesSettings, error) {
	zone, err := time.LoadLocation(s.School.TimeZone)
	if err != nil {
		return SalesSettings{}, err
	}
	day, sales := now.In(zone).Format(time.DateOnly), s.Sales
	sales.TaxRates = slices.DeleteFunc(slices.Clone(sales.TaxRates), func(r TaxRate) bool { return !r.validOn(day) })
	return sales, nil
}

func (*SalesSettings) Key() string { return "sales" }

func (g *SalesSettings) Normalize() {
	g.SellerName, g.SellerAddress, g.Region = text.OneLine(g.SellerName), strings.TrimSpace(g.SellerAddress), text.OneLine(g.Region)
	g.BankAccount = strings.TrimSpace(g.BankAccount)
	g.Country, g.TaxID = strings.ToUpper(strings.TrimSpace(g.Country)), strings.ToUpper(text.OneLine(g.TaxID))
	for i, r := range g.TaxRates {
		g.TaxRates[i] = TaxRate{strings.ToUpper(strings.TrimSpace(r.Country)), text.OneLine(r.Region), text.OneLine(r.Name), r.RatePPM, strings.TrimSpace(r.ValidFrom), strings.TrimSpace(r.ValidTo)}
	}
	if g.TaxRates == nil {
		g.TaxRates = []TaxRate{}
	}
}

// InEU reports whether a country is a member of the European Union.
func InEU(country string) bool {
	return len(country) == 2 && strings.Contains(members, " "+country+" ")
}

// members of the European Union by ISO 3166, as of 2026.
const members = " AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK "

var countryCode = regexp.MustCompile(`^[A-Z]{2}$`)

func (g *SalesSettings) Violations() (broken fault.Fields) {
	short := func(name, value string, most int) {
		broken.Require(utf8.RuneCountInString(value) <= most, name, "too_long", fmt.Sprintf("At most %d characters are possible", most))
	}
	short("seller_name", g.SellerName, 100)
	short("seller_address", g.SellerAddress, 500)
	short("bank_account", g.BankAccount, 500)
	short("region", g.Region, 60)
	short("tax_id", g.TaxID, 30)
	broken.Require(g.Country == "" || countryCode.MatchString(g.Country), "country", "invalid_format", "The country is a code of two letters, such as DE")
	broken.Require(!g.Registered || g.Country != "", "country", "required", "Please enter the country of the seller")
	broken.Require(!g.ReverseCharge || InEU(g.Country), "reverse_charge", "not_in_eu", "Reverse charge is for sellers in a country of the EU")
	between(&broken, "refund_days", g.RefundDays, 0, 365, "days")
	broken.Require(len(g.TaxRates) <= 200, "tax_rates", "too_many", "At most 200 tax rates are possible")
	for i, r := range g.TaxRates {
		broken.Require(countryCode.MatchString(r.Country) && r.Name != "" && utf8.RuneCountInString(r.Name) <= 20 && r.RatePPM >= 0 && r.RatePPM <= 1_000_000,
			"tax_rates", "invalid_format", "A tax rate needs a country such as DE, a name of at most 20 characters, and a rate from 0 to 100 percent")
		broken.Require(isDay(r.ValidFrom) && isDay(r.ValidTo), "tax_rates", "invalid_day", "A tax rate is valid between days such as 2027-01-01")
		broken.Require(r.ValidFrom == "" || r.ValidTo == "" || r.ValidFrom <= r.ValidTo, "tax_rates", "ends_before", "A tax rate can't end before it begins")
		broken.Require(!slices.ContainsFunc(g.TaxRates[:i], r.overlaps), "tax_rates", "overlap",
			"Two tax rates of the same country, region and name are valid on the same day. End the earlier one the day before the later one begins")
	}
	return broken
}

// isDay reports whether a text is a day, or empty.
func isDay(day string) bool {
	_, err := time.Parse(time.DateOnly, day)
	return day == "" || err == nil
}
