package upload

import (
	"context"
	"fmt"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/video/chunkbody"
)

// chunkRequest is what an upload-chunk request says about its bytes.
type chunkRequest struct {
	ref    Reference
	file   Recovery
	number int64
}

// set records a member of the request. It refuses one that comes twice with different values, which could be an attempt to
// have the bytes checked against one session and stored in another.
func (c *chunkRequest) set(m chunkbody.Member) error {
	var to *string
	switch m.Name {
	case "partnumber":
		n, err := strconv.ParseInt(m.Text, 10, 64)
		if err != nil || c.number != 0 && c.number != n || n < 1 {
			return errPartNumber(m.Text, maxParts)
		}
		c.number = n
		return nil
	case "uploadid":
		to = &c.ref.UploadID
	case "videoid":
		to = &c.ref.VideoID
	case "key":
		to = &c.ref.Key
	case "bucket":
		to = &c.ref.Bucket
	case "courseid":
		to = &c.file.CourseID
	case "originalfilename":
		to = &c.file.OriginalFileName
	case "contenttype":
		to = &c.file.ContentType
	default:
		return nil
	}
	if !text.IsStorable(m.Text) {
		return fault.New(fault.Invalid, "malformed", "The request contains a character that can't be stored: U+0000, or one that is not UTF-8.")
	}
	if *to != "" && *to != m.Text {
		return errMemberTwice(m.Name)
	}
	*to = m.Text
	return nil
}

// reference returns the session of the chunk, as far as the request has been read.
func (c *chunkRequest) reference() Reference {
	ref := c.ref
	ref.CourseID = c.file.CourseID
	return ref
}

func errPartNumber(number string, last int64) error {
	if len(number) > 20 {
		number = number[:20] + "…"
	}
	return fault.New(fault.Invalid, "PARAMETER_MISMATCH", fmt.Sprintf("There is no part %s: parts are numbered from 1 to %d.", number, last))
}

// StoredChunk is the answer to a part.
type StoredChunk struct {
	Etag             string         `json:"etag" doc:"Opaque; complete-upload wants it back."`
	PartNumber       int64          `json:"partNumber"`
	SessionRecovered bool           `json:"sessionRecovered" doc:"The session had expired, and the server has opened newUploadSession in its place. The part is stored."`
	NewUploadSession *UploadSession `json:"newUploadSession,omitempty"`
	Recovery         *Recovered     `json:"recovery,omitempty"`
}

// Recovered is what a successor took over.
type Recovered struct {
	Reason       string         `json:"reason"`
	CarriedParts []UploadedPart `json:"carriedParts"`
}

// partTarget is where a chunk is stored.
type partTarget struct {
	session   Session
	recovered bool
	number    int64
}

// partTarget finds where a chunk is stored; see resolveSession for its errors.
func (s *Service) partTarget(ctx context.Context, who access.Caller, c chunkRequest) (partTarget, error) {
	if c.ref.UploadID == "" {
		return partTarget{}, errSessionRequired()
	}
	session, recovered, err := s.resolveSession(ctx, who, c.reference(), c.file)
	if err != nil {
		return partTarget{}, err
	}
	if c.number < 1 || c.number > session.TotalChunks {
		return partTarget{}, errPartNumber(strconv.FormatInt(c.number, 10), session.TotalChunks)
	}
	return partTarget{session, recovered, c.number}, nil
}

func errMemberTwice(name string) error {
	return fault.New(fault.Invalid, "malformed", name+" appears twice in the request.")
}
