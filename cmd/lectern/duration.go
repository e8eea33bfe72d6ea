package main

import (
	"context"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const probeTimeout = 5 * time.Second // enough for the header of any video

// minutesOf returns the length of a video, which decides into how many chunks a short one is divided. 0 if this machine has
// no ffprobe, or ffprobe fails.
func minutesOf(ctx context.Context, path string) float64 {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	// "file:" keeps ffprobe from taking a name with a colon for a URL.
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
