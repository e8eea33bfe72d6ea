package upload

import (
	"context"
	"fmt"
	"strconv"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// chunk is what a request says about the bytes that it brings.
type chunk struct {
	ref    Reference
	file   Recovery
	number int64
}

// set notes a member of the request. One that says something else the second time is refused: it could be meant to have
// the bytes checked against one session and stored in another.
func (c *chunk) set(m member) error {
	var to *string
	switch m.name {
	case "partnumber":
		n, err := strconv.ParseInt(m.text, 10, 64)
		if err != nil || c.number != 0 && c.number != n || n < 1 {
			return wrongNumber(m.text, maxParts)
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
	if *to != "" && *to != m.text {
		return malformed(m.name + " stands in the request twice.")
	}
	*to = m.text
	return nil
}

// reference is the session that the chunk is for, as far as the request has told.
func (c *chunk) reference() Reference {
	ref := c.ref
	ref.CourseID = c.file.CourseID
	return ref
}

// matters says whether set would look at a member.
func matters(name string) bool {
	switch name {
	case "partnumber", "uploadid", "videoid", "key", "bucket", "courseid", "originalfilename", "contenttype":
		return true
	}
	return false
}

func wrongNumber(number string, last int64) error {
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

// Recovered tells what a successor took over.
type Recovered struct {
	Reason       string         `json:"reason"`
	CarriedParts []UploadedPart `json:"carriedParts"`
}

// target is where a chunk goes.
type target struct {
	session   Session
	recovered bool
	number    int64
}

// aim finds where a chunk goes; see current for its errors.
func (s *Service) aim(ctx context.Context, who access.Caller, c chunk) (target, error) {
	session, recovered, err := s.current(ctx, who, c.reference(), c.file)
	if err != nil {
		return target{}, err
	}
	if c.number < 1 || c.number > session.TotalChunks {
		return target{}, wrongNumber(strconv.FormatInt(c.number, 10), session.TotalChunks)
	}
	return target{session, recovered, c.number}, nil
}
