package payment_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
)

// A rate that changes is charged from its first day on in the time zone of the school; orders and receipts keep the rate of the day on which they were placed. Rates that overlap are refused.
func TestTaxRatesThatChange(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	put := func(from string, status int) string {
		return s.admin.Do("PUT", "/settings/sales", `{"refund_days":14,"seller_name":"","seller_address":"","country":"DE","region":"","tax_id":"","bank_account":"","registered":true,"prices_include_tax":false,"reverse_charge":false,
			"tax_rates":[{"country":"DE","region":"","name":"VAT","rate_ppm":190000,"valid_to":"2026-09-01"},{"country":"DE","region":"","name":"VAT","rate_ppm":210000,"valid_from":"`+from+`"}]}`, status)
	}
	s.admin.Do("PUT", "/settings/school", `{"name":"Bees","support_email":"","time_zone":"Asia/Tokyo"}`, 200)
	if said := put("2026-09-01", 400); !strings.Contains(said, "the day before the later one begins") {
		t.Error(said)
	}
	put("2026-08-32", 400)
	ann := s.User(access.Student)
	if q := s.quote(ann); q.Tax != 0 {
		t.Errorf("a refused setting is charged: %+v", q)
	}
	put("2026-09-02", 200)
	o := s.place(ann, "1")
	if o.Tax != 1710 || o.Total != 10710 {
		t.Errorf("%+v", o)
	}
	s.Clock.Advance(time.Date(2026, 9, 1, 15, 0, 0, 0, time.UTC).Sub(s.Clock.Now())) // midnight in Tokyo
	ben := s.User(access.Student)
	if q := s.quote(ben); q.Taxes[0].RatePPM != 210_000 || q.Tax != 2100 {
		t.Errorf("%+v", q)
	}
	if got := s.get(ann, o.ID); got.Tax != 1710 {
		t.Errorf("%+v", got)
	}
}
