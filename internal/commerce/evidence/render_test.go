package evidence

import (
	"bytes"
	"testing"
	"time"

	"lectern/internal/platform/db"
	"lectern/internal/platform/typeset"
)

// A document says what there is, is the same each time, in any script, and goes on over several pages.
func TestRendering(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	f := facts{School: "School of Bees", WrittenAt: at, Dispute: disputed{Provider: "stripe", ProviderRef: "du_1", Reason: "fraudulent", Currency: "EUR", Amount: 9000, CreatedAt: at, RespondBy: &at,
		OrderNumber: "LEC-00000000", BuyerName: "محمد بن عبد الله", BuyerEmail: "ann@example.org", Billing: db.JSON[billing]{V: billing{Name: "Ann", Address: "Hive 1\n10115 Berlin"}}, Total: 9000, Paid: 9000, PaidAt: at},
		Lines: []line{{Title: "मधुमक्खी पालन", Quantity: 1, Charged: 9000}}, Documents: []issued{{"RC/2026/1", "receipt", at, 9000}}, Accepted: []acceptance{{"terms_of_use", 3, at, "192.0.2.0/24"}},
		SignIns: []signIn{{"192.0.2.0/24", 4, at, at}}, HandedIn: []handedIn{{"Bees", "Build a hive", at}}}
	short, err := render(f, typeset.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for range 80 {
		f.Lessons = append(f.Lessons, studied{Course: "Bees", Lesson: "Winter", Percent: 100, TimeSpent: 601, CompletedAt: &at})
	}
	long, err := render(f, typeset.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	if again, err := render(f, typeset.Embedded()); err != nil || !bytes.Equal(long, again) {
		t.Errorf("two renderings of the same facts differ (%v)", err)
	}
	if pages := func(b []byte) int { return bytes.Count(b, []byte("/Type /Page\n")) }; pages(short) != 1 || pages(long) < 2 {
		t.Errorf("%d and %d pages", pages(short), pages(long))
	}
}
