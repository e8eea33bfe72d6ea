// Package media is the engine that turns an uploaded video into what a browser plays. It judges the file (Sniff,
// Inspect), decides what becomes of it (NewPlan), and makes it: CMAF segments of video (EncodePiece) and of audio
// (EncodeAudio), and the still pictures (TakeStills). It knows no database and no HTTP: files and pipes go in, bytes come out.
//
// Uploaded media is untrusted. Every run of ffmpeg and ffprobe goes through a Sandbox, which sees one file and no network.
//
// The order of use:
//
//	box, err := media.NewSandbox(ctx, media.SandboxOptions{})        // once per process
//	probe, err := media.Inspect(ctx, box, path)                      // *Refusal: tell the teacher
//	if media.NeedsRemux(probe) { media.Remux(…); probe, err = media.Inspect(ctx, box, remuxed) }
//	plan := media.NewPlan(probe, media.PlanOptions{})                // store it as JSON
//	media.EncodePiece(ctx, box, media.PieceJob{…})                   // per piece, on any machine
//	media.EncodeAudio(ctx, box, media.AudioJob{…})                   // once, if plan.HasAudio
//	media.TakeStills(ctx, box, media.StillsJob{…})                 // once, best when the first rung is made
package media

// AudioRendition is the name of the one rendition of audio; the renditions of video are named by Rung.Name.
const AudioRendition = "audio"

// Segment is one finished object of a rendition, in the clear.
type Segment struct {
	Rendition string // Rung.Name, or AudioRendition
	Number    int    // 0 is the init segment; media segments count from 1
	Bytes     []byte // ftyp+moov, or moof+mdat; the receiver may keep them
}

// Refusal says why a video is not taken, in words for the teacher who sent it. Trying again does not help.
type Refusal struct {
	Code    string // stable, for programs
	Message string // what is wrong and what to do
}

func (r *Refusal) Error() string { return r.Message }

// The codes of refusals.
const (
	RefusedNotVideo      = "NOT_A_VIDEO"           // text, playlist, archive, unknown bytes
	RefusedDamaged       = "VIDEO_DAMAGED"         // the container cannot be read
	RefusedNoPictures    = "NO_VIDEO_TRACK"        // sound only, or a cover picture only
	RefusedCodec         = "UNSUPPORTED_CODEC"     // pictures in none of h264, h265, vp8, vp9, av1
	RefusedTooLong       = "VIDEO_TOO_LONG"        // over MaxDuration
	RefusedTooLarge      = "VIDEO_TOO_LARGE"       // more pixels than 3840×2160, either way up
	RefusedTooSmall      = "VIDEO_TOO_SMALL"       // a side under 16 pixels
	RefusedTooManyTracks = "VIDEO_TOO_MANY_TRACKS" // more than one track of video or eight of audio
)
