package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// started runs a command that has to be refused and returns its error. One that starts a server instead is stopped.
func started(t *testing.T, args ...string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	return execute(ctx, args)
}

// wantSentence checks that an error is one line, which says this.
func wantSentence(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v is no sentence that says %q", err, want)
	}
}

// Flags that cannot be right are refused in a sentence that names them, before anything is created.
func TestNonsenseInFlagsIsRefused(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	for _, line := range []string{
		"serve --secret=short",
		"serve --master-keys=nonsense",
		"serve --master-keys=1:c2hvcnQ=",
		"serve --database=mysql://host/name",
		"serve --database-wait=0s",
		"serve --database-wait=-10s",
		"serve --database-connections=1",
		"serve --database-connections=-5",
		"serve --storage=ftp://bucket",
		"serve --storage=s3://",
		"serve --storage=s3://bucket?endpoint=nonsense",
		"serve --storage=s3://bucket?cache=-1",
		"serve --storage=s3://bucket?dircet=true",
		"serve --upload-session-ttl=0s",
		"serve --upload-session-ttl=-24h",
		"serve --playback-token-ttl=0s",
		"worker --playback-token-ttl=-1h",
		"serve --encoders=-3",
		"worker --encoders=-3",
		"serve --listen=nonsense",
		"serve --listen=127.0.0.1:99999",
		"serve --metrics-listen=nonsense",
		"serve --trusted-proxies=nonsense",
		"serve --public-url=nonsense",
		"serve --fixed-settings=nonsense", `serve --fixed-settings={"school":{"time_zone":"Mars"}}`, `worker --fixed-settings={"school":{"colour":"red"}}`,
		"worker --smtp-url=nonsense --public-url=https://learn.example.org",
		"serve --google-client-id=without-a-secret",
		"serve --log-format=xml",
		"demo fill --scale=-1",
		"demo fill --scale=0",
		"demo fill --scale=NaN",
	} {
		data := filepath.Join(t.TempDir(), "data")
		args := strings.Fields(line)
		flag, _, _ := strings.Cut(args[len(args)-1], "=")
		if strings.HasPrefix(line, "demo") {
			flag, _, _ = strings.Cut(args[2], "=")
		}
		if strings.Contains(line, "--smtp-url") {
			flag = "--smtp-url"
		}
		err := started(t, append(args, "--data="+data)...)
		wantSentence(t, err, flag)
		if err != nil && status(err) != 2 {
			t.Errorf("%s: status %d", line, status(err))
		}
		if _, err := os.Stat(data); err == nil {
			t.Errorf("%s: the data folder was created", line)
		}
	}
}

// installed returns the data folder of a new installation.
func installed(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	_, closeAll, err := storageFlags{Data: data}.openDeps(t.Context(), slog.New(slog.DiscardHandler), orCreate)
	if err != nil {
		t.Fatal(err)
	}
	closeAll()
	return data
}

// Keys are never made in the place of those that an installation has been run with.
func TestMissingKeysAreNotReplaced(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"secret", "master.json"} {
		data := installed(t)
		file := filepath.Join(data, "keys", name)
		if err := os.Rename(file, filepath.Join(t.TempDir(), name)); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"serve", "--data", data}, {"rotate-keys", "--data", data}, {"doctor", "--data", data}} {
			wantSentence(t, started(t, command...), file+" is missing")
			if _, err := os.Stat(file); err == nil {
				t.Fatalf("%v has created a new %s", command, name)
			}
		}
	}
}

// A key that is not the installation's own leaves everything as it is, also when the keys are to be rotated.
func TestRotationWithForeignKeysChangesNothing(t *testing.T) {
	t.Parallel()
	data := installed(t)
	file := filepath.Join(data, "keys", "master.json")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantSentence(t, started(t, "rotate-keys", "--data", data, "--secret", strings.Repeat("x", 40)), "another secret")
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the master keys have changed (%v)", err)
	}
}

// Commands that work on an installation say that there is none, in place of creating an empty one.
func TestCommandsThatNeedAnInstallationCreateNone(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"doctor", "doctor --repair", "backup " + t.TempDir(), "rotate-keys", "user list", "user unlock a@example.org",
		"user reset-2fa a@example.org", "progress rebuild"} {
		data := filepath.Join(t.TempDir(), "mistyped")
		wantSentence(t, started(t, append(strings.Fields(command), "--data", data)...), "there is no installation in "+data)
		if _, err := os.Stat(data); err == nil {
			t.Errorf("%s: the data folder was created", command)
		}
	}
}

// What keeps the database or the data folder from being opened is said in one line, with what to do.
func TestWhatCannotBeOpenedIsSaid(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	damaged := t.TempDir()
	for path, text := range map[string]string{file: "no folder", filepath.Join(damaged, "lectern.db"): strings.Repeat("no database ", 1000)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wantSentence(t, started(t, "serve", "--data", file), "the data folder "+file+" can't be used (not a directory)")
	wantSentence(t, started(t, "serve", "--data", damaged), "restore a backup")
	wantSentence(t, started(t, "serve", "--data", t.TempDir(), "--database", "postgres://nobody:hunter2@127.0.0.1:1/none"), "is its server running")
	err := started(t, "serve", "--data", t.TempDir(), "--database", "postgres://nobody:hunter2@127.0.0.1:none/none")
	wantSentence(t, err, "the database cannot be opened")
	if strings.Contains(err.Error(), "hunter2") {
		t.Errorf("the password is in %v", err)
	}
}
