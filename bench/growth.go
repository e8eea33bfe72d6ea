package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
)

const (
	smallSchool   = 100  // how many times smaller the small school is
	growthReads   = 1000 // of an operation in one run
	growthCourses = 50   // that the requests go to in turn
)

// growthRow makes the same requests to a large school and one a hundredth of its size, on each database.
func growthRow(b *bench) ([]Figure, error) {
	if err := need(b.binary()); err != nil {
		return nil, err
	}
	figures, err := b.growth("SQLite", "")
	if err != nil {
		return nil, err
	}
	database := os.Getenv("TEST_POSTGRES")
	if database == "" {
		return figures, nil
	}
	more, err := b.growth("PostgreSQL", database)
	return append(figures, more...), err
}

func (b *bench) growth(name, database string) (figures []Figure, err error) {
	large, closeLarge, err := b.school("large", database, b.scale)
	if err != nil {
		return nil, err
	}
	defer closeLarge()
	small, closeSmall, err := b.school("small", database, b.scale/smallSchool)
	if err != nil {
		return nil, err
	}
	defer closeSmall()
	for _, o := range operations {
		ours, peer, err := alternate(b.pairs, func() (Sample, error) { return large.run(o) }, func() (Sample, error) { return small.run(o) })
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %w", o.name, name, err)
		}
		label := fmt.Sprintf("%s, %s: ", name, o.name)
		figures = append(figures, oursToPeer(label+"p99, large / small", "p99", ours, peer).atMost(1.2),
			oursToPeer(label+"CPU, large / small", "cpu", ours, peer).atMost(1.2))
	}
	return figures, nil
}

// school is a server of a generated school with a student who is signed in.
type school struct {
	*lectern
	courses []string
	mine    string // a course of the student
	lessons []string
}

// school fills a data folder, or a schema of the database, with a school of a scale and serves it.
func (b *bench) school(name, database string, scale float64) (s *school, closeAll func(), err error) {
	dir, drop := filepath.Join(b.dir, name), func() {}
	args := []string{"--no-worker"}
	if database != "" {
		var address string
		if address, drop, err = b.schema(database); err != nil {
			return nil, nil, err
		}
		args = append(args, "--database", address)
	}
	remove := func() { drop(); os.RemoveAll(dir) }
	fill := append([]string{"demo", "fill", "--scale", strconv.FormatFloat(scale, 'g', -1, 64), "--data", dir}, args[1:]...)
	begin := time.Now()
	if text, err := exec.CommandContext(b.ctx, b.binary(), fill...).CombinedOutput(); err != nil {
		remove()
		return nil, nil, fmt.Errorf("lectern demo fill: %w: %s", err, text)
	}
	fmt.Printf("   %s school filled in %s\n", name, time.Since(begin).Round(time.Second))
	l, err := b.ready(name, args)
	if err != nil {
		remove()
		return nil, nil, err
	}
	s = &school{lectern: l}
	if err := s.enter(); err != nil {
		l.stop()
		remove()
		return nil, nil, err
	}
	return s, func() { l.stop(); remove() }, nil
}

// enter signs the first student in and finds the ids for the requests.
func (s *school) enter() error {
	var session struct{ AccessToken string }
	err := s.call(http.MethodPost, "/auth/login", map[string]string{"email": "learner0@school.test", "password": "lectern-demo"}, &session)
	if err != nil {
		return err
	}
	s.token = session.AccessToken
	var all []struct{ ID string }
	var mine []struct{ Course struct{ ID string } }
	if err := s.call(http.MethodGet, "/courses/get?limit="+strconv.Itoa(growthCourses), nil, &all); err != nil {
		return err
	}
	for _, c := range all {
		s.courses = append(s.courses, c.ID)
	}
	if err := s.call(http.MethodGet, "/courses/enrolled", nil, &mine); err != nil {
		return err
	}
	if len(mine) == 0 {
		return errors.New("the learner has no course")
	}
	s.mine = mine[0].Course.ID
	var progress struct {
		Lessons []struct{ LessonID string }
	}
	err = s.call(http.MethodGet, "/progress/courses/"+s.mine, nil, &progress)
	for _, l := range progress.Lessons {
		s.lessons = append(s.lessons, l.LessonID)
	}
	return err
}

// operation is a frequent request; n counts them.
type operation struct {
	name string
	ask  func(s *school, n int) error
}

func reads(path func(s *school, n int) string) func(*school, int) error {
	return func(s *school, n int) error { return s.call(http.MethodGet, path(s, n), nil, nil) }
}

var operations = []operation{
	{"catalogue page", reads(func(*school, int) string { return "/courses/get?limit=20" })},
	{"course page", reads(func(s *school, n int) string { return "/courses/" + s.courses[n%len(s.courses)] })},
	{"my courses", reads(func(*school, int) string { return "/courses/enrolled" })},
	{"learn page", reads(func(s *school, _ int) string { return "/tcourse/free/" + s.mine + "/curriculum" })},
	{"progress write", func(s *school, n int) error {
		event := map[string]any{"id": uuid.NewString(), "courseId": s.mine, "lessonId": s.lessons[n%len(s.lessons)], "type": "opened", "at": time.Now()}
		return s.call(http.MethodPost, "/progress/events", map[string]any{"events": []any{event}}, nil)
	}},
}

// run returns the 99th percentile of an operation in ms, and the server's CPU seconds for the run.
func (s *school) run(o operation) (Sample, error) {
	before, err := s.cpu()
	if err != nil {
		return nil, err
	}
	took := make([]float64, growthReads)
	for n := range took {
		begin := time.Now()
		if err := o.ask(s, n); err != nil {
			return nil, err
		}
		took[n] = float64(time.Since(begin).Microseconds()) / 1000
	}
	after, err := s.cpu()
	slices.Sort(took)
	return Sample{"p99": took[growthReads*99/100], "cpu": after - before}, err
}
