package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// join makes the object from staged attempts, in blocks of a size that S3 accepts as a part.
func (s *S3) join(ctx context.Context, key, prefix string, parts []StoredPart) error {
	whole := &joinReader{ctx: ctx, store: s, prefix: prefix, parts: parts}
	defer whole.close()
	size := TotalSize(parts)
	if size <= joinSize {
		file, err := s.spoolBody(ctx, whole, size)
		if err != nil {
			return err
		}
		defer file.Close()
		return s.putSpooled(ctx, key, file, size)
	}
	id, err := s.createMultipart(ctx, key)
	if err != nil {
		return err
	}
	ref := multipart + id
	var blocks []StoredPart
	for offset := int64(0); err == nil && offset < size; offset += joinSize {
		block := Part{Key: key, Ref: ref, Number: int64(len(blocks) + 1), Size: min(joinSize, size-offset)}
		var stored StoredPart
		stored, err = s.PutPart(ctx, block, io.LimitReader(whole, block.Size))
		blocks = append(blocks, stored)
	}
	if err == nil {
		err = s.complete(ctx, key, id, blocks)
	}
	if err != nil {
		return errors.Join(err, s.Discard(context.WithoutCancel(ctx), key, ref))
	}
	return nil
}

// joinReader reads the attempts one after another and verifies the checksum of each.
type joinReader struct {
	ctx     context.Context
	store   *S3
	prefix  string
	parts   []StoredPart // still to be read
	current io.ReadCloser
}

func (j *joinReader) Read(p []byte) (int, error) {
	for {
		if j.current != nil {
			n, err := j.current.Read(p)
			if err == io.EOF {
				err = nil
				j.close()
			}
			if n > 0 || err != nil {
				return n, err
			}
			continue
		}
		if len(j.parts) == 0 {
			return 0, io.EOF
		}
		if err := j.next(); err != nil {
			return 0, err
		}
	}
}

// next fetches a whole part before passing any of it on: it is small, and a damaged one must not be passed on.
func (j *joinReader) next() error {
	part := j.parts[0]
	object, err := j.store.Open(j.ctx, stagedKey(j.prefix, part))
	if errors.Is(err, fs.ErrNotExist) {
		return &Damaged{[]int64{part.Number}}
	}
	if err != nil {
		return err
	}
	defer object.Close()
	file, err := j.store.spoolBody(j.ctx, object, part.Size)
	if errors.Is(err, ErrTooLong) || object.Size < part.Size {
		return errors.Join(&Damaged{[]int64{part.Number}}, err)
	}
	if err != nil {
		return fmt.Errorf("part %d: %w", part.Number, err)
	}
	if file.sum != part.CRC32C {
		return errors.Join(&Damaged{[]int64{part.Number}}, file.Close())
	}
	j.current, j.parts = file, j.parts[1:]
	return nil
}

func (j *joinReader) close() {
	if j.current != nil {
		_ = j.current.Close() // it is unlinked and was only read
		j.current = nil
	}
}
