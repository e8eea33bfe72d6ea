package razorpay

import (
	"slices"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/money"
)

// currencies are those in which Razorpay takes payments (razorpay.com/docs/payments/international-payments, read on 2026-11-27). It counts amounts in the minor unit
// of ISO 4217. Those besides INR need an account for which international payments are switched on.
var currencies = []string{"AED", "ALL", "AMD", "ARS", "AUD", "AWG", "BBD", "BDT", "BHD", "BMD", "BND", "BOB", "BSD", "BWP", "BZD", "CAD", "CHF", "CNY", "COP", "CRC",
	"CZK", "DKK", "DOP", "DZD", "EGP", "ETB", "EUR", "FJD", "GBP", "GHS", "GIP", "GMD", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "JMD", "JPY", "KES",
	"KGS", "KHR", "KWD", "KYD", "KZT", "LAK", "LKR", "LRD", "LSL", "MAD", "MDL", "MKD", "MMK", "MNT", "MOP", "MUR", "MVR", "MWK", "MXN", "MYR", "NAD", "NGN", "NIO", "NOK",
	"NPR", "NZD", "OMR", "PEN", "PGK", "PHP", "PKR", "QAR", "RUB", "SAR", "SCR", "SEK", "SGD", "SOS", "SSP", "SVC", "SZL", "THB", "TTD", "TZS", "USD", "UYU", "UZS", "YER", "ZAR"}

// leastINR is the smallest amount that is taken, in paise.
const leastINR = 100

var (
	errCurrency = fault.New(fault.Conflict, "currency_not_offered", "This currency can't be paid in this way. Choose another way to pay, or ask the school.")
	errAmount   = fault.New(fault.Conflict, "amount_not_offered", "This amount can't be paid in this way. Choose another way to pay, or ask the school.")
	errTooSmall = fault.New(fault.Conflict, "amount_too_small", "This amount is too small to be paid in this way. Choose another way to pay, or ask the school.")
	errRefused  = fault.New(fault.Conflict, "payment_refused", "The payment provider doesn't accept this payment. Choose another way to pay, or ask the school.")
)

// Offers returns fault.Conflict for an amount that Razorpay does not take. Cards know no thousandths: of three digits the last one must be 0.
func (*Razorpay) Offers(currency string, amount int64) error {
	switch {
	case !slices.Contains(currencies, currency):
		return errCurrency
	case money.MinorDigits(currency) == 3 && amount%10 != 0:
		return errAmount
	case currency == "INR" && amount < leastINR:
		return errTooSmall
	}
	return nil
}
