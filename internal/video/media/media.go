// Package media turns an uploaded video into what a browser plays. It judges the file (Sniff, Inspect), plans its
// processing (NewPlan), and produces CMAF segments of video (EncodePiece) and of audio (EncodeAudio), and still pictures
// (TakeStills). It knows no database and no HTTP: files and pipes in, bytes out.
//
// Uploaded media is untrusted. Every run of ffmpeg and ffprobe goes through a sandbox.Sandbox, which can access one file and no
// network.
//
// In order:
//
//	box, err := sandbox.New(ctx, sandbox.Options{})                  // once per process
//	probe, err := media.Inspect(ctx, box, path)                      // *Refusal: show the teacher
//	if media.NeedsRemux(probe) { media.Remux(…); probe, err = media.InspectRemuxed(ctx, box, remuxed, probe) }
//	plan := media.NewPlan(probe, media.PlanOptions{})                // store it as JSON
//	media.EncodePiece(ctx, box, media.PieceJob{…})                   // per piece, on any machine
//	media.EncodeAudio(ctx, box, media.AudioJob{…})                   // once, if plan.HasAudio
//	media.TakeStills(ctx, box, media.StillsJob{…})                   // once, best after the first rung
package media

import "strings"

// AudioRendition is the name of the rendition of the default audio track; those of video are named by Rung.Name.
const AudioRendition = "audio"

// IsAudio reports whether a rendition is audio: AudioRendition, or one of the further tracks.
func IsAudio(rendition string) bool {
	return rendition == AudioRendition || strings.HasPrefix(rendition, AudioRendition+"-")
}

// Segment is one finished object of a rendition, unencrypted.
type Segment struct {
	Rendition string // Rung.Name, or AudioRendition
	Number    int    // 0 is the init segment; media segments count from 1
	Bytes     []byte // ftyp+moov, or fragments of moof+mdat; the receiver may keep them
	Keyframe  int    // bytes of the first fragment, which shows the first picture by itself; 0 for audio and inits
}

// Refusal explains to the teacher why a video is not accepted. Retrying does not help.
type Refusal struct {
	Code    string // stable, for programs
	Message string // what is wrong and what to do
}

func (r *Refusal) Error() string { return r.Message }

// Codes of refusals.
const (
	RefusedNotVideo      = "NOT_A_VIDEO"           // text, playlist, archive, unknown bytes
	RefusedDamaged       = "VIDEO_DAMAGED"         // the container cannot be read
	RefusedNoPictures    = "NO_VIDEO_TRACK"        // audio only, or a cover picture only
	RefusedCodec         = "UNSUPPORTED_CODEC"     // video in none of h264, h265, vp8, vp9, av1
	RefusedTooLong       = "VIDEO_TOO_LONG"        // over MaxDuration
	RefusedTooLarge      = "VIDEO_TOO_LARGE"       // more pixels than 3840×2160, in either orientation
	RefusedTooSmall      = "VIDEO_TOO_SMALL"       // a side under 16 pixels
	RefusedTruncated     = "VIDEO_CUT_OFF"         // its end is missing, without which it cannot be read
	RefusedProtected     = "VIDEO_PROTECTED"       // encrypted by copy protection
	RefusedTooManyTracks = "VIDEO_TOO_MANY_TRACKS" // more than four video tracks or eight audio tracks
)
