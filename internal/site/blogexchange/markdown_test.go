package blogexchange

import (
	"strings"
	"testing"
)

// What is written as Markdown is read as the same text; what Markdown cannot say stands in it as HTML.
func TestMarkdownThereAndBack(t *testing.T) {
	t.Parallel()
	w := newWriter()
	for clean, want := range map[string]string{
		`<h2>Why</h2><p>Bees <strong>dance</strong> <em>well</em>, <s>rarely</s>.</p>`: "## Why\n\nBees **dance** *well*, ~~rarely~~.",
		`<p>2 * 3 &lt; 7_x_ # no</p>`: "",
		`<ul><li><p>One</p></li><li><p>Two</p><ul><li><p>Three</p></li></ul></li></ul>`:      "",
		`<ol><li><p>One</p></li></ol><blockquote><p>Said</p><p>Twice</p></blockquote><hr>`:   "",
		`<p>A<br>B</p><p><a href="https://a.example/?x=1&amp;y=2">link</a></p>`:              "",
		`<pre><code class="language-go">a := 1` + "\n\n\n" + `b()</code></pre>`:              "",
		`<p>E = <span data-formula="inline">mc^2_{a*b*c}</span></p>`:                         "",
		`<p>H<sub>2</sub>O, <mark>marked <strong>well</strong></mark> <kbd>Ctrl</kbd></p>`:   "H<sub>2</sub>O, <mark>marked **well**</mark> <kbd>Ctrl</kbd>",
		`<img src="../media/1.webp" alt="A &#34;bee&#34; [x]">`:                              "",
		`<p>x</p><img src="../media/1.webp"><p>y</p>`:                                        "",
		`<figure><img src="../media/1.webp" alt=""><figcaption>One</figcaption></figure>`:    "",
		`<table><tbody><tr><th><p>A</p></th></tr><tr><td><p>1</p></td></tr></tbody></table>`: "",
		`<details><summary>More</summary><p>Less</p></details>`:                              "",
		`<p>[[x]] &amp;amp; ` + "`code` ``" + ` \\ 1. one</p><p>- two</p><p>+ three</p>`:     "",
		`<p><strong>a </strong>b<em> c</em>d</p>`:                                            "",
	} {
		said, format := w.write(clean)
		if format != "" {
			t.Errorf("%s is no Markdown: %s", clean, said)
			continue
		}
		back, err := w.read(said)
		if root, _ := parse(clean); err != nil || back != clean && back != markup(root) || want != "" && said != want {
			t.Errorf("%s\nis written as\n%s\nand read as\n%s %v", clean, said, back, err)
		}
	}
	if said, format := w.write("loose <b>text</b><p>x</p>"); format != htmlFormat || !strings.HasPrefix(said, "loose") {
		t.Errorf("%s %s", said, format)
	}
}
