package price

import (
	"golang.org/x/text/currency"
)

// usualCurrencies are offered until an administrator chooses others.
var usualCurrencies = []string{"USD", "EUR", "GBP", "INR"}

// MinorDigits is the number of decimal places of a currency.
func MinorDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	digits, _ := currency.Standard.Rounding(unit)
	return digits
}
