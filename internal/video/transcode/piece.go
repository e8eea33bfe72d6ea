package transcode

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
)

// encodePiece encodes one piece in all rungs of the claim, with one decode.
func (s *Service) encodePiece(ctx context.Context, claim []jobs.Job) error {
	run, err := s.open(ctx, claim)
	if err != nil {
		return fenceDeleted(err)
	}
	defer run.release()
	first := run.outputs[claim[0].ID].work
	var rungs []media.Rung // best first, as the encoder scales each from the one above
	for _, rung := range run.plan.Rungs {
		if run.byName[rung.Name] != nil {
			rungs = append(rungs, rung)
		}
	}
	if len(rungs) != len(claim) {
		return jobs.Permanent(fmt.Errorf("the plan lacks some of the %d rungs", len(claim)))
	}
	piece := run.plan.Pieces[first.Piece]
	err = media.EncodePiece(run.ctx, s.media, media.PieceJob{
		Source: run.source, Plan: run.plan, Piece: piece, Rungs: rungs, Threads: 1,
		Emit: run.emit, Progress: func(frames int) { run.report(int64(frames)) }, Log: run.keepTail,
	})
	if err = run.cause(err); err != nil {
		return classify(err, claim[0])
	}
	return s.publish(ctx, run, int64(piece.First)+1, int64(run.plan.PieceFrames(piece)), "piece")
}

// encodeAudio encodes an audio track of the whole video.
func (s *Service) encodeAudio(ctx context.Context, j jobs.Job, w work) error {
	run, err := s.open(ctx, []jobs.Job{j})
	if err != nil {
		return fenceDeleted(err)
	}
	defer run.release()
	track, ok := run.plan.AudioTrack(w.Rendition)
	if !ok {
		return jobs.Permanent(fmt.Errorf("the plan has no audio track %s", w.Rendition))
	}
	err = media.EncodeAudio(run.ctx, s.media, media.AudioJob{
		Source: run.source, Plan: run.plan, Track: track, Emit: run.emit, Progress: func(n int) { run.report(int64(n)) }, Log: run.keepTail,
	})
	if err = run.cause(err); err != nil {
		return err
	}
	return s.publish(ctx, run, 1, int64(run.plan.Segments()), "audio")
}

// encodeRun is one running encode.
type encodeRun struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	s       *Service
	claim   []jobs.Job
	plan    media.Plan
	source  string // path
	release func()
	keys    map[int64]*seal.Key
	outputs map[string]*output // by job
	byName  map[string]*output
	tail    string // end of the tool's output
}

// output collects the results of one rendition. Only the goroutine of its rung writes here.
type output struct {
	mu        sync.Mutex
	job       jobs.Job
	work      work
	init      []byte
	sizes     map[int64]int64 // of sealed segments, by number
	keyframes map[int64]int64 // bytes of the keyframes at their beginnings; 0 for audio
	sealed    []byte          // reused
}

// open fetches what the jobs of a claim need: plan, keys and source.
func (s *Service) open(ctx context.Context, claim []jobs.Job) (*encodeRun, error) {
	r := &encodeRun{s: s, claim: claim, outputs: map[string]*output{}, byName: map[string]*output{}}
	for _, j := range claim {
		w, err := jobs.Payload[work](j)
		if err != nil {
			return nil, err
		}
		o := &output{job: j, work: w, sizes: map[int64]int64{}, keyframes: map[int64]int64{}}
		r.outputs[j.ID], r.byName[w.Rendition] = o, o
	}
	w := r.outputs[claim[0].ID].work
	g, err := generation(ctx, s.db.Reader(), w.Video, w.Generation)
	if err != nil {
		return nil, err
	}
	if r.keys, err = s.dataKeys(ctx, w.Video, w.Generation); err != nil {
		return nil, err
	}
	path, release, err := s.blob.LocalPath(ctx, g.SourceKey)
	if err != nil {
		return nil, err
	}
	r.plan, r.source = g.Plan.V, path
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	r.release = func() { r.cancel(nil); release() }
	return r, nil
}

// emit seals a segment and stores it under this attempt's key. An init is stored last, when the whole piece is known to be
// good.
func (r *encodeRun) emit(m media.Segment) error {
	o := r.byName[m.Rendition]
	o.mu.Lock()
	defer o.mu.Unlock()
	if m.Number == 0 {
		o.init = m.Bytes
		return nil
	}
	size, err := r.store(o, int64(m.Number), o.job.Fence, m.Bytes)
	o.sizes[int64(m.Number)], o.keyframes[int64(m.Number)] = size, int64(m.Keyframe)
	return err
}

