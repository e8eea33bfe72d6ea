package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// s3Reader reads an object from its start, and sends another request, for the rest from there, after a seek.
type s3Reader struct {
	ctx      context.Context // from Open: the reads belong to the same request
	store    *S3
	key      string
	etag     string
	size     int64
	position int64 // of the next Read
	body     io.ReadCloser
	bodyAt   int64 // of the response body
}

// Open requests the object; ctx must live as long as it is read.
func (s *S3) Open(ctx context.Context, key string) (Object, error) {
	if err := checkKey(key); err != nil {
		return Object{}, err
	}
	out, err := s.get(ctx, &s3.GetObjectInput{Bucket: &s.bucket, Key: s.objectKey(key)})
	if err != nil {
		return Object{}, err
	}
	size := aws.ToInt64(out.ContentLength)
	r := &s3Reader{ctx: ctx, store: s, key: key, etag: aws.ToString(out.ETag), size: size, body: out.Body}
	return Object{r, size, aws.ToTime(out.LastModified)}, nil
}

// get uses the caller's own context, whose end also ends the body.
func (s *S3) get(ctx context.Context, in *s3.GetObjectInput) (*s3.GetObjectOutput, error) {
	return call(ctx, s, func(context.Context) (*s3.GetObjectOutput, error) { return s.client.GetObject(ctx, in) })
}

func (r *s3Reader) Read(p []byte) (int, error) {
	if r.position >= r.size {
		return 0, io.EOF
	}
	if r.body == nil || r.bodyAt != r.position {
		if err := r.reopen(); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p)
	r.position += int64(n)
	r.bodyAt = r.position
	if errors.Is(err, io.EOF) && r.position < r.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (r *s3Reader) reopen() error {
	if err := r.Close(); err != nil {
		return err
	}
	out, err := r.store.get(r.ctx, &s3.GetObjectInput{
		Bucket: &r.store.bucket, Key: r.store.objectKey(r.key), IfMatch: &r.etag, Range: aws.String(fmt.Sprintf("bytes=%d-", r.position)),
	})
	if err != nil {
		return err
	}
	r.body, r.bodyAt = out.Body, r.position
	return nil
}

func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.position
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, fs.ErrInvalid
	}
	r.position = offset
	return offset, nil
}

func (r *s3Reader) Close() error {
	if r.body == nil {
		return nil
	}
	body := r.body
	r.body = nil
	return body.Close()
}
