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
	l, err := b.brand(ctx, l)
	if err != nil {
		return err
	}
	return b.To.Send(ctx, l)
}

// Render returns the text and the HTML with which Send would send an email.
func (b Branded) Render(ctx context.Context, l Email) (plain, page string, err error) {
	if l, err = b.brand(ctx, l); err != nil {
		return "", "", err
	}
	return l.render()
}

func (b Branded) brand(ctx context.Context, l Email) (Email, error) {
	current, err := b.Settings.Current(ctx, b.DB.Reader())
	if err != nil {
		return l, err
	}
	l.School, l.Support, l.Color = current.School.Name, current.School.SupportEmail, current.Appearance.PrimaryColor
	if logo := current.Logo; logo.ID != "" && b.Address != "" {
		l.Logo = logoOf(logo, b.Address)
	}
	name := strings.NewReplacer(SchoolPlaceholder, l.School).Replace
	l.Subject, l.Action, l.Lines, l.Afterword = name(l.Subject), name(l.Action), replaceAll(l.Lines, name), replaceAll(l.Afterword, name)
	return l, nil
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
