package blob

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

// S3 stores objects in a bucket. No state of an upload is in this process or on its disk, so any number of servers can
// share a bucket. Bodies are spooled to an unlinked file, because a request whose bytes are not hashed before they are sent
// can be truncated and still be stored.
type S3 struct {
	client, slowClient *s3.Client // slowClient waits long for the one slow answer, that of finishing
	signer             *s3.PresignClient
	bucket, prefix     string // the prefix is "" or ends in a slash
	direct             bool
	circuit            circuitBreaker
	cache              *localCache
}

var _ Store = (*S3)(nil)

// Bucket is the address of an S3 storage: s3://bucket?endpoint=https://…&region=…&prefix=…&direct=true&cache=32, and its
// credentials from the environment.
type Bucket struct {
	name, endpoint, region, prefix string
	direct                         bool
	cache                          int64 // bytes
	credentials                    aws.Credentials
}

// ParseBucket reads an address. The endpoint may be omitted for AWS itself; direct lets browsers send parts straight to the
// bucket, which must allow that (CORS: PUT, the page's origin) and be reachable from there; cache is how many GiB of unused
// copies for tools that read files stay on the disk. The credentials are AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
// AWS_SESSION_TOKEN.
func ParseBucket(address string) (b Bucket, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.Path != "" {
		return b, errors.New("the storage address must look like s3://bucket?endpoint=https://host&region=name")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return b, errors.New("the storage address has a query that cannot be read")
	}
	for name := range query {
		if !slices.Contains(bucketSettings, name) {
			return b, fmt.Errorf("the storage address has no setting %q; there are %s", name, strings.Join(bucketSettings, ", "))
		}
	}
	b.name, b.endpoint = u.Host, query.Get("endpoint")
	if e, err := url.Parse(b.endpoint); b.endpoint != "" && (err != nil || e.Scheme != "https" && e.Scheme != "http" || e.Host == "") {
		return b, fmt.Errorf("endpoint of the storage address must look like https://host; it is %q", b.endpoint)
	}
	b.region = cmp.Or(query.Get("region"), os.Getenv("AWS_REGION"), "us-east-1")
	if b.direct, err = strconv.ParseBool(cmp.Or(query.Get("direct"), "false")); err != nil {
		return b, errors.New("direct of the storage address must be true or false")
	}
	if b.prefix, err = parsePrefix(query.Get("prefix")); err != nil {
		return b, err
	}
	gib, err := strconv.ParseInt(cmp.Or(query.Get("cache"), strconv.Itoa(defaultCacheGiB)), 10, 32)
	if err != nil || gib < 0 {
		return b, errors.New("cache of the storage address must be a number of GiB")
	}
	b.cache = gib << 30
	b.credentials = aws.Credentials{AccessKeyID: os.Getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
		SessionToken: os.Getenv("AWS_SESSION_TOKEN")}
	if b.credentials.AccessKeyID == "" || b.credentials.SecretAccessKey == "" {
		return b, errors.New("S3 storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment")
	}
	return b, nil
}

// NewS3 uses a bucket. Copies for tools that read files are kept in cacheDir. It does not contact the store.
func NewS3(_ context.Context, address, cacheDir string) (*S3, error) {
	b, err := ParseBucket(address)
	if err != nil {
		return nil, err
	}
	store := &S3{bucket: b.name, prefix: b.prefix, direct: b.direct}
	if store.cache, err = newLocalCache(cacheDir, b.cache); err != nil {
		return nil, err
	}
	options := s3.Options{
		Region:                     b.region,
		Credentials:                aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) { return b.credentials, nil }),
		HTTPClient:                 newHTTPClient(20 * time.Second),
		Retryer:                    retry.AddWithMaxBackoffDelay(retry.AddWithMaxAttempts(retry.NewStandard(), 2), time.Second),
		RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
		ResponseChecksumValidation: aws.ResponseChecksumValidationWhenRequired,
	}
	if b.endpoint != "" {
		options.BaseEndpoint, options.UsePathStyle = &b.endpoint, true
	}
	store.client = s3.New(options)
	store.signer = s3.NewPresignClient(store.client)
	options.HTTPClient = newHTTPClient(10 * time.Minute)
	store.slowClient = s3.New(options)
	return store, nil
}

// bucketSettings are the settings in the query of a storage address.
var bucketSettings = []string{"endpoint", "region", "prefix", "direct", "cache"}

func parsePrefix(folder string) (string, error) {
	folder = strings.TrimSuffix(folder, "/")
	if folder == "" {
		return "", nil
	}
	if checkKey(folder) != nil {
		return "", errors.New("prefix of the storage address must look like a/folder/")
	}
	return folder + "/", nil
}

// objectKey returns a key with the bucket's prefix.
func (s *S3) objectKey(key string) *string { return aws.String(s.prefix + key) }

