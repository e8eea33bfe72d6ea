// Package chunksize defines the chunk size of uploads for the server and `lectern upload` (spec 000 section 9). The
// browser's client follows the same table: testdata/upload-scripts/chunk-sizes.json.
package chunksize

const (
	mb = 1 << 20
	gb = 1 << 30
)

const (
	// Client is the client's default, in bytes.
	Client = 10 * mb
	// Server is the default of initialize-upload when a request names no size, in bytes.
	Server = 5 * mb
	// Max is the largest chunk, in bytes.
	Max = 50 * mb
)

// For returns the size in bytes of every chunk but the last. Larger files raise the configured size, short videos lower it
// so that progress is visible, and Max caps it. minutes is the length of the video, 0 if unknown.
func For(fileSize int64, minutes float64, configured int64) int64 {
	size := configured
	switch {
	case fileSize > 5*gb:
		size = 20 * mb
	case fileSize > gb:
		size = 15 * mb
	}
	switch {
	case minutes <= 0:
	case minutes < 1:
		size = min(size, 2*mb)
	case minutes < 5:
		size = min(size, 5*mb)
	}
	return max(1, min(size, Max))
}
