package media

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// Container is the kind of file, determined by its first bytes, never by its name.
type Container string

const (
	MP4      Container = "mp4"      // and QuickTime
	Matroska Container = "matroska" // and WebM
	AVI      Container = "avi"

	// What follows is accepted without being advertised: the specification lists the above.
	ThreeGP Container = "3gp"
	MPEGTS  Container = "mpegts"
	FLV     Container = "flv"
	ASF     Container = "asf" // WMV
	Ogg     Container = "ogg" // OGV
)

// isUnadvertised reports whether the specification does not list the container.
func (c Container) isUnadvertised() bool {
	return c == ThreeGP || c == MPEGTS || c == FLV || c == ASF || c == Ogg
}

// RefuseUnadvertised refuses a file of a container that is accepted without being advertised, for operators who switch these off.
func RefuseUnadvertised(path string) error {
	c, err := sniffFile(path)
	if err == nil && c.isUnadvertised() {
		err = &Refusal{RefusedNotVideo, fmt.Sprintf("This type of video (%s) is not supported. Upload it as MP4, MOV, MKV, WebM or AVI.", c)}
	}
	return err
}

// SniffLength is how many bytes Sniff needs; fewer only if the file is shorter.
const SniffLength = 4096

// Sniff determines the container from the first bytes of a file. The error is always a *Refusal.
func Sniff(head []byte) (Container, error) {
	switch {
	case isBoxes(head) && string(head[4:8]) == "ftyp" && bytes.HasPrefix(head[8:], []byte("3g")):
		return ThreeGP, nil
	case isBoxes(head):
		return MP4, nil
	case isTransportStream(head):
		return MPEGTS, nil
	case bytes.HasPrefix(head, []byte("FLV\x01")):
		return FLV, nil
	case bytes.HasPrefix(head, []byte("\x30\x26\xb2\x75\x8e\x66\xcf\x11")): // the header object of ASF
		return ASF, nil
	case bytes.HasPrefix(head, []byte("OggS")): // RFC 3533
		return Ogg, nil
	case bytes.HasPrefix(head, []byte("\x1a\x45\xdf\xa3")): // EBML header, RFC 8794
		return Matroska, nil
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "AVI ":
		return AVI, nil
	}
	return "", &Refusal{RefusedNotVideo, notVideo(head) + " Upload the video itself as MP4, MOV, MKV, WebM or AVI."}
}

// isTransportStream recognises packets of 188 bytes (ISO/IEC 13818-1), or of 192 with a time in front (Blu-ray, AVCHD).
func isTransportStream(head []byte) bool {
	for _, shape := range []struct{ first, packet int }{{0, 188}, {4, 192}} {
		packets := 0
		for at := shape.first; at < len(head) && head[at] == 0x47; at += shape.packet {
			packets++
		}
		if packets >= 3 && shape.first+packets*shape.packet >= min(len(head), SniffLength) {
			return true
		}
	}
	return false
}

// isBoxes reports whether a file begins with a box of the ISO base media file format or of QuickTime.
func isBoxes(head []byte) bool {
	if len(head) < 16 {
		return false
	}
	size := binary.BigEndian.Uint32(head)
	if size > 1 && size < 8 {
		return false
	}
	return slices.Contains([]string{"ftyp", "moov", "mdat", "free", "skip", "wide", "pnot"}, string(head[4:8]))
}

// kinds are the first bytes of files that people, and attackers, send instead of a video.
var kinds = []struct{ prefix, is string }{
	{"#EXTM3U", playlist}, {"ffconcat", playlist}, {"v=0", playlist}, {"[playlist]", playlist},
	{"PK\x03\x04", "This file is a ZIP archive or an office document, not a video."},
	{"PK\x05\x06", "This file is a ZIP archive, not a video."},
	{"Rar!", "This file is a RAR archive, not a video."}, {"7z\xbc\xaf", "This file is a 7-Zip archive, not a video."},
	{"\x1f\x8b", "This file is a compressed archive, not a video."},
	{"%PDF", "This file is a PDF document, not a video."},
	{"\xff\xd8\xff", picture}, {"\x89PNG", picture}, {"GIF8", picture},
	{"ID3", sound}, {"fLaC", sound},
	{"\x00\x00\x01\xba", "This file is an MPEG program stream, which is not supported."},
}

const (
	playlist = "This file is a playlist: it only refers to other files and contains no video."
	picture  = "This file is a picture, not a video."
	sound    = "This file is a sound recording, not a video."
)

// notVideo names the kind of file that it is instead.
func notVideo(head []byte) string {
	if len(head) == 0 {
		return "This file is empty."
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for _, k := range kinds {
		if bytes.HasPrefix(text, []byte(k.prefix)) {
			return k.is
		}
	}
	switch {
	case bytes.Contains(head, []byte("<MPD")) || bytes.Contains(head, []byte("<SmoothStreamingMedia")):
		return playlist
	case isText(head):
		return "This file contains text, not video."
	}
	return "This file is not a supported type of video."
}

func isText(head []byte) bool {
	cut := strings.ToValidUTF8(string(head[:max(0, len(head)-utf8.UTFMax)]), "\x00")
	return !strings.ContainsRune(cut, 0)
}

// sniffFile is Sniff for the file at path.
func sniffFile(path string) (Container, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, SniffLength)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	return Sniff(head[:n])
}

// demuxer is ffmpeg's name of the only demuxer for this container. Forcing and allow-listing it alone keeps ffmpeg from
// reading the file as a playlist, which `-protocol_whitelist` does not prevent (faults.md, Media hardening).
func (c Container) demuxer() string {
	if c == MP4 || c == ThreeGP {
		return "mov"
	}
	return string(c)
}

// input returns ffmpeg's arguments for opening the source and nothing else.
func (c Container) input() []string {
	return []string{
		"-protocol_whitelist", "file,pipe", "-format_whitelist", c.demuxer(), "-f", c.demuxer(), "-max_pixels", maxPixels,
	}
}

// maxPixels is 4096 × 2304: 3840×2160 with codec padding. Memory for a larger picture is not even allocated.
const maxPixels = "9437184"