// spooled is a body in an unlinked file: its size and checksum are known before a byte is sent.
type spooled struct {
	*os.File
	sum uint32
}

func (s *S3) spoolBody(ctx context.Context, body io.Reader, size int64) (spooled, error) {
	f, err := os.CreateTemp(s.cache.dir, "body-*")
	if err != nil {
		return spooled{}, UserError(err)
	}
	err = os.Remove(f.Name())
	var sum uint32
	if err == nil {
		sum, err = copyExactly(ctx, body, size, func(b []byte, _ int64) error { _, err := f.Write(b); return err })
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return spooled{}, errors.Join(UserError(err), f.Close())
	}
	return spooled{f, sum}, nil
}

// checksum formats a CRC32C for S3.
func checksum(sum uint32) *string {
	return aws.String(base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum)))
}

func (s *S3) Put(ctx context.Context, key string, body io.Reader, size int64) error {
	if err := checkKey(key); err != nil {
		return err
	}
	file, err := s.spoolBody(ctx, body, size)
	if err != nil {
		return err
	}
	defer file.Close()
	return s.putSpooled(ctx, key, file, size)
}

func (s *S3) putSpooled(ctx context.Context, key string, file spooled, size int64) error {
	_, err := call(ctx, s, func(ctx context.Context) (*s3.PutObjectOutput, error) {
		return s.client.PutObject(ctx, &s3.PutObjectInput{
			Bucket: &s.bucket, Key: s.objectKey(key), Body: file, ContentLength: &size, ChecksumCRC32C: checksum(file.sum),
		})
	})
	return err
}

func (s *S3) Stat(ctx context.Context, key string) (int64, error) {
	if err := checkKey(key); err != nil {
		return 0, err
	}
	head, err := call(ctx, s, func(ctx context.Context) (*s3.HeadObjectOutput, error) {
		return s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &s.bucket, Key: s.objectKey(key)})
	})
	if err != nil {
		return 0, err
	}
	return aws.ToInt64(head.ContentLength), nil
}

func (s *S3) Delete(ctx context.Context, keys ...string) error {
	const most = 1000 // keys that DeleteObjects accepts
	for len(keys) > 0 {
		some := keys[:min(len(keys), most)]
		keys = keys[len(some):]
		ids := make([]types.ObjectIdentifier, len(some))
		for i := range some {
			ids[i].Key = s.objectKey(some[i])
		}
		out, err := call(ctx, s, func(ctx context.Context) (*s3.DeleteObjectsOutput, error) {
			return s.client.DeleteObjects(ctx, &s3.DeleteObjectsInput{
				Bucket: &s.bucket, Delete: &types.Delete{Objects: ids, Quiet: aws.Bool(true)},
			})
		})
		if err != nil {
			return err
		}
		for _, failed := range out.Errors {
			if code := aws.ToString(failed.Code); code != "NoSuchKey" {
				return fmt.Errorf("blob: delete of %d objects: %s %s", len(some), code, aws.ToString(failed.Message))
			}
		}
	}
	return nil
}

func (s *S3) DeletePrefix(ctx context.Context, prefix string) error {
	keys, err := s.List(ctx, prefix)
	if err != nil {
		return err
	}
	return s.Delete(ctx, keys...)
}

func (s *S3) List(ctx context.Context, prefix string) (keys []string, err error) {
	pages := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{Bucket: &s.bucket, Prefix: s.objectKey(prefix)})
	for pages.HasMorePages() {
		page, err := call(ctx, s, func(ctx context.Context) (*s3.ListObjectsV2Output, error) { return pages.NextPage(ctx) })
		if err != nil {
			return nil, err
		}
		for _, object := range page.Contents {
			keys = append(keys, strings.TrimPrefix(aws.ToString(object.Key), s.prefix))
		}
	}
	return keys, nil
}

// LocalPath returns a cached copy, fetched once for concurrent callers.
func (s *S3) LocalPath(ctx context.Context, key string) (string, func(), error) {
	if err := checkKey(key); err != nil {
		return "", nil, err
	}
	return s.cache.get(key, func(file *os.File) (int64, error) {
		object, err := s.Open(ctx, key)
		if err != nil {
			return 0, err
		}
		defer object.Close()
		_, err = copyExactly(ctx, object, object.Size, func(b []byte, _ int64) error { _, err := file.Write(b); return err })
		return object.Size, UserError(err)
	})
}

// Free is unknown.
func (s *S3) Free(context.Context) (int64, bool) { return 0, false }

// Check requests the bucket.
func (s *S3) Check(ctx context.Context) error {
	_, err := call(ctx, s, func(ctx context.Context) (*s3.HeadBucketOutput, error) {
		return s.client.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: &s.bucket})
	})
	return err
}
