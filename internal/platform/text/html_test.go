package text_test

import (
	"regexp"
	"strings"
	"testing"

	"lectern/internal/platform/text"
)

// Attacks, and what must never remain of them.
func TestAttacks(t *testing.T) {
	t.Parallel()
	c := text.NewCleaner()
	dangerous := regexp.MustCompile(`(?i)<\s*(script|iframe|object|embed|style|link|meta|base|form|svg|math|template|input|video|audio)\b|\son\w+\s*=|javascript:|vbscript:|data:|srcset|expression\(`)
	for _, attack := range []string{
		`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.test/x.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`,
		`<img src=x onerror=alert(1)>`, `<img src="javascript:alert(1)">`, `<img src="data:image/svg+xml;base64,PHN2Zz4=">`,
		`<img src="https://evil.test/pixel.gif">`, `<img src="//evil.test/x">`, `<img src="file:///etc/passwd">`,
		`<img srcset="https://evil.test/x 1x" src="file:0199aaaa-0000-7000-8000-000000000000">`,
		`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt&#58;alert(1)">x</a>`, "<a href=\"java\tscript:alert(1)\">x</a>",
		`<a href="&#x6A;avascript:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, `<a href="vbscript:x">x</a>`,
		`<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="x" onclick="alert(1)">x</a>`,
		`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
		`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
		`<iframe src="https://evil.test"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
		`<object data="x.swf"></object>`, `<embed src="x.swf">`, `<style>@import 'https://evil.test/x.css'</style>`,
		`<p style="background:url(javascript:alert(1))">x</p>`, `<link rel=stylesheet href=//evil.test/x.css>`,
		`<meta http-equiv=refresh content="0;url=//evil.test">`, `<base href="//evil.test/">`, `<form action="//evil.test"><input name=password></form>`,
		`<body onload=alert(1)>`, `<video src=x onerror=alert(1)>`, `<details ontoggle=alert(1) open>x</details>`,
		`<span data-formula="inline" onmouseover=alert(1)>x</span>`, `<span data-formula='"><script>alert(1)</script>'>x</span>`,
		`<code class="language-js&quot; onclick=&quot;alert(1)">x</code>`, `<template><script>alert(1)</script></template>`,
		`<!--[if gte IE 4]><script>alert(1)</script><![endif]-->`, `<xmp><p title="</xmp><img src=x onerror=alert(1)>">`,
		`<p id="main">x</p><a name="x">y</a>`, "\x00<script\x00>alert(1)</script>", `<<script>alert(1);//<</script>`,
	} {
		clean := c.HTML(attack)
		if dangerous.MatchString(clean) || strings.Contains(clean, "evil.test") || strings.Contains(clean, " id=") {
			t.Errorf("%q came out as %q", attack, clean)
		}
		if again := c.HTML(clean); again != clean {
			t.Errorf("%q changes when it is cleaned again: %q, %q", attack, clean, again)
		}
	}
}

func TestHarmlessMarkupStays(t *testing.T) {
	t.Parallel()
	c := text.NewCleaner()
	const id = "0199aaaa-0000-7000-8000-000000000000"
	for _, written := range []string{
		`<h2>Title</h2><p>One <strong>two</strong> <em>three</em></p>`, `<ul><li>a</li></ul><ol><li>b</li></ol>`,
		`<pre><code class="language-go">if a &lt; b {}</code></pre>`, `<span data-formula="block">\frac{1}{2}</span>`,
		`<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>`,
		`<img src="file:` + id + `" alt="A bee">`,
	} {
		if clean := c.HTML(written); clean != written {
			t.Errorf("%q became %q", written, clean)
		}
	}
	if link := c.HTML(`<a href="https://example.org/">x</a>`); !strings.Contains(link, `href="https://example.org/"`) ||
		!strings.Contains(link, "noopener") || !strings.Contains(link, "noreferrer") {
		t.Error(link)
	}
	for scheme, resolve := range map[string]func(string, func(string) string) string{"file": text.WithFiles, "lesson": text.WithLessons} {
		link := c.HTML(`<p><a href="` + scheme + `:` + id + `">x</a> <a href="` + scheme + `:///etc/passwd">y</a></p>`)
		if shown := resolve(link, func(id string) string { return "/to/" + id }); !strings.Contains(shown, `href="/to/`+id+`"`) || strings.Contains(shown, "passwd") {
			t.Errorf("%s became %s", link, shown)
		}
	}
	shown := text.WithFiles(`<p>file:`+id+`</p><img alt="a" src="file:`+id+`">`, func(id string) string { return "/f/" + id })
	if shown != `<p>file:`+id+`</p><img alt="a" src="/f/`+id+`">` {
		t.Error(shown)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		"": "", "a &lt; b": "a < b", "<p>one</p><p>two<br>three</p>": "one two three", "h<sub>2</sub>o": "h2o",
		`<p>see <img src="file:x" alt="a hive"></p>`: "see a hive", `<span data-formula="inline">x^2</span>!`: "x^2!",
	} {
		if got := text.PlainLine(markup); got != want {
			t.Errorf("%q says %q, not %q", markup, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for markup, want := range map[string]string{
		"": "", "<p>one\n <b>and</b> more</p>\n<p>two<br>three</p>": "one and more\ntwo\nthree", "<ul><li>a</li><li>b</li></ul>": "a\nb", "a &lt; b": "a < b",
	} {
		if got := text.PlainLines(markup); got != want {
			t.Errorf("%q says %q, not %q", markup, got, want)
		}
	}
}
