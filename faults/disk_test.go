package faults

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"lectern/internal/testapp/soak"
)

// mounted mounts a file system on a new folder until the test ends, and skips the test where that is not allowed.
func mounted(t *testing.T, arguments ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if out, err := exec.Command("mount", append(arguments, dir)...).CombinedOutput(); err != nil {
		t.Skipf("this machine cannot mount: %v %s", err, out)
	}
	t.Cleanup(func() { // a database server that was stopped at once leaves children behind, which end a moment later
		eventually(t, patience, "the file system is unmounted", func() bool { return exec.Command("umount", dir).Run() == nil })
	})
	return dir
}

// F03, on servers: a machine with everything on it is lost in the middle of an upload. Another one with only the keys
// continues: a part is durable by what TestPartIsDurableBeforeItIsAcknowledged waits for, in the database and in the
// storage, which have to survive power cuts themselves.
func TestMachineLostDuringAnUpload(t *testing.T) {
	p := newInstallationOnServers(t)
	s, by := p.serve(nil)
	content := noise(1_000_000, 3)
	up := begin(t, by, "machine.mp4", p.course, len(content), 100_000)
	acknowledged := map[int]part{}
	for number := 1; number <= 5; number++ {
		got, a, err := up.putRaw(by, content, number)
		if err != nil || !a.Success {
			t.Fatalf("part %d: %v %s", number, err, described(a))
		}
		acknowledged[number] = got
	}
	s.kill()
	other := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(filepath.Join(other, "keys"), os.DirFS(filepath.Join(p.data, "keys"))); err != nil {
		t.Fatal(err)
	}
	p.data = other
	_, by = p.serve(nil)
	if missing := lost(acknowledged, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	up.sendRest(by, content)
	p.wantSource(up.VideoID, content)
	p.wantNoLeftovers()
}

// F03: the disk's image is copied in the middle of an upload, with the server stopped and nothing synced, which is what a
// power cut leaves. After replaying the journal every acknowledged part is there, and the upload can be completed to an
// identical file. Fifty cuts, twelve in make test: after each part, and in the middle of every fifth.
func TestPowerCutDuringAnUpload(t *testing.T) {
	t.Parallel()
	needs(t, "mkfs.ext4", "losetup")
	seed := newSeed(t)
	folder := t.TempDir()
	image := filepath.Join(folder, "disk")
	if out, err := exec.Command("mkfs.ext4", "-q", image, "64M").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	disk := mounted(t, "-o", "loop,commit=600,discard", image) // the journal is written by syncs alone
	p := newInstallationIn(t, disk)
	s, by := p.serve(nil)
	syscall.Sync() // the installation itself is not part of the test
	const chunk = 100_000
	parts := soak.Rounds(10, 42)
	content := noise(parts*chunk+5, seed)
	up := begin(t, by, "power.mp4", p.course, len(content), chunk)

	acknowledged := map[int]part{}
	cuts := 0
	cut := func() {
		t.Helper()
		s.signal(syscall.SIGSTOP)
		after := filepath.Join(folder, "after")
		if out, err := exec.Command("cp", "--sparse=always", image, after).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		s.signal(syscall.SIGCONT)
		cuts++
		t.Run(strconv.Itoa(cuts), func(t *testing.T) { p.wantAfterPowerCut(t, after, up, acknowledged, content) })
	}
	for number := 1; number <= parts; number++ {
		sent := make(chan error, 1)
		var got part
		go func() {
			var a answer
			var err error
			if got, a, err = up.putRaw(by, content, number); err == nil && !a.Success {
				err = errors.New(described(a))
			}
			sent <- err
		}()
		if number%5 == 0 {
			cut() // before, in the middle of, or after the writes of this part
		}
		if err := <-sent; err != nil {
			t.Fatalf("part %d: %v", number, err)
		}
		acknowledged[number] = got
		cut()
	}
	if cuts != parts+parts/5 {
		t.Errorf("only %d cuts were made", cuts)
	}
}

// wantAfterPowerCut starts a server on what a power cut has left and completes the upload there.
func (p *installation) wantAfterPowerCut(t *testing.T, image string, up session, acknowledged map[int]part, content []byte) {
	after := *p
	after.t, after.data = t, filepath.Join(mounted(t, "-o", "loop", image), "data")
	s, by := after.serve(nil)
	defer s.kill()
	if missing := lost(acknowledged, up.held(by)); len(missing) > 0 {
		t.Errorf("acknowledged and lost: %v", missing)
	}
	up.sendRest(by, content)
	wantFile(t, after.sourceFile(up.VideoID), content)
	after.wantNoLeftovers()
}

// attach traces a running process with strace until detach is called.
func (p *process) attach(options ...string) (detach func()) {
	p.t.Helper()
	tracer := exec.Command("strace", append([]string{"-f", "-o", "/dev/null", "-p", strconv.Itoa(p.cmd.Process.Pid)}, options...)...)
	said := &transcript{}
	tracer.Stderr = said
	tracer.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := tracer.Start(); err != nil {
		p.t.Fatal(err)
	}
	eventually(p.t, patience, "strace is attached", func() bool { return strings.Contains(said.String(), "attached") })
	return func() {
		_ = tracer.Process.Signal(syscall.SIGINT) // detaches it
		_ = tracer.Wait()                         // it ends by that signal
	}
}
