package stripe

import (
	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
)

// digits are the digits of amounts at Stripe where they are not two (docs.stripe.com/currencies, read on 2026-11-20). They are not always those of ISO 4217.
var digits = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "JPY": 0, "KMF": 0, "KRW": 0, "MGA": 0, "PYG": 0, "RWF": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "JOD": 3, "KWD": 3, "OMR": 3, "TND": 3,
}

func digitsOf(currency string) int {
	if d, special := digits[currency]; special {
		return d
	}
	return 2
}

var errAmount = fault.New(fault.Conflict, "amount_not_offered", "This amount can't be paid in this way. Choose another way to pay, or ask the school.")

// toStripe is an amount as Stripe counts it. fault.Conflict for one that it cannot take: cards know no thousandths, and no parts of Icelandic krónur.
func toStripe(currency string, amount int64) (int64, error) {
	theirs, ours := digitsOf(currency), money.MinorDigits(currency)
	for ; ours < theirs; ours++ {
		amount *= 10
	}
	for ; ours > theirs; ours-- {
		if amount%10 != 0 {
			return 0, errAmount
		}
		amount /= 10
	}
	if theirs == 3 && amount%10 != 0 || currency == "ISK" && amount%100 != 0 || currency == "UGX" && amount%100 != 0 {
		return 0, errAmount
	}
	return amount, nil
}

// fromStripe is an amount of Stripe in the minor unit of ISO 4217.
func fromStripe(currency string, amount int64) int64 {
	theirs, ours := digitsOf(currency), money.MinorDigits(currency)
	for ; ours > theirs; ours-- {
		amount *= 10
	}
	for ; ours < theirs; ours++ {
		amount /= 10
	}
	return amount
}
