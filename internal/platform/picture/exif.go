package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

// orientation is the value of the EXIF tag Orientation, 1 to 8 (CIPA DC-008, 4.6.4).
type orientation int

// upright returns the size of the upright picture.
func (t orientation) upright(width, height int) (int, int) {
	if t >= 5 {
		return height, width
	}
	return width, height
}

// source maps a rectangle of the upright picture to the stored one, whose size is given.
func (t orientation) source(r image.Rectangle, width, height int) image.Rectangle {
	corners := [2]image.Point{t.from(r.Min, width, height), t.from(r.Max, width, height)}
	return image.Rectangle{Min: corners[0], Max: corners[1]}.Canon()
}

// from maps a corner of the upright picture to the stored one.
func (t orientation) from(p image.Point, width, height int) image.Point {
	switch t {
	case 2:
		return image.Pt(width-p.X, p.Y)
	case 3:
		return image.Pt(width-p.X, height-p.Y)
	case 4:
		return image.Pt(p.X, height-p.Y)
	case 5:
		return image.Pt(p.Y, p.X)
	case 6:
		return image.Pt(p.Y, height-p.X)
	case 7:
		return image.Pt(width-p.Y, height-p.X)
	case 8:
		return image.Pt(width-p.Y, p.X)
	}
	return p
}

// apply turns a picture upright.
func (t orientation) apply(stored *image.RGBA) *image.RGBA {
	if t <= 1 {
		return stored
	}
	across, down := stored.Bounds().Dx(), stored.Bounds().Dy()
	width, height := t.upright(across, down)
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			corner := t.from(image.Pt(x, y), across, down)
			opposite := t.from(image.Pt(x+1, y+1), across, down) // the pixel lies between the two corners
			out.SetRGBA(x, y, stored.RGBAAt(min(corner.X, opposite.X), min(corner.Y, opposite.Y)))
		}
	}
	return out
}

// orientationOf reads the orientation from a file's EXIF data; 1, upright, when there is none.
func orientationOf(file []byte, format string) orientation {
	switch format {
	case "jpeg":
		return readOrientation(jpegEXIF(file))
	case "png":
		return readOrientation(pngEXIF(file))
	case "webp":
		return readOrientation(webpEXIF(file))
	}
	return 1
}

// jpegEXIF returns the TIFF structure in the APP1 segment of a JPEG file, or nil.
func jpegEXIF(file []byte) []byte {
	for at := 2; at+4 <= len(file) && file[at] == 0xff; {
		length := 2 + int(binary.BigEndian.Uint16(file[at+2:]))
		if file[at+1] == 0xda || at+length > len(file) { // start of the image data
			return nil
		}
		if body, ok := bytes.CutPrefix(file[at+4:at+length], []byte("Exif\x00\x00")); ok && file[at+1] == 0xe1 {
			return body
		}
		at += length
	}
	return nil
}

// pngEXIF returns the TIFF structure in the eXIf chunk of a PNG file, or nil.
func pngEXIF(file []byte) []byte {
	for at := 8; at+8 <= len(file); {
		length := int(binary.BigEndian.Uint32(file[at:]))
		if length < 0 || at+8+length > len(file) {
			return nil
		}
		if string(file[at+4:at+8]) == "eXIf" {
			return file[at+8 : at+8+length]
		}
		at += 8 + length + 4
	}
	return nil
}

// webpEXIF returns the TIFF structure in the EXIF chunk of a WebP file, or nil.
func webpEXIF(file []byte) []byte {
	for at := 12; at+8 <= len(file); {
		length := int(binary.LittleEndian.Uint32(file[at+4:]))
		if length < 0 || at+8+length > len(file) {
			return nil
		}
		if string(file[at:at+4]) == "EXIF" {
			return bytes.TrimPrefix(file[at+8:at+8+length], []byte("Exif\x00\x00"))
		}
		at += 8 + length + length%2
	}
	return nil
}

// readOrientation reads tag 0x0112 from the first directory of a TIFF structure.
func readOrientation(tiff []byte) orientation {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(tiff[:2]) == "MM" {
		order = binary.BigEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := int64(order.Uint16(tiff[at:]))
	for i := range entries {
		entry := at + 2 + 12*i
		if entry+12 > int64(len(tiff)) {
			return 1
		}
		if order.Uint16(tiff[entry:]) == 0x0112 {
			if t := orientation(order.Uint16(tiff[entry+8:])); t >= 1 && t <= 8 {
				return t
			}
			return 1
		}
	}
	return 1
}
