package mail

import (
	"context"
	"strings"

	"lectern/internal/platform/db"
	"lectern/internal/platform/settings"
)

// SchoolPlaceholder stands in the texts of emails for the name of the school.
const SchoolPlaceholder = "{school}"

// Branded sends emails in the name and the colour of the school, and with its logo, as its settings are at that moment.
type Branded struct {
	To       Sender
	Settings *settings.Store
	DB       *db.DB
	Address  string // public address of the site, for the logo; "" when unknown
}

// Send implements Sender.
func (b Branded) Send(ctx context.Context, l Email) error {
	current, err := b.Settings.Current(ctx, b.DB.Reader())
	if err != nil {
		return err
	}
	l.School, l.Support, l.Color = current.School.Name, current.School.SupportEmail, current.Appearance.PrimaryColor
	if logo := current.Logo; logo.ID != "" && b.Address != "" {
		l.Logo = logoOf(logo, b.Address)
	}
	name := strings.NewReplacer(SchoolPlaceholder, l.School).Replace
	l.Subject, l.Action, l.Lines, l.Afterword = name(l.Subject), name(l.Action), replaceAll(l.Lines, name), replaceAll(l.Afterword, name)
	return b.To.Send(ctx, l)
}

// logoHeight is the height of the logo in an email, in CSS pixels.
const logoHeight = 40

func logoOf(s settings.LogoSettings, address string) *Logo {
	height := min(s.Height, logoHeight)
	return &Logo{URL: address + s.Path(settings.SmallLogo), Width: s.Width * height / s.Height, Height: height, Plate: s.PlateOnLight}
}

func replaceAll(lines []string, replace func(string) string) []string {
	replaced := make([]string, len(lines))
	for i, line := range lines {
		replaced[i] = replace(line)
	}
	return replaced
}
