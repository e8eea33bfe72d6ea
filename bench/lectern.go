package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// lectern is the product under measurement with a teacher who is signed in.
type lectern struct {
	*process
	url    string
	token  string
	course string
	ctx    context.Context
}

func (b *bench) binary() string { return filepath.Join(b.root, "bin", "lectern") }

const (
	teacher  = "teacher@example.org"
	password = "a password for benchmarks"
)

// serve starts `lectern serve` on a new data folder of this name and signs a teacher in. Not --demo, whose video would be
// encoded during the measurement. The measured server is started afterwards, so that the memory of password hashing is not
// measured.
func (b *bench) serve(name string, args ...string) (*lectern, error) {
	first, err := b.ready(name, args)
	if err != nil {
		return nil, err
	}
	err = b.createTeacher(name, args)
	if err == nil {
		err = first.signIn()
	}
	if err == nil {
		err = first.createCourse()
	}
	first.stop()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, first.output)
	}
	l, err := b.ready(name, args)
	if err != nil {
		return nil, err
	}
	l.token, l.course = first.token, first.course
	return l, nil
}

func (b *bench) ready(name string, args []string) (*lectern, error) {
	p, url, err := b.process(name, args...)
	if err != nil {
		return nil, err
	}
	if err := p.answers(url + "/readyz"); err != nil {
		p.stop()
		return nil, err
	}
	return &lectern{process: p, url: url, ctx: b.ctx}, nil
}

// process starts `lectern serve` on a free port without waiting for it.
func (b *bench) process(name string, args ...string) (p *process, url string, err error) {
	address, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	all := append([]string{"serve", "--listen", address, "--data", filepath.Join(b.dir, name)}, args...)
	p, err = start(b.ctx, b.env, b.binary(), all...)
	return p, "http://" + address, err
}

// createTeacher creates the account on the data of a server with these arguments.
func (b *bench) createTeacher(name string, args []string) error {
	create := []string{"user", "create", teacher, "--name", "Teacher", "--role", "instructor", "--data", filepath.Join(b.dir, name)}
	if i := slices.Index(args, "--database"); i >= 0 {
		create = append(create, args[i:i+2]...)
	}
	cmd := exec.CommandContext(b.ctx, b.binary(), create...)
	cmd.Stdin = strings.NewReader(password + "\n")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("lectern user create: %w: %s", err, text)
	}
	return nil
}

func (l *lectern) signIn() error {
	var session struct{ AccessToken string }
	err := l.call(http.MethodPost, "/auth/login", map[string]string{"email": teacher, "password": password}, &session)
	l.token = session.AccessToken
	return err
}

func (l *lectern) createCourse() error {
	var course struct{ ID string }
	err := l.call(http.MethodPost, "/courses/create", map[string]any{"title": "Benchmarks", "category": "Engineering", "course_type": "blended", "level": "beginner"}, &course)
	l.course = course.ID
	return err
}

// call sends JSON to the API and decodes the envelope's data.
func (l *lectern) call(method, path string, body, data any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return l.send(method, l.url+"/api/v1"+path, "application/json", bytes.NewReader(text), int64(len(text)), data)
}

// send is call for any body; size -1 means unknown.
func (l *lectern) send(method, url, kind string, body io.Reader, size int64, data any) error {
	r, err := http.NewRequestWithContext(l.ctx, method, url, body)
	if err != nil {
		return err
	}
	r.ContentLength = size
	r.Header.Set("Content-Type", kind)
	if method == http.MethodPut {
		r.Header.Set("If-Match", "*") // it replaces every version that is there
	}
	if l.token != "" {
		r.Header.Set("Authorization", "Bearer "+l.token)
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %s", method, url, answer.Status, text)
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(text, &struct{ Data any }{data})
}

var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, WriteBufferSize: 256 << 10, DisableCompression: true}}

// film makes a file of this size that begins like an MP4 and holds noise: enough for an upload, but not playable.
func (b *bench) film(size int64) (*os.File, error) {
	f, err := os.Create(filepath.Join(b.dir, fmt.Sprintf("film-%d.mp4", size)))
	if err != nil {
		return nil, err
	}
	head := []byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x00")
	for i, n := 0, size-24; i < 8; i++ { // the 64-bit size of mdat (ISO/IEC 14496-12 4.2)
		head[len(head)-1-i] = byte(n >> (8 * i))
	}
	if _, err := f.Write(head); err != nil {
		return nil, err
	}
	if _, err := io.Copy(f, io.LimitReader(newNoise(), size-int64(len(head)))); err != nil {
		return nil, err
	}
	return f, f.Sync()
}
