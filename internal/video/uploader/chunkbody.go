package uploader

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime/multipart"
	"strconv"
	"strings"
)

// jsonChunk is a chunk in the specification's form: base64 in JSON, encoded while it is read. The data comes last, so that
// a streaming server knows by then to which session it belongs.
func jsonChunk(s Session, number int64, data body) (body, error) {
	head, err := json.Marshal(struct {
		UploadSession    reference `json:"uploadSession"`
		PartNumber       int64     `json:"partNumber"`
		OriginalFileName string    `json:"originalFileName"`
		CourseID         string    `json:"courseId"`
		ContentType      string    `json:"contentType"`
	}{s.reference(), number, s.OriginalFileName, s.CourseID, s.ContentType})
	if err != nil {
		return body{}, err
	}
	return base64Body(strings.TrimSuffix(string(head), "}")+`,"chunkData":"`, data, `"}`, "application/json"), nil
}

// formChunk is the flat form: the same members as fields of a multipart form.
func formChunk(s Session, number int64, data body) (body, error) {
	var head bytes.Buffer
	form := multipart.NewWriter(&head)
	for _, field := range [][2]string{
		{"uploadId", s.UploadID}, {"videoId", s.VideoID}, {"partNumber", strconv.FormatInt(number, 10)}, {"key", s.Key},
		{"bucket", s.Bucket}, {"originalFileName", s.OriginalFileName}, {"courseId", s.CourseID}, {"contentType", s.ContentType},
	} {
		if err := form.WriteField(field[0], field[1]); err != nil {
			return body{}, err
		}
	}
	if _, err := form.CreateFormField("chunkData"); err != nil {
		return body{}, err
	}
	return base64Body(head.String(), data, "\r\n--"+form.Boundary()+"--\r\n", form.FormDataContentType()), nil
}

// base64Body is the data as base64 (RFC 4648 section 4) between two texts. At most a few kilobytes are in memory.
func base64Body(head string, data body, tail, contentType string) body {
	size := int64(len(head)+len(tail)) + int64(base64.StdEncoding.EncodedLen(int(data.size)))
	return body{func() io.Reader {
		return io.MultiReader(strings.NewReader(head), &base64Reader{from: data.open()}, strings.NewReader(tail))
	}, size, contentType}
}

// base64Reader encodes what it reads as base64.
type base64Reader struct {
	from io.Reader
	raw  [24 << 10]byte // a multiple of 3, so that blocks encode without padding between them
	text [32 << 10]byte
	left []byte // encoded text, not returned yet
	err  error
}

func (r *base64Reader) Read(p []byte) (int, error) {
	if len(r.left) == 0 && r.err == nil {
		var n int
		n, r.err = io.ReadFull(r.from, r.raw[:])
		if r.err == io.ErrUnexpectedEOF {
			r.err = io.EOF
		}
		base64.StdEncoding.Encode(r.text[:], r.raw[:n])
		r.left = r.text[:base64.StdEncoding.EncodedLen(n)]
	}
	if len(r.left) == 0 {
		return 0, r.err
	}
	n := copy(p, r.left)
	r.left = r.left[n:]
	return n, nil
}
