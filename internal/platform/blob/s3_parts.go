package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/google/uuid"
)

// A reference says how the parts are stored: in a multipart upload of S3 or, when they are too small for that, as objects
// of their own under staging/, which Finish joins.
const (
	multipart   = "multipart:"
	gathered    = "gather:"
	staging     = "staging/"
	minPartSize = 5 << 20 // bytes; S3 accepts smaller parts only at the end
	joinSize    = 16 << 20
)

func (s *S3) Begin(ctx context.Context, key string, size, partSize int64) (string, error) {
	if err := checkKey(key); err != nil {
		return "", err
	}
	if partSize < minPartSize && partSize < size {
		return gathered + uuid.Must(uuid.NewV7()).String(), nil
	}
	id, err := s.createMultipart(ctx, key)
	return multipart + id, err
}

func (s *S3) createMultipart(ctx context.Context, key string) (string, error) {
	in := &s3.CreateMultipartUploadInput{Bucket: &s.bucket, Key: s.objectKey(key)}
	if !s.direct { // S3 would refuse parts from browsers, which send no checksum
		in.ChecksumAlgorithm = types.ChecksumAlgorithmCrc32c
	}
	out, err := call(ctx, s, func(ctx context.Context) (*s3.CreateMultipartUploadOutput, error) {
		return s.client.CreateMultipartUpload(ctx, in)
	})
	if err != nil {
		return "", err
	}
	return aws.ToString(out.UploadId), nil
}

// staged returns the prefix of the attempts at the parts of a staged object.
func staged(ref string) (prefix string, ok bool) {
	id, ok := strings.CutPrefix(ref, gathered)
	return staging + id + "/", ok && uuid.Validate(id) == nil
}

func stagedKey(prefix string, attempt StoredPart) string {
	return fmt.Sprintf("%s%05d-%s", prefix, attempt.Number, attempt.Tag)
}

func (s *S3) PutPart(ctx context.Context, part Part, body io.Reader) (StoredPart, error) {
	file, err := s.spoolBody(ctx, body, part.Size)
	if err != nil {
		return StoredPart{}, err
	}
	defer file.Close()
	stored := StoredPart{Number: part.Number, Size: part.Size, CRC32C: file.sum}
	if prefix, ok := staged(part.Ref); ok {
		stored.Tag = uuid.NewString()
		return stored, s.putSpooled(ctx, stagedKey(prefix, stored), file, part.Size)
	}
	if part.Replace != nil {
		if err := part.Replace(file.sum); err != nil {
			return StoredPart{}, err
		}
	}
	stored.Tag, err = s.uploadPart(ctx, part, file)
	return stored, err
}

func (s *S3) uploadPart(ctx context.Context, part Part, file spooled) (etag string, err error) {
	in := &s3.UploadPartInput{
		Bucket: &s.bucket, Key: s.objectKey(part.Key), UploadId: aws.String(strings.TrimPrefix(part.Ref, multipart)),
		PartNumber: aws.Int32(int32(part.Number)), Body: file, ContentLength: &part.Size,
	}
	if !s.direct {
		in.ChecksumCRC32C = checksum(file.sum)
	}
	out, err := call(ctx, s, func(ctx context.Context) (*s3.UploadPartOutput, error) { return s.client.UploadPart(ctx, in) })
	if err != nil {
		return "", err
	}
	return aws.ToString(out.ETag), nil
}

// DropPart deletes a staged attempt; one in a multipart upload has been overwritten by its successor.
func (s *S3) DropPart(ctx context.Context, part Part, attempt StoredPart) error {
	if prefix, ok := staged(part.Ref); ok {
		return s.Delete(ctx, stagedKey(prefix, attempt))
	}
	return nil
}

func (s *S3) SignPart(ctx context.Context, part Part, ttl time.Duration) (string, bool, error) {
	id, ok := strings.CutPrefix(part.Ref, multipart)
	if !ok || !s.direct {
		return "", false, nil
	}
	signed, err := s.signer.PresignUploadPart(ctx, &s3.UploadPartInput{
		Bucket: &s.bucket, Key: s.objectKey(part.Key), UploadId: &id, PartNumber: aws.Int32(int32(part.Number)), ContentLength: &part.Size,
	}, s3.WithPresignExpires(min(ttl, 7*24*time.Hour))) // S3 signs for at most a week
	if err != nil {
		return "", false, err
	}
	return signed.URL, true, nil
}

func (s *S3) Parts(ctx context.Context, key, ref string) (parts []StoredPart, err error) {
	id, ok := strings.CutPrefix(ref, multipart)
	if !ok || !s.direct {
		return nil, nil
	}
	pages := s3.NewListPartsPaginator(s.client, &s3.ListPartsInput{Bucket: &s.bucket, Key: s.objectKey(key), UploadId: &id})
	for pages.HasMorePages() {
		page, err := call(ctx, s, func(ctx context.Context) (*s3.ListPartsOutput, error) { return pages.NextPage(ctx) })
		if err != nil {
			return nil, err
		}
		for _, p := range page.Parts {
			parts = append(parts, StoredPart{Number: int64(aws.ToInt32(p.PartNumber)), Size: aws.ToInt64(p.Size), Tag: aws.ToString(p.ETag)})
		}
	}
	return parts, nil
}

