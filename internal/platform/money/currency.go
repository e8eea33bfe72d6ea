// Package money knows the currencies of ISO 4217 and does the arithmetic of amounts. An amount is an integer in the minor unit of its
// currency: 12050 is EUR 120.50, JPY 12050, KWD 12.050. Nothing here converts between currencies, and nothing is computed in floating point.
package money

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed iso4217.txt
var list string

// usualDigits is what most currencies have. It also stands for codes that ISO 4217 has withdrawn, in which courses may have old prices.
const usualDigits = 2

// Known reports whether ISO 4217 lists a code as active.
func Known(code string) bool {
	_, known := digitsOf(code)
	return known
}

// MinorDigits is the number of digits of an amount that stand behind the point, as ISO 4217 defines it. What CLDR and browsers say is how
// many are usually shown, which differs for 22 currencies.
func MinorDigits(code string) int {
	if digits, known := digitsOf(code); known {
		return digits
	}
	return usualDigits
}

func digitsOf(code string) (digits int, known bool) {
	if len(code) != 3 {
		return 0, false
	}
	at := strings.Index(list, "\n"+code+" ")
	if at < 0 {
		return 0, false
	}
	return int(list[at+len("\nEUR ")] - '0'), true
}

// Decimal writes an amount with the point of its currency and without its sign, as documents and exports need it: 12050 EUR is 120.50.
func Decimal(amount int64, code string) string {
	digits := MinorDigits(code)
	s, sign := strconv.FormatInt(amount, 10), ""
	if amount < 0 {
		s, sign = s[1:], "-"
	}
	if digits == 0 {
		return sign + s
	}
	if len(s) <= digits {
		s = strings.Repeat("0", digits+1-len(s)) + s
	}
	return sign + s[:len(s)-digits] + "." + s[len(s)-digits:]
}
