package faults

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// cluster is an installation on PostgreSQL and S3, shared by any number of processes.
type cluster struct {
	t   *testing.T
	env []string
	db  *pgx.Conn
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	database, storage := os.Getenv("TEST_POSTGRES"), os.Getenv("TEST_S3")
	if database == "" || storage == "" {
		missing(t, "PostgreSQL and S3: scripts/with-s3 scripts/with-postgres go test ./faults")
	}
	name := fmt.Sprintf("cluster_%d", time.Now().UnixNano())
	connection, err := pgx.Connect(t.Context(), database)
	if err == nil {
		_, err = connection.Exec(t.Context(), "CREATE SCHEMA "+name+"; SET search_path = "+name)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background() // the test's own context has ended
		_, _ = connection.Exec(ctx, "DROP SCHEMA "+name+" CASCADE")
		_ = connection.Close(ctx)
	})
	return &cluster{t: t, db: connection, env: []string{
		"LECTERN_SECRET=a secret of the cluster, shared by all",
		"LECTERN_MASTER_KEYS=1:" + base64.StdEncoding.EncodeToString([]byte("a master key that all share, 32b")),
		"LECTERN_DATABASE=" + with(t, database, "search_path", name),
		"LECTERN_STORAGE=" + with(t, storage, "prefix", name+"/"),
	}}
}

// with returns an address with one more parameter.
func with(t *testing.T, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String()
}

func (c *cluster) serve(args ...string) *process {
	return serve(c.t, c.env, nil, append([]string{"--no-worker", "--data", c.t.TempDir()}, args...)...)
}

func (c *cluster) worker() *process {
	return start(c.t, c.env, nil, "worker", "--encoders", "1", "--data", c.t.TempDir())
}

// texts runs a query with one text column.
func (c *cluster) texts(query string, args ...any) []string {
	c.t.Helper()
	rows, err := c.db.Query(c.t.Context(), query, args...)
	if err != nil {
		c.t.Fatal(err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

// Two servers receive the chunks of one upload in turn, and two workers share its pieces. One worker is killed in the
// middle of a piece, which runs again within 40 s; no piece is lost or counted twice.
func TestClusterSurvivesAKilledWorker(t *testing.T) {
	c := newCluster(t)
	one := c.serve("--demo")
	two := c.serve()
	teacher := signIn(t, one, "instructor")
	courses := c.texts("SELECT course_id FROM course_instructors ORDER BY course_id")

	video := upload(t, longClip(t, 60), courses[0], teacher, teacher.at(two))
	first, second := c.worker(), c.worker()
	names := map[*process]string{first: fmt.Sprintf("%%/%d", first.cmd.Process.Pid), second: fmt.Sprintf("%%/%d", second.cmd.Process.Pid)}
	done := func(p *process) bool {
		return len(c.texts("SELECT id FROM jobs WHERE ref = $1 AND kind = 'transcode.piece' AND state = 'done' AND worker LIKE $2", video, names[p])) > 0
	}
	eventually(t, patience, "both workers have made pieces", func() bool { return done(first) && done(second) })

	var lost []string
	eventually(t, patience, "the first worker is in the middle of a piece", func() bool {
		lost = c.texts("SELECT id FROM jobs WHERE ref = $1 AND kind = 'transcode.piece' AND state = 'running' AND progress > 0 AND worker LIKE $2", video, names[first])
		return len(lost) > 0
	})
	first.kill()
	killed := time.Now()
	eventually(t, patience, "its pieces run again", func() bool { // or had ended just before
		return len(c.texts("SELECT id FROM jobs WHERE id = ANY($1) AND (fence >= 2 OR state = 'done')", lost)) == len(lost)
	})
	t.Logf("%d pieces were taken over %.1f s after their worker was killed", len(lost), time.Since(killed).Seconds())
	eventually(t, 4*patience, "the video is complete", func() bool {
		return slices.Equal(c.texts("SELECT status FROM videos WHERE id = $1", video), []string{"completed"})
	})
	if wrong := c.texts(`SELECT r.name FROM video_renditions AS r WHERE r.video_id = $1 AND (r.status <> 'completed' OR r.frames_done <> r.frames_total
		OR r.pieces_done <> r.pieces_total OR r.pieces_total <> (SELECT count(*) FROM video_pieces AS p
			WHERE p.video_id = r.video_id AND p.generation = r.generation AND p.rendition = r.name))`, video); len(wrong) > 0 {
		t.Errorf("pieces were lost or counted twice in %v", wrong)
	}
	play(t, teacher.at(two), video, 60)
}

// longClip repeats a clip until it lasts the given seconds. It is encoded again, because concatenated streams lack some
// pictures at the joints.
func longClip(t *testing.T, seconds int) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "long.mp4")
	command := exec.Command("ffmpeg", "-v", "error", "-stream_loop", "-1", "-i", "../testdata/clips/bbb-480p-30s.mp4",
		"-t", fmt.Sprint(seconds), "-r", "24", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", out)
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", text, err)
	}
	return out
}

// play decodes a video by both manifests of the clear variant with ffmpeg and checks its length.
func play(t *testing.T, by *client, video string, seconds float64) {
	t.Helper()
	var urls struct {
		Duration float64
		Clear    struct{ HLS, DASH string }
	}
	by.must("GET", "/video-streaming/"+video+"/streaming-urls", nil, &urls)
	if urls.Duration < seconds-0.2 || urls.Duration > seconds+0.2 {
		t.Errorf("the video lasts %.2f s, want %.2f", urls.Duration, seconds)
	}
	for _, path := range []string{urls.Clear.HLS, urls.Clear.DASH} {
		base := strings.TrimSuffix(by.base, "/api/v1")
		out, err := exec.Command("ffmpeg", "-v", "warning", "-i", base+path, "-map", "0:v:0", "-map", "0:a:0", "-c", "copy", "-f", "null", "-").CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("ffmpeg cannot play %s without complaint: %v\n%s", filepath.Base(path), err, out)
		}
	}
}
