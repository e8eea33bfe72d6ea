package faults

import (
	"bufio"
	"encoding/hex"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// journal lists what a server did to its disk, call by call, as recorded by strace.
type journal []event

// event is one successful system call.
type event struct {
	kind      kind
	path      string // absolute
	to        string // of a rename
	bytes     []byte // of a write
	at        int64  // offset of a write; new size of a file
	begun     int    // number of events that had ended when it began
	durableAt int    // index of the event after which no power cut can undo it
}

type kind int

const (
	written kind = iota
	sized
	created // a file
	opened  // a folder
	removed
	renamed
	synced
	answered // 2xx
)

// traced are the calls that change a disk, and the answers.
const traced = "trace=pwrite64,fdatasync,fsync,openat,mkdirat,renameat,renameat2,unlinkat,fallocate,ftruncate,write"

var (
	call = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(\(| resumed>)(.*)$`)
	text = regexp.MustCompile(`["<]((?:\\x[0-9a-f]{2})+)[">]`)
)

// readJournal parses strace's output with -f -y -xx.
func readJournal(t *testing.T, file string, from int64) (j journal) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(from, 0); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	type half struct {
		text  string
		begun int
	}
	waiting := map[string]half{} // by thread
	for lines.Scan() {
		m := call.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		whole, begun := m[4], len(j)
		if m[3] != "(" {
			whole, begun = waiting[m[1]].text+whole, waiting[m[1]].begun
		}
		if cut, unfinished := strings.CutSuffix(whole, " <unfinished ...>"); unfinished {
			waiting[m[1]] = half{cut, begun}
			continue
		}
		if e, ok := parse(m[2], whole); ok {
			e.begun = begun
			j = append(j, e)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	j.settle()
	return j
}

// parse makes an event from a call's arguments and result.
func parse(name, rest string) (e event, ok bool) {
	end := strings.LastIndex(rest, " = ")
	if end < 0 || strings.HasPrefix(rest[end+3:], "-1") || strings.HasPrefix(rest[end+3:], "?") { // failed; interrupted
		return e, false
	}
	arguments := strings.Split(strings.TrimRight(strings.TrimRight(rest[:end], " "), ")"), ", ")
	var texts []string
	for _, m := range text.FindAllStringSubmatch(strings.Join(arguments, ", "), -1) {
		b, _ := hex.DecodeString(strings.ReplaceAll(m[1], `\x`, "")) // the pattern lets nothing else through
		texts = append(texts, string(b))
	}
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(arguments[len(arguments)-1-i], 10, 64)
		return n
	}
	if len(texts) == 0 {
		return e, false
	}
	last := texts[len(texts)-1]
	switch name {
	case "pwrite64":
		return event{kind: written, path: texts[0], bytes: []byte(last), at: number(0)}, true
	case "fallocate", "ftruncate":
		return event{kind: sized, path: last, at: number(0)}, true
	case "fdatasync", "fsync":
		return event{kind: synced, path: last}, true
	case "openat":
		return event{kind: created, path: under(texts[:2])}, strings.Contains(rest, "O_CREAT")
	case "mkdirat":
		return event{kind: opened, path: under(texts)}, true
	case "unlinkat":
		return event{kind: removed, path: under(texts)}, true
	case "renameat", "renameat2":
		return event{kind: renamed, path: under(texts[:2]), to: under(texts[2:])}, true
	case "write":
		return event{kind: answered}, strings.HasPrefix(last, "HTTP/1.1 2")
	}
	return e, false
}

// under joins a name with the folder before it, unless it is absolute.
func under(folderAndName []string) string {
	name := folderAndName[len(folderAndName)-1]
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folderAndName[0], name)
}

// settle finds the sync that makes each change durable: of the file for its bytes and size, of the folder for its name.
func (j journal) settle() {
	for i := range j {
		j[i].durableAt = math.MaxInt
		where := j[i].path
		switch j[i].kind {
		case created, opened, removed:
			where = filepath.Dir(j[i].path)
		case renamed:
			where = filepath.Dir(j[i].to)
		}
		sync := slices.IndexFunc(j[i+1:], func(e event) bool { return e.kind == synced && e.path == where && e.begun > i })
		if sync >= 0 {
			j[i].durableAt = i + 1 + sync
		}
	}
}

// answers counts the answers among the first n events.
func (j journal) answers(n int) (answers int) {
	for _, e := range j[:n] {
		if e.kind == answered {
			answers++
		}
	}
	return answers
}

// cut returns the disk after a power cut when n events have ended and one more is in progress: changes that are not durable
// are kept, lost, or garbage (bytes) at random. The names in one folder are lost from the end.
func (j journal) cut(before map[string][]byte, n int, random *rand.Rand) map[string][]byte {
	disk := make(map[string][]byte, len(before))
	for path, content := range before {
		disk[path] = content[:len(content):len(content)]
	}
	lost := map[string]bool{}    // folders that lose every further name
	owned := map[string]bool{}   // files whose bytes belong to this disk alone
	missing := map[string]bool{} // lost folders
	for _, e := range j[:min(n+1, len(j))] {
		fate := random.IntN(3) // 0 kept, 1 lost, 2 garbage
		if e.durableAt < n {
			fate = 0
		}
		switch e.kind {
		case created, opened, removed, renamed:
			folder := filepath.Dir(e.path)
			if e.kind == renamed {
				folder = filepath.Dir(e.to)
			}
			if lost[folder] = lost[folder] || fate != 0; lost[folder] && e.durableAt >= n {
				missing[e.path] = missing[e.path] || e.kind == opened
			} else if !missing[folder] {
				e.name(disk)
			}
		case written, sized:
			content, there := disk[e.path]
			if !there || fate == 1 {
				continue
			}
			if !owned[e.path] { // the content before the cut is shared by all seeds
				content, owned[e.path] = slices.Clone(content), true
			}
			disk[e.path] = e.change(content, fate == 2, random)
		}
	}
	return disk
}

// name applies the event to the names on a disk. A folder is a name with a slash at its end.
func (e event) name(disk map[string][]byte) {
	switch e.kind {
	case opened:
		disk[e.path+"/"] = nil
	case created:
		if _, there := disk[e.path]; !there {
			disk[e.path] = nil
		}
	case removed:
		maps.DeleteFunc(disk, func(path string, _ []byte) bool { return path == e.path || strings.HasPrefix(path, e.path+"/") })
	case renamed:
		if content, there := disk[e.path]; there {
			disk[e.to] = slices.Clone(content)
			delete(disk, e.path)
		}
	}
}

// change applies the event to a file's content, or leaves garbage where it wrote.
func (e event) change(content []byte, garbage bool, random *rand.Rand) []byte {
	if end := int(e.at) + len(e.bytes); len(content) < end {
		content = append(content, make([]byte, end-len(content))...)
	}
	if e.kind == sized {
		return content[:e.at]
	}
	copy(content[e.at:], e.bytes)
	if garbage {
		for i := range e.bytes {
			content[int(e.at)+i] = byte(random.Uint32())
		}
	}
	return content
}