// Verify passes: S3 has verified the checksum of each part on arrival and protects its bytes itself.
func (s *S3) Verify(context.Context, string, string, []StoredPart) error { return nil }

func (s *S3) Finish(ctx context.Context, key, ref string, parts []StoredPart) error {
	done, err := s.finished(ctx, key, parts)
	if err != nil {
		return err
	}
	if !done { // otherwise it was finished before, and the answer was lost
		if prefix, ok := staged(ref); ok {
			err = s.join(ctx, key, prefix, parts)
		} else {
			err = s.complete(ctx, key, strings.TrimPrefix(ref, multipart), parts)
		}
		// Missing parts may have been deleted by another request that has just finished.
		if done, trouble := s.finished(ctx, key, parts); !done {
			return errors.Join(cmp.Or(err, fmt.Errorf("blob: S3 has not made the object of %d bytes", TotalSize(parts))), trouble)
		}
	}
	return s.unstage(ctx, ref)
}

// finished reports whether the object exists in full size.
func (s *S3) finished(ctx context.Context, key string, parts []StoredPart) (bool, error) {
	size, err := s.Stat(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && size == TotalSize(parts), err
}

func (s *S3) complete(ctx context.Context, key, id string, parts []StoredPart) error {
	list := make([]types.CompletedPart, len(parts))
	for i, p := range parts {
		list[i] = types.CompletedPart{PartNumber: aws.Int32(int32(p.Number)), ETag: &parts[i].Tag}
		if !s.direct {
			list[i].ChecksumCRC32C = checksum(p.CRC32C)
		}
	}
	_, err := callSlow(ctx, s, func(ctx context.Context) (*s3.CompleteMultipartUploadOutput, error) {
		return s.slowClient.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
			Bucket: &s.bucket, Key: s.objectKey(key), UploadId: &id, MultipartUpload: &types.CompletedMultipartUpload{Parts: list},
		})
	})
	if hasCode(err, "InvalidPart") {
		return s.findDamaged(ctx, key, id, parts, err)
	}
	return err
}

// findDamaged names the parts that S3 does not have as acknowledged: another attempt, or none.
func (s *S3) findDamaged(ctx context.Context, key, id string, parts []StoredPart, because error) error {
	held := map[int64]string{}
	pages := s3.NewListPartsPaginator(s.client, &s3.ListPartsInput{Bucket: &s.bucket, Key: s.objectKey(key), UploadId: &id})
	for pages.HasMorePages() {
		page, err := call(ctx, s, func(ctx context.Context) (*s3.ListPartsOutput, error) { return pages.NextPage(ctx) })
		if err != nil {
			return err
		}
		for _, p := range page.Parts {
			held[int64(aws.ToInt32(p.PartNumber))] = strings.Trim(aws.ToString(p.ETag), `"`)
		}
	}
	var damaged Damaged
	for _, p := range parts {
		if held[p.Number] != strings.Trim(p.Tag, `"`) {
			damaged.Numbers = append(damaged.Numbers, p.Number)
		}
	}
	if len(damaged.Numbers) == 0 {
		return because
	}
	return &damaged
}

func (s *S3) unstage(ctx context.Context, ref string) error {
	if prefix, ok := staged(ref); ok {
		return s.DeletePrefix(ctx, prefix)
	}
	return nil
}

func (s *S3) Discard(ctx context.Context, key, ref string) error {
	id, ok := strings.CutPrefix(ref, multipart)
	if !ok {
		return s.unstage(ctx, ref)
	}
	_, err := call(ctx, s, func(ctx context.Context) (*s3.AbortMultipartUploadOutput, error) {
		return s.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &s.bucket, Key: s.objectKey(key), UploadId: &id})
	})
	return ignoreMissing(err)
}

func (s *S3) Unfinished(ctx context.Context) (found []Unfinished, err error) {
	uploads := s3.NewListMultipartUploadsPaginator(s.client, &s3.ListMultipartUploadsInput{Bucket: &s.bucket, Prefix: &s.prefix})
	for uploads.HasMorePages() {
		page, err := call(ctx, s, func(ctx context.Context) (*s3.ListMultipartUploadsOutput, error) { return uploads.NextPage(ctx) })
		if err != nil {
			return nil, err
		}
		for _, u := range page.Uploads {
			found = append(found, Unfinished{strings.TrimPrefix(aws.ToString(u.Key), s.prefix), multipart + aws.ToString(u.UploadId), aws.ToTime(u.Initiated)})
		}
	}
	folders := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{
		Bucket: &s.bucket, Prefix: s.objectKey(staging), Delimiter: aws.String("/"),
	})
	for folders.HasMorePages() {
		page, err := call(ctx, s, func(ctx context.Context) (*s3.ListObjectsV2Output, error) { return folders.NextPage(ctx) })
		if err != nil {
			return nil, err
		}
		for _, folder := range page.CommonPrefixes {
			name := strings.Trim(strings.TrimPrefix(aws.ToString(folder.Prefix), s.prefix+staging), "/")
			if id, err := uuid.Parse(name); err == nil {
				found = append(found, Unfinished{"", gathered + name, time.Unix(id.Time().UnixTime())})
			}
		}
	}
	return found, nil
}
