package main

import (
	"context"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const probeTimeout = 5 * time.Second // is enough for the header of any film

// minutesOf is how long a film is, which decides how finely a short one is cut. 0 where this machine has no ffprobe, or
// ffprobe cannot tell.
func minutesOf(ctx context.Context, path string) float64 {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	// "file:" keeps ffprobe from taking a name with a colon for an address.
	told, err := exec.CommandContext(ctx, "ffprobe", "-v", "error", "-protocol_whitelist", "file", "-show_entries", "format=duration",
		"-of", "default=noprint_wrappers=1:nokey=1", "file:"+path).Output()
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(told)), 64)
	if err != nil || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return 0
	}
	return max(0, seconds/60)
}
