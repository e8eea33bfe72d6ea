package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"runtime/debug"
)

// jpegHeader is what decides how much work a JPEG file is.
type jpegHeader struct {
	progressive bool
	samples     float64 // of a pixel: 1.5 where the colours have a quarter of the resolution
	scans       int
}

// readJPEGHeader follows the markers of a JPEG file (ITU-T T.81, annex B) to its end, as decoders do.
func readJPEGHeader(file []byte) (h jpegHeader) {
	for at := 2; at+1 < len(file); {
		if file[at] != 0xff || file[at+1] == 0xff { // image data, or a fill byte
			at++
			continue
		}
		marker := file[at+1]
		at += 2
		switch {
		case marker == 0xd9: // end of image
			return h
		case marker <= 0x01 || marker >= 0xd0 && marker <= 0xd8: // those without a length
			continue
		case at+2 > len(file):
			return h
		}
		length := int(binary.BigEndian.Uint16(file[at:]))
		segment := file[at:min(at+length, len(file))]
		switch marker {
		case 0xc0, 0xc1, 0xc2:
			h.progressive, h.samples = marker == 0xc2, samplesOf(segment)
		case 0xda:
			h.scans++
		}
		at += max(length, 2)
	}
	return h
}

// samplesOf returns the samples of a pixel by a frame header: the sum of the components' sampling factors over the largest.
func samplesOf(frame []byte) float64 {
	sum, across, down := 0, 1, 1
	for at := 8; at+3 <= len(frame); at += 3 {
		h, v := int(frame[at+1]>>4), int(frame[at+1]&15)
		sum, across, down = sum+h*v, max(across, h), max(down, v)
	}
	return float64(sum) / float64(across*down)
}

// memory estimates the bytes that decoding a picture takes, and scaling so many of its rows to a picture of so many columns.
func memory(file []byte, format string, c image.Config, columns, rows int) int64 {
	perPixel := 4.0
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		perPixel = 8
	}
	switch format {
	case "jpeg":
		h := readJPEGHeader(file)
		if perPixel += h.samples; h.progressive { // the pixels, perhaps converted to RGBA; coefficients have 4 bytes each
			perPixel += 4 * h.samples
		}
	case "png":
		if len(file) > 28 && file[28] != 0 { // interlaced: the largest pass has half of the pixels
			perPixel *= 1.5
		}
	}
	return int64(perPixel*float64(c.Width)*float64(c.Height)) + int64(columns)*int64(rows)*32 // draw keeps each pixel of the rows as four float64
}

// returnMemory gives the memory of a large picture back, before the next one takes as much again.
func returnMemory(taken int64) {
	if taken > 32<<20 {
		debug.FreeOSMemory()
	}
}
