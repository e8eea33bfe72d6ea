package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	listTime    = 8 * time.Second // of each run of wrk
	listClients = "16"
	listPage    = 20   // rows
	deepPage    = 5000 // at scale 1, whose catalogue has slightly more pages
	searchWord  = "carpentry"
	grownSchool = 0.05 // of the scale: the school whose courses are copied into the catalogue
)

// pocketbaseRow requests the same pages from us and from PocketBase, which serves the same rows, also from SQLite.
func pocketbaseRow(b *bench) ([]Figure, error) {
	peer := filepath.Join(b.root, ".tools", "bin", "pocketbase")
	if err := need(b.binary(), peer, "wrk"); err != nil {
		return nil, err
	}
	s, closeSchool, err := b.school("ours", "", grownSchool*b.scale)
	if err != nil {
		return nil, err
	}
	defer closeSchool()
	if err := s.grow(filepath.Join(b.dir, "ours"), int(float64(deepPage)*b.scale)*listPage); err != nil {
		return nil, err
	}
	p, at, err := b.pocketbase(peer, filepath.Join(b.dir, "ours", "lectern.db"))
	if err != nil {
		return nil, err
	}
	defer p.stop()
	lists, err := s.lists(at, int(float64(deepPage)*b.scale))
	if err != nil {
		return nil, err
	}
	var figures []Figure
	for _, l := range lists {
		ours, theirs, err := alternate(b.pairs,
			func() (Sample, error) { return b.load(l.ours) },
			func() (Sample, error) { return b.load(l.peer) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
		figure := oursToPeer(l.name+": requests a second, ours / PocketBase", "requests", ours, theirs)
		if l.bound > 0 {
			figure = figure.atLeast(l.bound)
		}
		figures = append(figures, figure)
	}
	return figures, nil
}

// grow enlarges the catalogue beyond the number of courses.
func (s *school) grow(dir string, courses int) error {
	var page struct {
		Pagination struct {
			TotalItems int `json:"total_items"`
		}
	}
	if err := read(s.url+"/api/v1/courses/get?limit=1", &page); err != nil {
		return err
	}
	times := courses/page.Pagination.TotalItems + 1
	fmt.Printf("   %d courses of each of %d\n", times, page.Pagination.TotalItems)
	return enlarge(s.ctx, dir, times)
}

// pocketbase copies the rows of our database and serves them.
func (b *bench) pocketbase(program, database string) (p *process, at string, err error) {
	dir := filepath.Join(b.dir, "pocketbase")
	if text, _, err := run(b.ctx, program, "fill", "--dir", dir, database); err != nil {
		return nil, "", fmt.Errorf("pocketbase fill: %w: %s", err, text)
	}
	address, err := freeAddress()
	if err != nil {
		return nil, "", err
	}
	if p, err = start(b.ctx, nil, program, "serve", "--dir", dir, "--http", address); err != nil {
		return nil, "", err
	}
	at = "http://" + address
	if err := p.answers(at + "/api/health"); err != nil {
		p.stop()
		return nil, "", err
	}
	return p, at, nil
}

// list is one page requested from both.
type list struct {
	name       string
	ours, peer string  // URLs
	bound      float64 // 0: none
}

// lists are the compared pages. PocketBase counts the rows of each list by default; so do we.
func (s *school) lists(peer string, page int) ([]list, error) {
	base := s.url + "/api/v1/courses/get?limit=" + strconv.Itoa(listPage)
	cursor, err := s.before(page)
	if err != nil {
		return nil, err
	}
	sorted := "/records?sort=-created_at,-id&perPage=" + strconv.Itoa(listPage)
	records, asMade := peer+"/api/collections/courses"+sorted, peer+"/api/collections/courses_as_made"+sorted
	word := url.QueryEscape(fmt.Sprintf("title ~ '%[1]s' || summary ~ '%[1]s' || description ~ '%[1]s' || category ~ '%[1]s'", searchWord))
	lists := []list{
		{"catalogue with its count", base, records, 8},
		{fmt.Sprintf("page %d of it, ours by cursor", page), base + "&cursor=" + cursor, asMade + "&page=" + strconv.Itoa(page), 100},
		{fmt.Sprintf("page %d of it, PocketBase given an index", page), base + "&cursor=" + cursor, records + "&page=" + strconv.Itoa(page), 0},
		{"search for a word", base + "&search=" + searchWord, records + "&filter=" + word, 20},
	}
	for _, l := range lists {
		if err := l.sameRows(); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// before returns the cursor of a page, which clients get from the previous page.
func (s *school) before(page int) (cursor string, err error) {
	const step = 5 // pages per request on the way
	for at := 1; at < page; at += step {
		var l listed
		ahead := min(step, page-at) * listPage
		if err := read(fmt.Sprintf("%s/api/v1/courses/get?limit=%d&cursor=%s", s.url, ahead, cursor), &l); err != nil {
			return "", err
		}
		if cursor = url.QueryEscape(l.Next); cursor == "" {
			return "", fmt.Errorf("the catalogue has no page %d", page)
		}
	}
	return cursor, nil
}

// listed is the answer of either server.
type listed struct {
	Next  string                `json:"next_cursor"`
	Data  []struct{ ID string } // ours
	Items []struct{ ID string } // PocketBase's
}

// sameRows fails unless both return the same rows in one order; for a search, which ours ranks, the same number.
func (l list) sameRows() error {
	var ours, theirs listed
	if err := errors.Join(read(l.ours, &ours), read(l.peer, &theirs)); err != nil {
		return err
	}
	same := len(ours.Data) == len(theirs.Items) && len(ours.Data) == listPage
	if same && !strings.Contains(l.ours, "search=") {
		same = slices.Equal(ours.Data, theirs.Items)
	}
	if !same {
		return fmt.Errorf("%s: ours has %v, PocketBase %v", l.name, ours.Data, theirs.Items)
	}
	return nil
}

// read fetches public JSON.
func read(address string, into any) error {
	answer, err := client.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", address, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}

// load requests one URL from many concurrent clients.
func (b *bench) load(address string) (Sample, error) {
	text, _, err := run(b.ctx, "wrk", "-t", "1", "-c", listClients, "-d", listTime.String(), "--timeout", "30s", address)
	if err != nil {
		return nil, err
	}
	perSecond := wrkPerS.FindStringSubmatch(text)
	if perSecond == nil || wrkFailed.MatchString(text) {
		return nil, errors.New("wrk: " + text)
	}
	rate, err := strconv.ParseFloat(perSecond[1], 64)
	return Sample{"requests": rate}, err
}
