package faults

import (
	"encoding/json"
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
	var complaint struct{ ID, Number string }
	w.chief.must("POST", "/complaints", map[string]string{"category": "other", "subject": "Bees", "text": "They sting"}, &complaint)
	var own []struct{ ID string }
	w.chief.must("GET", "/complaints", nil, &own)
	file := func(path string, status int, size int64) fileRequest {
		return streamed(path+own[0].ID+"/files?name=a.pdf", "application/octet-stream", status, size, strings.NewReader("%PDF-"), repeat("a", size-5))
	}
	var sent struct{ Data struct{ URL string } }
	if _, answer := w.send("POST", file("/complaints/", 0, 10*mib)); json.Unmarshal([]byte(answer), &sent) != nil || sent.Data.URL == "" {
		w.t.Fatal(answer)
	}
	return map[string][]fileRequest{
		"GET /complaints/files/{fileId}/{until}/{signature}": get(strings.TrimPrefix(sent.Data.URL, "/api/v1")),
		"POST /complaints/{id}/files":                        {file("/complaints/", 200, 10*mib), file("/complaints/", 413, 11*mib)},
		"POST /complaints/track/{token}/files":               {file("/complaints/track/", 200, 10*mib), file("/complaints/track/", 413, 11*mib)},
		"GET /contacts/export":                               get("/contacts/export"),
		"GET /brochures/{token}":                             {{path: "/brochures/none", status: 401}},
		"GET /corporate/{id}/reports/progress/export":        get("/corporate/" + company.ID + "/reports/progress/export"),
		"GET /corporate/{id}/reports/usage/export":           get("/corporate/" + company.ID + "/reports/usage/export"),
		"GET /corporate/{id}/reports/certificates/export":    get("/corporate/" + company.ID + "/reports/certificates/export"),
		"GET /corporate/{id}/reports/spend/export":           get("/corporate/" + company.ID + "/reports/spend/export"),
		"POST /corporate/{id}/people/import": {
			streamed(people+"?dry_run=true", csv, 200, -1, rows(5_000, 300)),
			streamed(people, csv, 413, -1, rows(40_000, 1000)),
		},
	}
}
