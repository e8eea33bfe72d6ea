package text_test

import (
	"testing"

	"lectern/internal/platform/text"
)

func TestMessages(t *testing.T) {
	t.Parallel()
	c := text.NewCleaner()
	const id = "01980000-0000-7000-8000-000000000001"
	for _, one := range []struct{ format, sent, stored, words string }{
		{"", " a < b\n\nc ", "a < b\n\nc", "a < b\n\nc"},
		{text.PlainFormat, "<b>not bold</b>", "<b>not bold</b>", "<b>not bold</b>"},
		{text.HTMLFormat, "<p>Well <strong>seen</strong>.</p><p>Go on</p>", "<p>Well <strong>seen</strong>.</p><p>Go on</p>", "Well seen.\nGo on"},
		{text.HTMLFormat, `<p onclick="x()">Bees<script>alert(1)</script></p>`, "<p>Bees</p>", "Bees"},
		{text.HTMLFormat, `<p>See <a href="file:` + id + `">this</a><img src="file:` + id + `" alt="it"></p>`, "<p>See this</p>", "See this"},
		{text.HTMLFormat, `<p><a href="lesson:` + id + `">Lesson</a></p>`, "<p>Lesson</p>", "Lesson"},
		{text.HTMLFormat, "<p> </p><p><br></p>", "", ""},
		{text.HTMLFormat, "<p>a &lt; b</p>", "<p>a &lt; b</p>", "a < b"},
	} {
		stored := c.Message(one.format, one.sent)
		if stored != one.stored || c.Message(one.format, stored) != stored {
			t.Errorf("%q (%s) is stored as %q, want %q", one.sent, one.format, stored, one.stored)
		}
		if words := text.Words(one.format, stored); words != one.words || text.Length(one.format, stored) != len([]rune(one.words)) {
			t.Errorf("%q has the words %q, want %q", stored, words, one.words)
		}
	}
}
