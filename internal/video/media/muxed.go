package media

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/Eyevinn/mp4ff/mp4"
)

// Tracks of a file that has picture and sound.
const (
	PictureTrack = 1
	SoundTrack   = 2
)

// MuxedInit returns the beginning of a fragmented MP4 file of this length from the init segments of a video rendition and of an audio
// rendition; sound is nil for a silent video. The segments of both follow it, renumbered.
func MuxedInit(picture, sound []byte, seconds float64) ([]byte, error) {
	whole, trak, err := initOf(picture)
	if err != nil {
		return nil, err
	}
	traks := []*mp4.TrakBox{trak}
	if sound != nil {
		_, second, err := initOf(sound)
		if err != nil {
			return nil, err
		}
		second.Tkhd.TrackID = SoundTrack
		traks = append(traks, second)
	}
	header := whole.Moov.Mvhd
	header.NextTrackID = uint32(len(traks) + 1)
	moov, mvex := mp4.NewMoovBox(), mp4.NewMvexBox()
	moov.AddChild(header)
	mvex.AddChild(&mp4.MehdBox{Version: 1, FragmentDuration: int64(seconds * float64(header.Timescale))})
	for i, t := range traks {
		moov.AddChild(t)
		mvex.AddChild(mp4.CreateTrex(uint32(i + 1)))
	}
	moov.AddChild(mvex)
	var out bytes.Buffer
	if err := errors.Join(whole.Ftyp.Encode(&out), moov.Encode(&out)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func initOf(segment []byte) (*mp4.InitSegment, *mp4.TrakBox, error) {
	file, err := mp4.DecodeFile(bytes.NewReader(segment))
	if err != nil {
		return nil, nil, err
	}
	if file.Init == nil || file.Init.Moov == nil || file.Init.Moov.Trak == nil || file.Init.Ftyp == nil || file.Init.Moov.Mvhd == nil {
		return nil, nil, errors.New("no init segment")
	}
	return file.Init, file.Init.Moov.Trak, nil
}

// fragmentsPerSegment is how many numbers the fragments of both renditions take in a file: two of picture, one of sound.
const fragmentsPerSegment = 3

// Renumber gives the fragments of segment n the number of their track in a file and numbers that grow through it, in place.
func Renumber(segment []byte, n int64, track uint32) error {
	number := uint32((n - 1) * fragmentsPerSegment)
	if track == SoundTrack {
		number += fragmentsPerSegment - 1
	}
	return eachBox(segment, func(kind string, fragment []byte) error {
		if kind != "moof" {
			return nil
		}
		return eachBox(fragment, func(kind string, content []byte) error {
			switch kind {
			case "mfhd":
				number++
				return put32(content, number)
			case "traf":
				return eachBox(content, func(kind string, content []byte) error {
					if kind != "tfhd" {
						return nil
					}
					return put32(content, track)
				})
			}
			return nil
		})
	})
}

var errNoBox = errors.New("a segment is not made of boxes")

// eachBox visits the boxes in content (ISO/IEC 14496-12, 4.2); ours are all shorter than 4 GB.
func eachBox(content []byte, visit func(kind string, content []byte) error) error {
	const header = 8
	for len(content) > 0 {
		if len(content) < header {
			return errNoBox
		}
		size := binary.BigEndian.Uint32(content)
		if size < header || int64(size) > int64(len(content)) {
			return errNoBox
		}
		if err := visit(string(content[4:header]), content[header:size]); err != nil {
			return err
		}
		content = content[size:]
	}
	return nil
}

// put32 writes the first number of a full box, behind its version and flags.
func put32(content []byte, number uint32) error {
	if len(content) < 8 {
		return errNoBox
	}
	binary.BigEndian.PutUint32(content[4:], number)
	return nil
}
