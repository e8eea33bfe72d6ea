package main

import (
	"fmt"

	"lectern/internal/app"
	"lectern/internal/platform/settings"
)

// settingsFlags are what the operator does not leave to administrators. Servers and workers need the same.
type settingsFlags struct {
	AllowErasingAtOnce bool   `help:"Let administrators erase accounts immediately, without the 30 days in which they can be restored."`
	FixedSettings      string `help:"Settings that administrators can't change, such as {\"registration\":{\"mode\":\"invitation\"}}." default:""`
}

func (f settingsFlags) Validate() error {
	if _, err := settings.ParseFixed(f.FixedSettings); err != nil {
		return fmt.Errorf("--fixed-settings: %w", err)
	}
	return nil
}

func (f settingsFlags) set(p *app.Deps) (err error) {
	p.Config.EraseAtOnce = f.AllowErasingAtOnce
	p.Config.FixedSettings, err = settings.ParseFixed(f.FixedSettings)
	return err
}
