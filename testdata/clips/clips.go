// Package clips holds the film of the demo. Big Buck Bunny is © Blender Foundation, CC BY 3.0: see ATTRIBUTION.md.
package clips

import "embed"

// Demo is the clips that the demo plays, by file name.
//
//go:embed bbb-480p-30s.mp4 bbb-720p-5s.mp4
var Demo embed.FS
