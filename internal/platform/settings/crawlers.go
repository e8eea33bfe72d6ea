package settings

import "lectern/internal/platform/fault"

// CrawlerSettings say what crawlers of public pages are asked to leave alone.
type CrawlerSettings struct {
	NoTraining bool `json:"no_training" doc:"Whether robots.txt asks crawlers that collect texts to train language models to stay away. Search engines are not affected."`
}

func (*CrawlerSettings) Key() string { return "crawlers" }

func (*CrawlerSettings) Normalize() {}

// Violations are none: every value is allowed.
func (*CrawlerSettings) Violations() fault.Fields { return nil }
