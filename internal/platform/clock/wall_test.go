package clock_test

import (
	"archive/zip"
	"errors"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/testapp/soak"
)

func TestWallTimeBecomesAnInstant(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wall  clock.WallTime
		at    string
		wrong bool
	}{
		"summer":                           {clock.WallTime{Date: "2026-07-01", Time: "18:00", Timezone: "Europe/Berlin"}, "2026-07-01T16:00:00Z", false},
		"the first of two":                 {clock.WallTime{Date: "2026-10-25", Time: "02:30", Timezone: "Europe/Berlin"}, "2026-10-25T00:30:00Z", false},
		"the first of two half an hour on": {clock.WallTime{Date: "2026-04-05", Time: "01:45", Timezone: "Australia/Lord_Howe"}, "2026-04-04T14:45:00Z", false},
		"the first of two two hours on":    {clock.WallTime{Date: "2026-10-25", Time: "01:30", Timezone: "Antarctica/Troll"}, "2026-10-24T23:30:00Z", false},
		"skipped":                          {clock.WallTime{Date: "2026-03-29", Time: "02:30", Timezone: "Europe/Berlin"}, "", true},
		"a skipped half hour":              {clock.WallTime{Date: "2026-10-04", Time: "02:15", Timezone: "Australia/Lord_Howe"}, "", true},
		"a skipped day":                    {clock.WallTime{Date: "2011-12-30", Time: "12:00", Timezone: "Pacific/Apia"}, "", true},
		"no zone":                          {clock.WallTime{Date: "2026-07-01", Time: "18:00"}, "", true},
		"the machine's zone":               {clock.WallTime{Date: "2026-07-01", Time: "18:00", Timezone: "Local"}, "", true},
		"no date":                          {clock.WallTime{Date: "2026-02-30", Time: "18:00", Timezone: "UTC"}, "", true},
		"no time":                          {clock.WallTime{Date: "2026-02-28", Time: "9:00", Timezone: "UTC"}, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, wrong := c.wall.Resolve()
			if (wrong != "") != c.wrong {
				t.Fatal(wrong)
			}
			if !c.wrong && got.At.Format(time.RFC3339) != c.at {
				t.Error(got.At)
			}
		})
	}
}

// Every zone of the database: the times around all transitions since 1973, when the last offsets with seconds ended, and in
// the coming years. Normally a seeded sample, in `make soak` all.
func TestResolveAgreesWithBruteForce(t *testing.T) {
	t.Parallel()
	zones := zoneNames(t)
	random := rand.New(rand.NewPCG(1, 2))
	from, to := time.Date(1973, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
	ambiguous, skipped, tried := 0, 0, 0
	for _, name := range zones {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for at := from.In(zone); at.Before(to); {
			_, end := at.ZoneBounds()
			if end.IsZero() {
				break
			}
			at = end
			if !soak.On() && random.IntN(400) > 0 {
				continue
			}
			shown := shownAround(end)
			for minutes := -180; minutes <= 180; minutes += 15 {
				wall := end.UTC().Add(time.Duration(offsetOf(end))*time.Second + time.Duration(minutes)*time.Minute).Format(wallFormat)
				instants := shown[wall]
				date, hhmm, _ := strings.Cut(wall, " ")
				got, err := clock.Resolve(date, hhmm, zone)
				tried++
				switch {
				case len(instants) == 0:
					skipped++
					if !errors.Is(err, clock.ErrSkipped) {
						t.Fatalf("%s in %s is never shown, but resolves to %v, %v", wall, name, got, err)
					}
				case err != nil || !got.Equal(instants[0]):
					t.Fatalf("%s in %s is shown first at %v, but resolves to %v, %v", wall, name, instants[0].UTC(), got, err)
				case len(instants) > 1:
					ambiguous++
				}
			}
		}
	}
	if t.Logf("%d times in %d zones, %d shown twice, %d never", tried, len(zones), ambiguous, skipped); ambiguous == 0 || skipped == 0 {
		t.Error("the sample holds no time of one kind")
	}
}

const wallFormat = "2006-01-02 15:04"

func offsetOf(at time.Time) int { _, offset := at.Zone(); return offset }

// shownAround returns every minute around a transition, by its local time.
func shownAround(transition time.Time) map[string][]time.Time {
	shown := map[string][]time.Time{}
	for at := transition.Truncate(time.Minute).Add(-30 * time.Hour); at.Before(transition.Add(30 * time.Hour)); at = at.Add(time.Minute) {
		wall := at.Format(wallFormat)
		shown[wall] = append(shown[wall], at)
	}
	return shown
}

// zoneNames lists the zones of Go's embedded database.
func zoneNames(t *testing.T) (names []string) {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, f := range archive.File {
		if !strings.HasSuffix(f.Name, "/") && f.Name != "Factory" {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}
