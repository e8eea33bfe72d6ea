package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

func (d *Disk) Verify(ctx context.Context, key, ref string, parts []StoredPart) error {
	folder, err := d.folder(ref)
	if err != nil {
		return err
	}
	data, err := os.Open(filepath.Join(folder, "data"))
	if errors.Is(err, fs.ErrNotExist) {
		return d.finished(ctx, key, parts, err)
	}
	if err != nil {
		return err
	}
	defer data.Close()
	var damaged Damaged
	offset := int64(0)
	for _, p := range parts {
		ok, err := verifyPart(ctx, data, folder, p, offset)
		if err != nil {
			return err
		}
		if !ok {
			damaged.Numbers = append(damaged.Numbers, p.Number)
		}
		offset += p.Size
	}
	if len(damaged.Numbers) > 0 { // or deleted by another request that has just finished
		return d.finished(ctx, key, parts, &damaged)
	}
	return nil
}

// verifyPart reports whether the bytes of an attempt are unchanged.
func verifyPart(ctx context.Context, data *os.File, folder string, p StoredPart, offset int64) (bool, error) {
	var source io.Reader = io.NewSectionReader(data, offset, p.Size)
	if p.Tag != "" {
		f, err := os.Open(filepath.Join(folder, filepath.Base(p.Tag)))
		if err != nil {
			return false, ignoreMissing(err)
		}
		defer f.Close()
		source = f
	}
	sum, err := copyExactly(ctx, source, p.Size, func([]byte, int64) error { return nil })
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrTooLong) {
		return false, nil
	}
	return err == nil && sum == p.CRC32C, err
}

// finished returns nil when the object exists in full size, and otherwise the given error.
func (d *Disk) finished(ctx context.Context, key string, parts []StoredPart, otherwise error) error {
	if size, err := d.Stat(ctx, key); err == nil && size == TotalSize(parts) {
		return nil
	}
	return otherwise
}

func (d *Disk) Finish(ctx context.Context, key, ref string, parts []StoredPart) (err error) {
	folder, err := d.folder(ref)
	if err != nil {
		return err
	}
	path, err := d.path(key)
	if err != nil {
		return err
	}
	a := d.assembly(ref)
	a.setClosed(true)
	defer func() {
		if err != nil {
			a.setClosed(false)
		}
	}()
	file := filepath.Join(folder, "data")
	err = assemble(ctx, file, folder, parts)
	if err == nil {
		err = renameDurably(file, path)
	}
	if _, damaged := errors.AsType[*Damaged](err); damaged || errors.Is(err, fs.ErrNotExist) { // or it was finished before, or by another request
		err = d.finished(ctx, key, parts, err)
	}
	if err != nil {
		return UserError(err)
	}
	d.forget(ref)
	return os.RemoveAll(folder)
}

// assemble copies attempts from their own files into the data file, and checks its size.
func assemble(ctx context.Context, file, folder string, parts []StoredPart) error {
	data, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer data.Close()
	var damaged Damaged
	offset, copied := int64(0), false
	for _, p := range parts {
		if p.Tag != "" {
			ok, err := copyAttempt(ctx, data, folder, p, offset)
			if err != nil {
				return err
			}
			if !ok {
				damaged.Numbers = append(damaged.Numbers, p.Number)
			}
			copied = true
		}
		offset += p.Size
	}
	if len(damaged.Numbers) > 0 {
		return &damaged
	}
	if info, err := data.Stat(); err != nil {
		return err
	} else if info.Size() != offset {
		return fmt.Errorf("blob: the file has %d bytes and the parts have %d", info.Size(), offset)
	}
	if copied {
		return syncData(data)
	}
	return nil
}

// copyAttempt reports whether the attempt was undamaged.
func copyAttempt(ctx context.Context, data *os.File, folder string, p StoredPart, at int64) (bool, error) {
	beside, err := os.Open(filepath.Join(folder, filepath.Base(p.Tag)))
	if err != nil {
		return false, ignoreMissing(err)
	}
	defer beside.Close()
	sum, err := copyExactly(ctx, beside, p.Size, func(b []byte, offset int64) error {
		_, err := data.WriteAt(b, at+offset)
		return err
	})
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrTooLong) {
		return false, nil
	}
	return sum == p.CRC32C, err
}
