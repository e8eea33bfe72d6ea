package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// This file finds the ends of the containers that are accepted without being advertised. What is not sure is taken for whole: a film that is
// complete must never be held back.

// readUpTo fills b from at; n is less where the file ends before.
func readUpTo(f io.ReaderAt, b []byte, at int64) (n int, err error) {
	if n, err = f.ReadAt(b, at); errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// The objects of ASF by their GUIDs, and the flag of a file that was written live, whose lengths mean nothing ([MS-ASF] sections 3.1, 3.2, 5.1).
const (
	asfFileProperties = "\xa1\xdc\xab\x8c\x47\xa9\xcf\x11\x8e\xe4\x00\xc0\x0c\x20\x53\x65"
	asfData           = "\x36\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c"
	asfBroadcast      = 1
)

// asfEnd is where the data object ends; 0 if the file was written live. What follows it are indexes, without which a film is whole.
func asfEnd(f io.ReaderAt) (int64, error) {
	const objectHeader = 24 // GUID and length
	head := make([]byte, 64<<10)
	n, err := readUpTo(f, head, 0)
	if err != nil || n < objectHeader {
		return 0, err
	}
	properties := bytes.Index(head[:n], []byte(asfFileProperties))
	if properties < 0 || properties+92 > n || binary.LittleEndian.Uint32(head[properties+88:])&asfBroadcast != 0 {
		return 0, nil
	}
	data := int64(binary.LittleEndian.Uint64(head[16:])) // the header object's length
	var h [objectHeader]byte
	if n, err = readUpTo(f, h[:], data); err != nil || n < len(h) || string(h[:16]) != asfData {
		return 0, err
	}
	length := int64(binary.LittleEndian.Uint64(h[16:]))
	if length <= 50 || length > 1<<50 { // 50: its own header, as long as nobody knows
		return 0, nil
	}
	return data + length, nil
}

// flvEnd is where the last tag ends; 0 at damage. A tag is 11 bytes, its body, and 4 that repeat its length: these may be missing.
func flvEnd(f io.ReaderAt, size int64) (int64, error) {
	const tagHeader, firstTag = 11, 13
	var h [tagHeader]byte
	for at := int64(firstTag); at < size; {
		n, err := readUpTo(f, h[:], at)
		if err != nil {
			return 0, err
		}
		if kind := h[0] & 0x1f; kind != 8 && kind != 9 && kind != 18 { // audio, video, script data
			return 0, nil
		}
		if n < len(h) {
			return at + tagHeader, nil
		}
		body := at + tagHeader + int64(binary.BigEndian.Uint32(h[:4])&0xffffff)
		if body > size {
			return body, nil
		}
		at = body + 4
	}
	return 0, nil
}

// endsInPacket reports whether a transport stream, which says nothing of its length, ends within a packet. Recordings of broadcasts end
// anywhere between two, so that what is missing of their last picture says nothing.
func endsInPacket(f io.ReaderAt, size int64) (bool, error) {
	var first [5]byte
	if n, err := readUpTo(f, first[:], 0); err != nil || n < len(first) {
		return false, err
	}
	packet, sync := int64(188), int64(0)
	if first[0] != 0x47 {
		packet, sync = 192, 4
	}
	last := size / packet * packet
	if last == size || last < 2*packet {
		return false, nil
	}
	for _, at := range []int64{last - packet, last - 2*packet} { // bytes lost in the middle move all that follow
		var mark [1]byte
		if _, err := readUpTo(f, mark[:], at+sync); err != nil || mark[0] != 0x47 {
			return false, err
		}
	}
	if last+sync >= size {
		return true, nil
	}
	var mark [1]byte
	_, err := readUpTo(f, mark[:], last+sync)
	return mark[0] == 0x47, err // something else was appended
}

// oggEnd reports whether a page runs past the end of the file, and how far, or a stream with media lacks the page that is marked as its last
// (RFC 3533 section 6).
func oggEnd(f io.ReaderAt, size int64) (whole int64, cut bool, err error) {
	const pageHeader, lastPage = 27, 4
	open := map[uint32]bool{}
	h := make([]byte, pageHeader+255)
	for at := int64(0); at < size; {
		n, err := readUpTo(f, h, at)
		if err != nil {
			return 0, false, err
		}
		if !bytes.HasPrefix(h[:n], []byte("OggS")[:min(n, 4)]) {
			return 0, false, nil // damage, or something appended
		}
		if n < pageHeader || n < pageHeader+int(h[26]) {
			return at + pageHeader, true, nil
		}
		page := int64(pageHeader) + int64(h[26])
		for _, lacing := range h[pageHeader:page] {
			page += int64(lacing)
		}
		if at+page > size {
			return at + page, true, nil
		}
		serial, media := binary.LittleEndian.Uint32(h[14:]), int64(binary.LittleEndian.Uint64(h[6:])) > 0
		if h[5]&lastPage != 0 {
			open[serial] = false
		} else if media {
			open[serial] = true
		}
		at += page
	}
	for _, missing := range open {
		cut = cut || missing
	}
	return 0, cut, nil
}