func (r *encodeRun) store(o *output, number, fence int64, plain []byte) (int64, error) {
	w := o.work
	key, ok := r.keys[seal.Epoch(number)]
	if !ok {
		return 0, jobs.Permanent(fmt.Errorf("no data key for segment %d", number))
	}
	id := seal.ID{Video: w.Video, Generation: w.Generation, Rendition: w.Rendition, Number: number, Fence: fence}
	o.sealed = key.Seal(o.sealed[:0], id, plain)
	size := int64(len(o.sealed))
	return size, r.s.blob.Put(r.ctx, objectkey.Segment(w.Video, w.Generation, w.Rendition, fence, number), bytes.NewReader(o.sealed), size)
}

// report records progress, and stops the attempt when it has lost the job.
func (r *encodeRun) report(progress int64) {
	for _, o := range r.outputs {
		if err := r.s.queue.ReportProgress(r.ctx, o.job, progress); errors.Is(err, jobs.ErrFenced) {
			r.cancel(jobs.ErrFenced)
			return
		}
	}
}

func (r *encodeRun) keepTail(tail string) { r.tail = tail }

// cause returns err, or the reason why the tool was cancelled.
func (r *encodeRun) cause(err error) error {
	if cause := context.Cause(r.ctx); err != nil && cause != nil {
		return cause
	}
	return err
}

// publish commits the results of a finished run in one transaction, under the fences that its objects were written with.
func (s *Service) publish(ctx context.Context, r *encodeRun, first, frames int64, step string) error {
	for _, o := range r.outputs {
		if _, err := r.store(o, 0, initFence(o.job.Fence, o.work.Piece), o.init); err != nil {
			return err
		}
	}
	err := s.db.InTx(ctx, func(tx bun.IDB) error {
		var v Video
		var err error
		for _, o := range r.outputs {
			if v, err = s.lockCurrent(ctx, tx, o.work); err != nil {
				return err
			}
			if err := s.queue.Complete(ctx, tx, o.job); err != nil {
				return err
			}
			if err := s.addPiece(ctx, tx, r, o, first, frames); err != nil {
				return err
			}
		}
		if err := s.recordRun(ctx, tx, v, r.claim); err != nil {
			return err
		}
		if r.tail != "" {
			if err := s.log(ctx, tx, v, "info", step, "The encoder reported warnings.", r.tail); err != nil {
				return err
			}
		}
		return s.updateProgress(ctx, tx, v)
	})
	return fenceDeleted(err)
}

// addPiece writes a finished piece and updates its rendition.
func (s *Service) addPiece(ctx context.Context, tx bun.IDB, r *encodeRun, o *output, first, frames int64) error {
	w := o.work
	row, err := rendition(ctx, tx, w.Video, w.Generation, w.Rendition)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(o.init)
	if hash := hex.EncodeToString(sum[:]); row.InitHash == "" {
		row.InitHash, row.InitFence, row.InitSize = hash, initFence(o.job.Fence, w.Piece), int64(len(o.init))+seal.Overhead
		if row.Codec == "" {
			if row.Codec, err = media.VideoCodec(o.init); err != nil {
				return err
			}
		}
	} else if row.InitHash != hash {
		return jobs.Permanent(fmt.Errorf("the init of piece %d of %s differs from the others", w.Piece, w.Rendition))
	}
	sizes, keyframes := make([]int64, len(o.sizes)), []int64{}
	for i := range sizes {
		number := first + int64(i)
		size, ok := o.sizes[number]
		if !ok {
			return fmt.Errorf("segment %d of %s is missing", number, w.Rendition)
		}
		seconds := segmentSeconds(r.plan, w.Rendition, int(number))
		if seconds >= 3 { // a last segment of a few frames is little more than a keyframe
			row.PeakBandwidth = max(row.PeakBandwidth, int64(float64(size)*8/seconds))
		}
		sizes[i] = size
		if keyframe := o.keyframes[number]; keyframe > 0 {
			keyframes = append(keyframes, keyframe)
		}
		row.Bytes += size
		row.MediaMS += int64(seconds * 1000)
	}
	row.PiecesDone++
	row.FramesDone += frames
	switch {
	case row.Status == "failed":
	case row.PiecesDone == row.PiecesTotal:
		row.Status = "completed"
		if err := s.queueImagesAfterFirstRung(ctx, tx, r.plan, w); err != nil {
			return err
		}
	default:
		row.Status = "processing"
	}
	p := Piece{VideoID: w.Video, Generation: w.Generation, Rendition: w.Rendition, Piece: int64(w.Piece), FirstSegment: first,
		Fence: o.job.Fence, DoneAt: s.clock.Now()}
	p.Sizes.V, p.Keyframes.V = sizes, keyframes
	return errors.Join(insertPiece(ctx, tx, p), saveRendition(ctx, tx, row))
}

// segmentSeconds returns the duration of a segment.
func segmentSeconds(plan media.Plan, name string, number int) float64 {
	if media.IsAudio(name) {
		_, ticks := plan.AudioSegment(number)
		return float64(ticks) / media.AudioTimescale
	}
	rung, _ := plan.Rung(name)
	_, ticks := rung.Segment(number)
	return float64(ticks) / float64(rung.Timescale())
}
