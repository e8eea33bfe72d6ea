package settings

import (
	"fmt"
	"regexp"
	"strings"
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
	TaxRates         []TaxRate `json:"tax_rates" doc:"What buyers of a country or region pay; none for those of others."`
}

// TaxRate is one component of the taxes that buyers of a country or region pay: VAT, or CGST beside SGST.
type TaxRate struct {
	Country string `json:"country" doc:"ISO 3166."`
	Region  string `json:"region" doc:"Empty: all regions for which there is no rate."`
	Name    string `json:"name" doc:"On receipts: VAT."`
	RatePPM int64  `json:"rate_ppm" doc:"Parts per million: 19 percent is 190000."`
}

func (*SalesSettings) Key() string { return "sales" }

func (g *SalesSettings) Normalize() {
	g.SellerName, g.SellerAddress, g.Region = text.OneLine(g.SellerName), strings.TrimSpace(g.SellerAddress), text.OneLine(g.Region)
	g.BankAccount = strings.TrimSpace(g.BankAccount)
	g.Country, g.TaxID = strings.ToUpper(strings.TrimSpace(g.Country)), strings.ToUpper(text.OneLine(g.TaxID))
	for i, r := range g.TaxRates {
		g.TaxRates[i] = TaxRate{strings.ToUpper(strings.TrimSpace(r.Country)), text.OneLine(r.Region), text.OneLine(r.Name), r.RatePPM}
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
	broken.Require(len(g.TaxRates) <= 200, "tax_rates", "too_many", "At most 200 tax rates are possible")
	for _, r := range g.TaxRates {
		broken.Require(countryCode.MatchString(r.Country) && r.Name != "" && utf8.RuneCountInString(r.Name) <= 20 && r.RatePPM >= 0 && r.RatePPM <= 1_000_000,
			"tax_rates", "invalid_format", "A tax rate needs a country such as DE, a name of at most 20 characters, and a rate from 0 to 100 percent")
	}
	return broken
}
