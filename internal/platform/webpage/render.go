package webpage

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"lectern/internal/platform/text"
)

//go:embed head.html body.html shell.html
var files embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"srcset": srcset, "paragraphs": paragraphs}).ParseFS(files, "*.html"))

// head returns the elements of <head>, with description in place of that of index.html.
func (p Page) head(site Site, description string) []byte {
	v := struct {
		Page
		Site        Site
		FullTitle   string
		Description string
		Canonical   string // "" where no absolute address is known
		ImageURL    string
		Card        string
		Robots      string
		JSONLD      []template.JS
		Served      template.JS
	}{Page: p, Site: site, FullTitle: p.Title, Description: oneLine(description), Card: "summary", Robots: "max-image-preview:large"}
	if v.Title = oneLine(p.Title); v.Title == "" {
		v.Title = site.Name
	}
	if v.FullTitle = v.Title; v.Title != site.Name {
		v.FullTitle += " · " + site.Name
	}
	if p.NoIndex {
		v.Robots = "noindex, follow"
	}
	if site.Origin != "" && p.Path != "" {
		v.Canonical = site.Origin + p.Path
	}
	if p.Canonical != "" {
		v.Canonical = p.Canonical
	}
	if site.Origin != "" && p.Image != nil { // programs that read it need absolute addresses
		size := p.Image.Widest()
		v.ImageURL = site.Origin + size.URL
		if size.Width > size.Height {
			v.Card = "summary_large_image"
		}
	}
	for _, d := range p.Data {
		d["@context"] = "https://schema.org"
		v.JSONLD = append(v.JSONLD, encode(d))
	}
	if len(p.Answers) > 0 {
		v.Served = encode(p.Answers)
	}
	return execute("head.html", v)
}

func (p Page) body(site Site, frame Frame) []byte {
	return execute("body.html", struct {
		Body
		Language string
		Site     Site
		Frame    Frame
	}{p.Body, p.Language, site, frame})
}

func execute(name string, v any) []byte {
	var b bytes.Buffer
	_ = templates.ExecuteTemplate(&b, name, v) // a buffer and these values cannot fail
	return b.Bytes()
}

// encode returns JSON for an element <script> of data: json.Marshal writes <, > and & as escapes, so that no text ends the element.
func encode(v any) template.JS {
	document, _ := json.Marshal(v) // of strings, numbers and types of answers: none of them fails
	return template.JS(document)
}

// oneLine returns a text as attributes show it.
func oneLine(s string) string { return text.OneLine(s) }

func srcset(i Image) string {
	parts := make([]string, len(i.Sizes))
	for at, size := range i.Sizes {
		parts[at] = size.URL + " " + strconv.FormatInt(size.Width, 10) + "w"
	}
	return strings.Join(parts, ", ")
}

// paragraphs splits a plain text at its empty lines.
func paragraphs(s string) (all []string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}
