package app

import "testing"

func TestStorageOrigin(t *testing.T) {
	t.Parallel()
	for storage, want := range map[string]string{
		"": "", "s3://bucket?endpoint=https://s3.internal:9000": "",
		"s3://bucket?endpoint=https://s3.internal:9000&direct=true": "https://s3.internal:9000",
		"s3://bucket?region=eu-west-1&direct=true":                  "https://*.amazonaws.com",
	} {
		if got := storageOrigin(storage); got != want {
			t.Errorf("%q: %q, want %q", storage, got, want)
		}
	}
}
