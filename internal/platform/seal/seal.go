// Package seal encrypts media at rest: AES-256-GCM in the layout of HLS METHOD=AES-256-GCM (rfc8216bis), which is a 16-byte
// IV, the ciphertext and a 16-byte tag. The IV is derived from the segment's identity, so that a segment moved to another
// place does not decrypt, and from the attempt's number, so that no two writes with one key share an IV.
//
// Data keys are random, one for each hour of a video's generation, and stored wrapped by a master key that is not in the
// database. Sealing is access control: a user who may watch gets the data key. It is not DRM.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	IVSize   = 16 // bytes before the ciphertext
	TagSize  = 16 // bytes after it
	Overhead = IVSize + TagSize
	KeySize  = 32 // bytes of a data key and of a master key

	// SegmentsPerKey is how many segments of 6 s one data key seals: 3600 s of media time.
	SegmentsPerKey = 600
)

var (
	// ErrMisplaced means that a segment belongs to another place or another attempt.
	ErrMisplaced = errors.New("sealed segment is not the one that belongs here")
	// ErrDamaged means that bytes of a segment or a wrapped key are not those that were written.
	ErrDamaged = errors.New("sealed bytes do not verify")
)

// ID identifies a segment. Number 0 is the init, media segments count from 1. Fence is the number of the attempt that wrote
// it.
type ID struct {
	Video         string
	Generation    int64
	Rendition     string
	Number, Fence int64
}

// Epoch returns which data key seals segment number; the init belongs to epoch 0.
func Epoch(number int64) int64 { return max(number-1, 0) / SegmentsPerKey }

// Key is a data key ready for use. Safe for concurrent use.
type Key struct {
	raw   [KeySize]byte
	ivKey []byte
	aead  cipher.AEAD
}

func NewKey(raw [KeySize]byte) (*Key, error) {
	block, err := aes.NewCipher(raw[:])
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithNonceSize(block, IVSize)
	if err != nil {
		return nil, err
	}
	ivKey, err := hkdf.Key(sha256.New, raw[:], nil, "lectern segment iv", sha256.Size)
	return &Key{raw, ivKey, aead}, err
}

// Bytes returns the key for a player that may watch.
func (k *Key) Bytes() [KeySize]byte { return k.raw }

// IV returns the IV with which this key seals id.
func (k *Key) IV(id ID) [IVSize]byte {
	var fields []byte
	for _, text := range []string{id.Video, id.Rendition} { // with their lengths, so that the encoding is unambiguous
		fields = binary.BigEndian.AppendUint64(fields, uint64(len(text)))
		fields = append(fields, text...)
	}
	for _, n := range []int64{id.Generation, id.Number, id.Fence} {
		fields = binary.BigEndian.AppendUint64(fields, uint64(n))
	}
	mac := hmac.New(sha256.New, k.ivKey)
	mac.Write(fields)
	return [IVSize]byte(mac.Sum(nil))
}

// Seal appends plain, sealed, to dst; dst and plain must not overlap. A key may seal one id once: a second write needs
// another fence.
func (k *Key) Seal(dst []byte, id ID, plain []byte) []byte {
	if need := len(dst) + len(plain) + Overhead; cap(dst) < need {
		dst = append(make([]byte, 0, need), dst...)
	}
	iv := k.IV(id)
	return k.aead.Seal(append(dst, iv[:]...), iv[:], plain, nil)
}

// Check tests without decrypting whether a segment with this beginning is in its place: ErrMisplaced or ErrDamaged.
func (k *Key) Check(id ID, beginning []byte) error {
	if len(beginning) < IVSize {
		return fmt.Errorf("%w: only %d bytes", ErrDamaged, len(beginning))
	}
	if iv := k.IV(id); subtle.ConstantTimeCompare(iv[:], beginning[:IVSize]) != 1 {
		return ErrMisplaced
	}
	return nil
}

// Open verifies sealed as the segment id and decrypts it in place; the plaintext is a part of sealed. After an error,
// ErrMisplaced or ErrDamaged, none of the plaintext is there.
func (k *Key) Open(id ID, sealed []byte) ([]byte, error) {
	if err := k.Check(id, sealed); err != nil {
		return nil, err
	}
	iv := [IVSize]byte(sealed)
	plain, err := k.aead.Open(sealed[IVSize:IVSize], iv[:], sealed[IVSize:], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return plain, nil
}
