package faults

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

const (
	manyPosts = 300
	longPosts = 8 // of the largest text
)

// fillBlog writes posts to the database, some of them as long as a post may be.
func (w *fileWalk) fillBlog(run func(string, ...any), now string) {
	w.t.Helper()
	paragraph := "<p>" + strings.Repeat("bees and bumblebees ", 50) + "</p>"
	long := strings.Repeat(paragraph, 500_000/len(paragraph))
	for i := range manyPosts {
		html := paragraph
		if i < longPosts {
			html = long
		}
		id := fmt.Sprintf("00000000-0000-7000-8005-%012d", i)
		run(`INSERT INTO posts (id, status, version, draft_id, likes, created_by, created_at, updated_at, indexed_id, preview_hash)
			SELECT ?, 'draft', 1, ?, 0, id, ?, ?, '', '' FROM users WHERE email = 'chief@lectern.test'`, id, id, now, now)
		run(`INSERT INTO post_contents (id, post_id, title, title_key, excerpt, html, cover_id, cover_width, cover_alt, language, tags, meta_title, meta_description, canonical_url, words, read_minutes, cause, made_at)
			VALUES (?, ?, ?, '', '', ?, '', 0, '', '', '[]', '', '', '', 0, 1, 'saved', ?)`, id, id, fmt.Sprintf("Post %d", i), html, now)
	}
}

// blog exports all posts; and imports some of Ghost, which a job goes on with, and what is no such file.
func (w *fileWalk) blog() map[string][]fileRequest {
	const to, zipped = "/blogs/import", "application/zip"
	ghost, swelling := filepath.Join(w.dir, "ghost.zip"), filepath.Join(w.dir, "swelling-posts.zip")
	const row = `{"title":"Bees","html":"<p>`
	w.zip(ghost, map[string]io.Reader{"a.json": io.MultiReader(strings.NewReader(`{"data":{"posts":[`+row), repeat("Bees dance. ", 3*mib), strings.NewReader(`</p>"}]}}`))})
	w.zip(swelling, map[string]io.Reader{"a.md": repeat(" ", 80*mib)})
	return map[string][]fileRequest{
		"GET /blogs/export":      get("/blogs/export"),
		"GET /blogs/import/{id}": {{path: "/blogs/import/00000000-0000-7000-8005-000000000000", status: 404}},
		"POST /blogs/import": {
			w.stored(to, zipped, 413, swelling),
			streamed(to, zipped, 413, -1, repeat("PK", 600*mib)),
			streamed(to, "application/json", 413, -1, strings.NewReader(`{"data":{"posts":[`+row), repeat("Bees dance. ", 200*mib)),
			streamed(to, "application/json", 413, -1, strings.NewReader(`{"data":{"posts_tags":[{}`), repeat(`,{"post_id":"63f1","tag_id":"63f2"}`, 60*mib)),
			w.stored(to, zipped, 200, ghost),
		},
	}
}
