package mail

import (
	"context"
	"strings"

	"lectern/internal/platform/db"
	"lectern/internal/platform/settings"
)

// SchoolPlaceholder stands in the texts of emails for the name of the school.
const SchoolPlaceholder = "{school}"

// Branded sends emails in the name of the school, as its settings are at that moment.
type Branded struct {
	To       Sender
	Settings *settings.Store
	DB       *db.DB
}

// Send implements Sender.
func (b Branded) Send(ctx context.Context, l Email) error {
	current, err := b.Settings.Current(ctx, b.DB.Reader())
	if err != nil {
		return err
	}
	l.School, l.Support = current.School.Name, current.School.SupportEmail
	name := strings.NewReplacer(SchoolPlaceholder, l.School).Replace
	l.Subject, l.Action, l.Lines, l.Afterword = name(l.Subject), name(l.Action), replaceAll(l.Lines, name), replaceAll(l.Afterword, name)
	return b.To.Send(ctx, l)
}

func replaceAll(lines []string, replace func(string) string) []string {
	replaced := make([]string, len(lines))
	for i, line := range lines {
		replaced[i] = replace(line)
	}
	return replaced
}
