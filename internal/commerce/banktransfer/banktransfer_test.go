package banktransfer

import "testing"

// The example of ISO 11649 has the body 539007547034, and the check digits 18.
func TestReference(t *testing.T) {
	t.Parallel()
	if got := Reference("539007547034"); got != "RF18539007547034" {
		t.Error(got)
	}
}
