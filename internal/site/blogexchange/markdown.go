package blogexchange

import (
	"bytes"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	render "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
)

// writer turns HTML into Markdown and back. Safe for concurrent use.
type writer struct {
	toMarkdown *converter.Converter
	toHTML     goldmark.Markdown
}

func newWriter() *writer {
	out := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), strikethrough.NewStrikethroughPlugin(), table.NewTablePlugin()))
	for _, name := range []string{"u", "sub", "sup", "mark", "small", "kbd"} { // Markdown has no words for these
		out.Register.RendererFor(name, converter.TagTypeInline, renderAround, converter.PriorityEarly)
	}
	out.Register.RendererFor("span", converter.TagTypeInline, base.RenderAsHTML, converter.PriorityEarly)                                                   // a formula
	return &writer{out, goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough), goldmark.WithRendererOptions(render.WithUnsafe()))} // it is cleaned afterwards
}

// renderAround writes an element without attributes as HTML, and what is in it as Markdown.
func renderAround(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	_, opened := w.WriteString("<" + n.Data + ">")
	ctx.RenderChildNodes(ctx, w, n)
	if _, closed := w.WriteString("</" + n.Data + ">"); opened != nil || closed != nil {
		return converter.RenderTryNext
	}
	return converter.RenderSuccess
}

// write turns clean HTML into Markdown that read turns into the same text. A block that Markdown cannot say stands in it as HTML. If even that is not
// enough, it returns format htmlFormat and the HTML.
func (w *writer) write(clean string) (text, format string) {
	root, err := parse(clean)
	if err != nil {
		return clean, htmlFormat
	}
	tidy(root)
	var blocks []string
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		blocks = append(blocks, w.block(n))
	}
	text = strings.Join(blocks, "\n\n")
	if back, err := w.read(text); err != nil || back != markup(root) {
		return clean, htmlFormat
	}
	return text, ""
}

// block writes one block.
func (w *writer) block(n *html.Node) string {
	wanted := markupOf(n)
	if said, err := w.toMarkdown.ConvertString(wanted); err == nil {
		if back, err := w.read(said); err == nil && back == wanted {
			return said
		}
	}
	return strings.ReplaceAll(wanted, "\n", "&#10;") // an empty line would end the HTML in the Markdown
}

// read turns Markdown into HTML as the editor writes it. It is not clean yet.
func (w *writer) read(text string) (string, error) {
	var raw bytes.Buffer
	if err := w.toHTML.Convert([]byte(text), &raw); err != nil {
		return "", err
	}
	root, err := parse(raw.String())
	if err != nil {
		return "", err
	}
	tidy(root)
	return markup(root), nil
}
