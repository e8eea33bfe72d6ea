package price

// usualCurrencies are offered until an administrator chooses others.
var usualCurrencies = []string{"USD", "EUR", "GBP", "INR"}
