package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// display shows the progress of several files: bars on a terminal, a line for every tenth elsewhere.
type display struct {
	results, messages io.Writer
	bars              *mpb.Progress // nil without a terminal

	mu sync.Mutex // keeps lines whole
}

// newDisplay writes results to out and everything else to messages.
func newDisplay(out, messages *os.File) *display {
	d := &display{results: out, messages: messages}
	if !term.IsTerminal(int(messages.Fd())) {
		return d
	}
	d.bars = mpb.New(mpb.WithOutput(messages), mpb.WithWidth(30))
	d.messages = d.bars // writes above the bars
	if term.IsTerminal(int(out.Fd())) {
		d.results = d.bars
	}
	return d
}

// result prints the result for a file.
func (d *display) result(format string, a ...any) { d.line(d.results, format, a...) }

// trouble prints an error.
func (d *display) trouble(format string, a ...any) { d.line(d.messages, format, a...) }

func (d *display) line(w io.Writer, format string, a ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	fmt.Fprintf(w, format+"\n", a...)
}

// close restores the terminal.
func (d *display) close() {
	if d.bars != nil {
		d.bars.Wait()
	}
}

// meter shows the progress of one thing.
type meter struct {
	show       *display
	name, verb string
	bar        *mpb.Bar
	tenths     int64 // that have been printed
	ended      bool
}

func (d *display) begin(name, verb string) *meter {
	m := &meter{show: d, name: name, verb: verb, tenths: -1}
	if d.bars != nil {
		m.bar = d.bars.AddBar(1000, mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(name+" ", decor.WCSyncSpaceR), decor.Name(verb, decor.WCSyncSpaceR)),
			mpb.AppendDecorators(decor.Percentage(decor.WCSyncSpace), decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), "")))
	}
	return m
}

// set shows done of total, and nothing if total is 0. Calls do not overlap.
func (m *meter) set(done, total int64) {
	if total <= 0 {
		return
	}
	if m.bar != nil {
		m.bar.SetCurrent(min(done*1000/total, 999)) // end shows the end
		return
	}
	if tenths := done * 10 / total; tenths > m.tenths {
		m.tenths = tenths
		m.show.trouble("%s: %s, %d %%", m.name, m.verb, tenths*10)
	}
}

// end removes the bar; it may be called again.
func (m *meter) end() {
	if m.bar != nil && !m.ended {
		m.bar.Abort(true)
	}
	m.ended = true
}
