package media

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"lectern/internal/video/sandbox"
)

// readProgress parses ffmpeg's `-progress` lines (key=value) and reports how many frames of the first output are done.
func readProgress(r io.Reader, tell func(frames int)) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		count, ok := strings.CutPrefix(lines.Text(), "frame=")
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(count)); err == nil {
			tell(n)
		}
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return sandbox.Garbagef("a line of progress without an end")
	} else if err != nil {
		return err
	}
	return nil
}
