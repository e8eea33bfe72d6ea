package sample

import (
	"context"
	"embed"
)

// covers are the pictures of the courses by the names of their files: drawn for Lectern and given to the public domain (CC0).
//
//go:embed covers/*.webp
var covers embed.FS

// setCovers gives the courses their pictures, unless they have one.
func (m *schoolMonth) setCovers(ctx context.Context) error {
	for _, c := range m.courses {
		detail, err := m.in.Authoring.Get(ctx, c.teacher, c.id, "")
		if err != nil {
			return err
		}
		if c.Cover == "" || detail.Cover != nil && detail.Cover.Source == "chosen" {
			continue
		}
		picture, err := covers.Open("covers/" + c.Cover)
		if err != nil {
			return err
		}
		if err := m.in.SetCover(ctx, c.teacher, c.id, picture); err != nil {
			return err
		}
	}
	return nil
}
