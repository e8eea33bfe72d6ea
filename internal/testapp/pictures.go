package testapp

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// The colours of Halves.
var (
	Red  = color.RGBA{200, 20, 20, 255}
	Blue = color.RGBA{20, 20, 200, 255}
)

// Halves draws a picture whose left half is red and whose right half is blue.
func Halves(width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetRGBA(x, y, map[bool]color.RGBA{true: Red, false: Blue}[x < width/2])
		}
	}
	return m
}

// PNG encodes a picture.
func PNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// PhotoOnItsSide encodes a picture as JPEG, with EXIF data that turn it a quarter clockwise and say where it was taken ("GPS 46.9480").
func PhotoOnItsSide(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	exif := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00GPS 46.9480")
	segment := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2)), exif...)
	plain := b.Bytes()
	return append(append(plain[:2:2], segment...), plain[2:]...)
}
