package faults

import (
	"io"
	"strings"
)

// customers are the sheets and brochures of companies and leads.
func (w *fileWalk) customers() map[string][]fileRequest {
	const csv, heading = "text/csv", "email,full_name,department\n"
	var company struct{ ID string }
	w.chief.must("POST", "/corporate", map[string]string{"name": "Bees"}, &company)
	people := "/corporate/" + company.ID + "/people/import"
	row := func(n int) string { return "a@b.c," + strings.Repeat("n", n) + ",Hives\n" }
	rows := func(count, length int) io.Reader {
		return io.MultiReader(strings.NewReader(heading), repeat(row(length), int64(count*len(row(length)))))
	}
	return map[string][]fileRequest{
		"GET /contacts/export":   get("/contacts/export"),
		"GET /brochures/{token}": {{path: "/brochures/none", status: 401}},
		"POST /corporate/{id}/people/import": {
			streamed(people+"?dry_run=true", csv, 200, -1, rows(5_000, 300)),
			streamed(people, csv, 413, -1, rows(40_000, 1000)),
		},
	}
}
