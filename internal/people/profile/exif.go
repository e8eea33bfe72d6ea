package profile

import (
	"bytes"
	"encoding/binary"
)

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
