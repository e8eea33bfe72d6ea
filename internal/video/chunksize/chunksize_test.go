package chunksize_test

import (
	"cmp"
	"encoding/json"
	"os"
	"testing"

	"lectern/internal/video/chunksize"
)

// The browser's client passes the same table.
func TestChunkSizesMatchTheContract(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../testdata/upload-scripts/chunk-sizes.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Name            string
		FileSize        int64
		DurationMinutes float64
		Configured      int64
		Client, Server  int64
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) == 0 {
		t.Fatal("the table cannot be read", err)
	}
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			t.Parallel()
			client := chunksize.For(row.FileSize, row.DurationMinutes, cmp.Or(row.Configured, chunksize.Client))
			server := chunksize.For(row.FileSize, row.DurationMinutes, cmp.Or(row.Configured, chunksize.Server))
			if client != row.Client || server != row.Server {
				t.Errorf("the client cuts at %d, want %d; the server at %d, want %d", client, row.Client, server, row.Server)
			}
		})
	}
}
