package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
)

const mib = 1 << 20

// uploadRawRow: the figure counts both as durable; the number of fsyncs is listed beside it.
func uploadRawRow(b *bench) ([]Figure, error) {
	if err := need(b.binary(), filepath.Join(b.root, ".tools/bin/tusd"), "strace"); err != nil {
		return nil, err
	}
	film, err := b.film(1 << 30)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	var figures []Figure
	for _, clients := range []int{1, 3} {
		ours, peer, err := alternate(b.pairs,
			func() (Sample, error) { return b.uploadOurs(film, clients, (*lectern).sendRaw) },
			func() (Sample, error) { return b.uploadTusd(film, clients) })
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("%d client", clients)
		if clients > 1 {
			name += "s"
		}
		figures = append(figures,
			peerToOurs(name+": server CPU of tusd / ours", "cpu", ours, peer).atLeast(1),
			peerToOurs(name+": speed against tusd, both durable", "wall", ours, peer).atLeast(1),
			peerToOurs(name+": speed against tusd before its file is durable", "received", ours, peer),
			oursToPeer(name+": peak memory against tusd's", "peak", ours, peer).atMost(1))
	}
	syncs, err := b.countSyncs()
	return append(figures, syncs...), err
}

func uploadBase64Row(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	film, err := b.film(1 << 30)
	if err != nil {
		return nil, err
	}
	defer film.Close()
	base64, raw, err := alternate(b.pairs,
		func() (Sample, error) { return b.uploadOurs(film, 1, (*lectern).sendBase64) },
		func() (Sample, error) { return b.uploadOurs(film, 1, (*lectern).sendRaw) })
	if err != nil {
		return nil, err
	}
	return []Figure{
		oursToPeer("server CPU of base64 / raw", "cpu", base64, raw).atMost(2.5),
		oursToPeer("time of base64 / raw", "wall", base64, raw),
		oursToPeer("peak memory of base64 / raw", "peak", base64, raw),
	}, nil
}

type sendWith func(l *lectern, s session, n int, body io.Reader, size int64) (string, error)

// uploadOurs uploads the file from several concurrent clients to a new server.
func (b *bench) uploadOurs(film *os.File, clients int, send sendWith) (Sample, error) {
	l, err := b.serve("ours", "--no-worker")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(filepath.Join(b.dir, "ours"))
	defer l.stop()
	quiet()
	return uploading(l.process, clients, func() (received time.Time, err error) {
		_, err = l.upload(film, func(s session, n int, body io.Reader, size int64) (string, error) { return send(l, s, n, body, size) })
		return time.Now(), err
	})
}

func (b *bench) uploadTusd(film *os.File, clients int) (Sample, error) {
	t, err := b.tusd("peer")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(t.files)
	defer t.stop()
	quiet()
	return uploading(t.process, clients, func() (time.Time, error) { return t.upload(film) })
}

// uploading measures concurrent uploads: the server's CPU seconds, the seconds until the last file is durable ("wall") and
// until it is received, and the server's peak memory in MiB.
func uploading(p *process, clients int, upload func() (received time.Time, err error)) (Sample, error) {
	before, err := p.cpu()
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	arrived := make([]time.Time, clients)
	var group errgroup.Group
	for i := range clients {
		group.Go(func() (err error) {
			arrived[i], err = upload()
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, p.output)
	}
	wall := time.Since(begin)
	after, err := p.cpu()
	if err != nil {
		return nil, err
	}
	peak, err := p.memory("VmHWM")
	if err != nil {
		return nil, err
	}
	last := begin
	for _, t := range arrived {
		if t.After(last) {
			last = t
		}
	}
	return Sample{"cpu": after - before, "wall": wall.Seconds(), "received": last.Sub(begin).Seconds(), "peak": peak}, nil
}
