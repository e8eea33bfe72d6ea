package media

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lectern/internal/video/sandbox"
)

// NeedsRemux reports whether the file must be remuxed before it can be cut into pieces, because seeking in it is inexact.
func NeedsRemux(p Probe) bool { return !p.Indexed }

// Remux copies the chosen video and audio streams of source into a new indexed file at target, which must not exist.
// Inspect that file, plan from it, and keep it in place of the source. On an error nothing stays at target.
func Remux(ctx context.Context, box *sandbox.Sandbox, source string, p Probe, target string) error {
	info, err := os.Stat(source)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(filepath.Dir(target), "remux-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	reading := time.Duration(info.Size()/tallyRate) * time.Second
	_, err = box.Run(ctx, sandbox.Invocation{
		Tool: "ffmpeg", Source: source, Scratch: scratch,
		Limits: sandbox.Limits{Wall: time.Minute + reading, CPU: time.Minute + reading, Memory: sandbox.ProbeMemory, File: info.Size()*5/4 + 1<<20},
		Args:   func(in, out string) []string { return remuxArgs(p, in, out) },
	})
	if err != nil {
		return err
	}
	return os.Rename(filepath.Join(scratch, remuxed), target)
}

// matroskaAudio is what Matroska holds as it is; other audio is decoded, losslessly.
var matroskaAudio = map[string]bool{
	"aac": true, "mp3": true, "mp2": true, "ac3": true, "eac3": true, "vorbis": true, "opus": true, "flac": true,
}

// remuxed is the name of the new file in the scratch folder.
const remuxed = "remuxed"

// remuxArgs selects the container that preserves the source's properties: QuickTime for rotation, Matroska for any codec.
func remuxArgs(p Probe, in, out string) []string {
	args := append([]string{"-nostdin", "-hide_banner", "-v", "warning", "-nostats", "-fflags", "+genpts"}, p.Container.input()...)
	args = append(args, "-i", in, "-map", fmt.Sprintf("0:%d", p.Video.Stream))
	args = append(args, "-map_metadata", "-1", "-map_chapters", "-1", "-c", "copy")
	for i, a := range p.audio() {
		args = append(args, "-map", fmt.Sprintf("0:%d", a.Stream))
		if p.Container.isUnadvertised() && !matroskaAudio[a.Codec] {
			args = append(args, fmt.Sprintf("-c:a:%d", i), "flac")
		}
		disposition := "0"
		if i == 0 {
			disposition = "default"
		}
		args = append(args, fmt.Sprintf("-metadata:s:a:%d", i), "language="+a.Language, fmt.Sprintf("-metadata:s:a:%d", i), "title="+a.Title,
			fmt.Sprintf("-disposition:a:%d", i), disposition)
	}
	if p.Video.Codec == "mpeg4" {
		args = append(args, "-bsf:v", "mpeg4_unpack_bframes") // as packed by DivX
	}
	if p.Container == MP4 || p.Container == ThreeGP {
		return append(args, "-f", "mov", filepath.Join(out, remuxed))
	}
	return append(args, "-f", "matroska", filepath.Join(out, remuxed))
}
