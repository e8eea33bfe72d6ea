package faults

import (
	"fmt"
	"strings"
)

const (
	manyPosts = 2_000
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

// blog exports all posts.
func (w *fileWalk) blog() map[string][]fileRequest {
	return map[string][]fileRequest{"GET /blogs/export": get("/blogs/export")}
}
