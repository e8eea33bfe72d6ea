package upload

import (
	"context"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/sign"
)

// addressLifetime is how long an address accepts parts. The session itself may end before.
const addressLifetime = 7 * 24 * time.Hour

// sessionInfo is a session without addresses.
func (s *Service) sessionInfo(session Session, parts []receivedPart) UploadSession {
	return UploadSession{
		UploadID: session.ID, VideoID: session.video(), Key: session.ObjectKey, Bucket: bucket, OriginalFileName: session.OriginalFileName,
		CourseID: session.CourseID, ContentType: session.ContentType, UploadURLs: []PartAddress{}, ChunkSize: session.ChunkSize,
		TotalChunks: session.TotalChunks, ExpiresAt: session.ExpiresAt, UploadedParts: uploadedParts(parts),
	}
}

// sessionWithAddresses is a session as its client sees it, with an address for each part that is missing: of the storage if
// that accepts parts, otherwise of this server.
func (s *Service) sessionWithAddresses(ctx context.Context, session Session, parts []receivedPart) (UploadSession, error) {
	info := s.sessionInfo(session, parts)
	have := map[int64]bool{}
	for _, p := range parts {
		have[p.PartNumber] = true
	}
	for n := int64(1); n <= session.TotalChunks; n++ {
		if have[n] {
			continue
		}
		address, ok, err := s.blob.SignPart(ctx, session.blobPart(n), addressLifetime)
		if err != nil {
			return info, err
		}
		if !ok {
			address = s.sign(session, n)
		}
		info.UploadURLs = append(info.UploadURLs, PartAddress{n, address})
	}
	return info, nil
}

func (s *Service) sign(session Session, number int64) string {
	n := strconv.FormatInt(number, 10)
	expires, signature := s.partAddresses().Address(s.clock.Now().Add(addressLifetime), session.ID, n)
	return fmt.Sprintf("%s/api/v1/video-streaming/uploads/%s/parts/%s?expires=%s&signature=%s", s.baseURL, session.ID, n, expires, signature)
}

// partAddresses signs the addresses that take a part of an upload.
func (s *Service) partAddresses() sign.Signer { return sign.New(s.key, "upload part") }

// signedPartTarget is where the bytes sent to a signed URL are stored. fault.Forbidden when the signature is wrong or expired.
func (s *Service) signedPartTarget(ctx context.Context, uploadID, number, expires, signature string) (partTarget, error) {
	switch err := s.partAddresses().Check(expires, signature, s.clock.Now(), uploadID, number); {
	case errors.Is(err, sign.ErrExpired):
		return partTarget{}, fault.New(fault.Forbidden, "address_expired", "This upload link has expired. Request a new one.")
	case err != nil:
		return partTarget{}, fault.New(fault.Forbidden, "bad_signature", "This address is not a valid upload address.")
	}
	session, err := findSession(ctx, s.db.Reader(), uploadID)
	if err != nil {
		return partTarget{}, err
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return partTarget{}, errPartNumber(number, session.TotalChunks)
	}
	// The bearer of the address acts for the uploader, the only one to receive it.
	return s.partTarget(ctx, access.Caller{ID: session.UserID}, chunkRequest{ref: Reference{UploadID: uploadID}, number: n})
}

// checksumReader compares a body with the checksum that came with it before it returns io.EOF.
type checksumReader struct {
	body io.Reader
	hash hash.Hash
	want []byte
}

// verifyChecksums wraps a body for each checksum header that the request has: Content-MD5 (RFC 1864) and x-checksum-sha256,
// in base64 or hexadecimal. fault.Invalid when one cannot be read.
func verifyChecksums(body io.Reader, header func(string) string) (io.Reader, error) {
	for _, kind := range []struct {
		name string
		hash hash.Hash
	}{{"Content-MD5", md5.New()}, {"x-checksum-sha256", sha256.New()}} {
		text := header(kind.name)
		if text == "" {
			continue
		}
		want, err := base64.StdEncoding.DecodeString(text)
		if len(want) != kind.hash.Size() {
			want, err = hex.DecodeString(strings.ToLower(text))
		}
		if err != nil || len(want) != kind.hash.Size() {
			return nil, fault.New(fault.Invalid, "malformed", kind.name+" is not a valid checksum.")
		}
		body = &checksumReader{body, kind.hash, want}
	}
	return body, nil
}

func (c *checksumReader) Read(p []byte) (int, error) {
	n, err := c.body.Read(p)
	c.hash.Write(p[:n])
	if err == io.EOF && !hmac.Equal(c.hash.Sum(nil), c.want) {
		err = fault.New(fault.Invalid, "checksum_mismatch", "The part changed on the way: its checksum doesn't match. Send it again.")
	}
	return n, err
}
