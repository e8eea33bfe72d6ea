package price

import (
	"golang.org/x/text/currency"
)

// usualCurrencies are offered until an administrator has chosen others.
var usualCurrencies = []string{"USD", "EUR", "GBP", "INR"}

// MinorDigits is how many digits of an amount of a currency stand behind the point.
func MinorDigits(code string) int {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return 2
	}
	digits, _ := currency.Standard.Rounding(unit)
	return digits
}
