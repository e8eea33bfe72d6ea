package receipt

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"lectern/internal/platform/typeset"
)

// Every language has every word, and a document is the same each time, in any script and over several pages.
func TestRendering(t *testing.T) {
	t.Parallel()
	fonts := typeset.Embedded()
	for language, w := range languages {
		for v, i := reflect.ValueOf(w), 0; i < v.NumField(); i++ {
			if v.Field(i).String() == "" {
				t.Errorf("%s has no %s", language, v.Type().Field(i).Name)
			}
		}
		d := Document{Label: "RC/2026/7", Kind: receiptKind, Language: language, OrderNumber: "LC-1042", IssuedAt: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC), IssuedOn: "2026-11-20", Currency: "EUR",
			Seller: Seller{Name: "School of Bees", Address: "Hive 1\n10115 Berlin", Country: "DE", TaxID: "DE123456789"}, Net: 36000, Tax: 6840, Total: 42840,
			Taxes: []Tax{{Name: "VAT", RatePPM: 190_000, Base: 36000, Amount: 6840}}}
		for range 40 {
			d.Lines = append(d.Lines, Line{Title: "मधुमक्खी पालन · Keeping bees through a long winter in the mountains, for everyone who has begun", List: 1000, Charged: 900})
		}
		buyer := Buyer{Name: "محمد بن عبد الله", Company: "Nordlicht", Address: "Straße 5\n20095 Hamburg", Country: "DE"}
		first, err := render(d, buyer, fonts)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := render(d, buyer, fonts); err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: two renderings of one document differ (%v)", language, err)
		}
		if n := bytes.Count(first, []byte("/Type /Page\n")); n < 2 {
			t.Errorf("%s: 40 courses are on %d pages", language, n)
		}
	}
}
