package openbadge

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
)

// keyword marks the text of a PNG that is a badge (Open Badges 3.0, section 5.3.1).
const keyword = "openbadgecredential"

// Bake puts a credential into a PNG, in place of none. The picture looks as before.
func Bake(png []byte, badge Document) ([]byte, error) {
	const header = 8 + 4 + 4 + 13 + 4 // signature and IHDR, which is always first
	if len(png) < header || string(png[12:16]) != "IHDR" {
		return nil, errors.New("the picture is no PNG")
	}
	text, err := json.Marshal(badge)
	if err != nil {
		return nil, err
	}
	const plain = "\x00\x00\x00\x00\x00" // the end of the keyword, not compressed, without language and translated keyword (PNG, 11.3.3.4)
	chunk := append([]byte("iTXt"+keyword+plain), text...)
	baked := bytes.NewBuffer(bytes.Clone(png[:header]))
	baked.Write(binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4)))
	baked.Write(chunk)
	baked.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk)))
	baked.Write(png[header:])
	return baked.Bytes(), nil
}
