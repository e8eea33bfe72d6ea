package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	segmentClients = "16"
	segmentTime    = 8 * time.Second // of each run of wrk
)

// segmentsRow serves segments that the product has made of a real video, sealed and decrypted, and plain files of the same
// sizes from nginx. wrk requests all segments of the rendition in turn.
func segmentsRow(b *bench) ([]Figure, error) {
	if err := need(b.binary(), "ffmpeg", "nginx", "wrk"); err != nil {
		return nil, err
	}
	film, err := b.grainyFilm()
	if err != nil {
		return nil, err
	}
	defer film.Close()
	l, err := b.serve("ours")
	if err != nil {
		return nil, err
	}
	defer l.stop()
	video, err := l.upload(film, l.sendRaw)
	if err != nil {
		return nil, err
	}
	if _, err := l.processed(b.ctx, video); err != nil {
		return nil, err
	}
	sealed, clear, err := l.segments(video)
	if err != nil {
		return nil, err
	}
	n, err := b.nginx(sealed)
	if err != nil {
		return nil, err
	}
	defer n.stop()

	var figures []Figure
	for _, face := range []struct {
		name  string
		urls  []string
		bound float64
	}{{"sealed", sealed.urls, 1}, {"clear", clear.urls, 0.9}} {
		ours, peer, err := alternate(b.pairs,
			func() (Sample, error) { return b.wrk(l.process, face.urls) },
			func() (Sample, error) { return b.wrk(n.process, n.urls) })
		if err != nil {
			return nil, err
		}
		figures = append(figures,
			oursToPeer(face.name+" face: requests a second against nginx", "requests", ours, peer).atLeast(face.bound),
			peerToOurs(face.name+" face: server CPU for a GB, nginx / ours", "cpu per GB", ours, peer))
	}
	return append(figures, absolute("mean size of a segment", "MiB", []float64{sealed.mean() / mib})), nil
}

// grainyFilm is half a minute of 480p that is hard enough to compress for its best rung to reach its cap of 2,500 kbit/s,
// which yields segments of 2 MB.
func (b *bench) grainyFilm() (*os.File, error) {
	made := filepath.Join(b.dir, "grain.mp4")
	_, _, err := run(b.ctx, "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi",
		"-i", "testsrc2=size=854x480:rate=24:duration=30,noise=alls=40:allf=t", "-f", "lavfi", "-i", "sine=duration=30",
		"-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-pix_fmt", "yuv420p", "-c:a", "aac", made)
	if err != nil {
		return nil, err
	}
	return os.Open(made)
}

// files are URLs with the sizes in bytes of their contents.
type files struct {
	urls  []string
	sizes []int64
}

func (f files) mean() float64 {
	var sum float64
	for _, size := range f.sizes {
		sum += float64(size)
	}
	return sum / float64(len(f.sizes))
}

// segments lists the media segments of the rendition whose mean size is nearest to 2 MB, in each variant.
func (l *lectern) segments(video string) (sealed, clear files, err error) {
	var urls struct {
		Sealed, Clear struct{ HLS string }
	}
	if err := l.call(http.MethodGet, "/video-streaming/"+video+"/streaming-urls", nil, &urls); err != nil {
		return sealed, clear, err
	}
	if sealed, err = l.nearest(urls.Sealed.HLS); err != nil {
		return sealed, clear, err
	}
	clear, err = l.nearest(urls.Clear.HLS)
	return sealed, clear, err
}

func (l *lectern) nearest(master string) (best files, err error) {
	children, err := l.lines(master)
	if err != nil {
		return best, err
	}
	for _, child := range children {
		segments, err := l.lines(child)
		if err != nil {
			return best, err
		}
		f := files{urls: segments}
		for _, segment := range segments {
			size, err := l.size(segment)
			if err != nil {
				return best, err
			}
			f.sizes = append(f.sizes, size)
		}
		const wanted = 2e6
		if best.urls == nil || distance(f.mean(), wanted) < distance(best.mean(), wanted) {
			best = f
		}
	}
	if best.urls == nil {
		return best, fmt.Errorf("no segments in %s", master)
	}
	return best, nil
}

func distance(a, b float64) float64 { return max(a-b, b-a) }

// lines returns the URLs in an HLS playlist, resolved.
func (l *lectern) lines(playlist string) ([]string, error) {
	base, err := url.Parse(l.url)
	if err != nil {
		return nil, err
	}
	if base, err = base.Parse(playlist); err != nil {
		return nil, err
	}
	answer, err := client.Get(base.String())
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s: %s", base, answer.Status, text)
	}
	var found []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		address, err := base.Parse(line)
		if err != nil {
			return nil, err
		}
		found = append(found, address.String())
	}
	return found, nil
}

func (l *lectern) size(address string) (int64, error) {
	answer, err := client.Get(address)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", address, answer.Status)
	}
	return io.Copy(io.Discard, answer.Body)
}

var (
	wrkRequests = regexp.MustCompile(`(\d+) requests in`)
	wrkPerS     = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrkFailed   = regexp.MustCompile(`Non-2xx or 3xx responses|Socket errors`)
)

// wrk requests the URLs in turn.
func (b *bench) wrk(server *process, urls []string) (Sample, error) {
	script := filepath.Join(b.dir, "turn.lua")
	if err := os.WriteFile(script, []byte(luaTurn(urls)), 0o644); err != nil {
		return nil, err
	}
	before, err := server.cpu()
	if err != nil {
		return nil, err
	}
	text, _, err := run(b.ctx, "wrk", "-t", "1", "-c", segmentClients, "-d", segmentTime.String(), "-s", script, urls[0])
	if err != nil {
		return nil, err
	}
	after, err := server.cpu()
	if err != nil {
		return nil, err
	}
	requests, perSecond := wrkRequests.FindStringSubmatch(text), wrkPerS.FindStringSubmatch(text)
	if requests == nil || perSecond == nil || wrkFailed.MatchString(text) {
		return nil, errors.New("wrk: " + text)
	}
	n, err := strconv.ParseFloat(requests[1], 64)
	if err != nil {
		return nil, err
	}
	rate, err := strconv.ParseFloat(perSecond[1], 64)
	if err != nil {
		return nil, err
	}
	var bytes float64
	for _, u := range urls {
		size, err := (&lectern{}).size(u)
		if err != nil {
			return nil, err
		}
		bytes += float64(size)
	}
	return Sample{"requests": rate, "cpu per GB": (after - before) / (n * bytes / float64(len(urls)) / 1e9)}, nil
}

func luaTurn(urls []string) string {
	var b strings.Builder
	b.WriteString("local paths = {\n")
	for _, u := range urls {
		if parsed, err := url.Parse(u); err == nil {
			fmt.Fprintf(&b, "%q,\n", parsed.RequestURI())
		}
	}
	b.WriteString("}\nlocal i = 0\nrequest = function()\n  i = i % #paths + 1\n  return wrk.format('GET', paths[i])\nend\n")
	return b.String()
}
