// Package chunksize is the rule by which a file is cut for upload, one for the server and `lectern upload` (spec 000 section
// 9). The browser's client follows the same table: testdata/upload-scripts/chunk-sizes.json.
package chunksize

const (
	mb = 1 << 20
	gb = 1 << 30
)

const (
	// Client is what a client asks for when nothing else is configured, in bytes.
	Client = 10 * mb
	// Server is what initialize-upload takes when a request names no size, in bytes.
	Server = 5 * mb
	// Max is the most that one chunk may hold, in bytes.
	Max = 50 * mb
)

// For gives the bytes of every chunk but the last. Size raises the configured bytes, a short video lowers them so that
// progress moves, and Max caps them. minutes is how long the video is, 0 where it is not known.
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
