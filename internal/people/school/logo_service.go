package school

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strconv"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

func logoGroup(s *settings.Settings) *settings.LogoSettings { return &s.Logo }

func logoGroupOf(g SettingsGroup[settings.LogoSettings]) LogoGroup {
	return LogoGroup{logoOf(g.Values), g.ChangedAt, g.version}
}

// Logo returns the logo as it is stored now. For administrators.
func (s *Service) Logo(ctx context.Context) (LogoGroup, error) {
	g, err := load(ctx, s, s.db.Reader(), logoGroup)
	return logoGroupOf(g), err
}

// SetLogo makes the logo from a file. For administrators with a fresh session, else fault.Forbidden. fault.TooLarge,
// fault.UnsupportedType and fault.Invalid for files that cannot be taken, fault.Precondition, with the current logo, when it was changed
// since the version that the caller names.
func (s *Service) SetLogo(ctx context.Context, who access.Caller, file io.Reader, held rest.IfMatch) (LogoGroup, error) {
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return LogoGroup{}, err
	}
	pictures, mediaType, err := s.pictures.Render(ctx, who.ID, file, logoRules, logoLayout)
	if err != nil {
		return LogoGroup{}, err
	}
	shown := pictures[0].Bounds()
	logo := settings.LogoSettings{Width: int64(shown.Dx()), Height: int64(shown.Dy())}
	if logo.PlateOnLight, logo.PlateOnDark, err = platesFor(pictures[1]); err != nil {
		return LogoGroup{}, err
	}
	encode := picture.EncodePNG
	if mediaType == "image/jpeg" {
		encode = picture.EncodeJPEG
	}
	sizes, hash := map[int][]byte{}, sha256.New()
	for i, height := range []int{settings.SmallLogo, settings.LargeLogo} {
		if sizes[height], err = encode(pictures[i]); err != nil {
			return LogoGroup{}, err
		}
		hash.Write(sizes[height])
	}
	logo.Hash = hex.EncodeToString(hash.Sum(nil))
	if logo.ID, err = s.logos.Add(ctx, sizes); err != nil {
		return LogoGroup{}, err
	}
	return s.replaceLogo(ctx, who, logo, held)
}

// RemoveLogo brings back the name. Refusals as of SetLogo.
func (s *Service) RemoveLogo(ctx context.Context, who access.Caller, held rest.IfMatch) (LogoGroup, error) {
	return s.replaceLogo(ctx, who, settings.LogoSettings{}, held)
}

// replaceLogo sets the logo, and queues the deletion of the previous one.
func (s *Service) replaceLogo(ctx context.Context, who access.Caller, logo settings.LogoSettings, held rest.IfMatch) (set LogoGroup, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		before, err := load(ctx, s, tx, logoGroup)
		if err != nil {
			return err
		}
		if before.Values.ID == logo.ID { // there is none to remove
			set = logoGroupOf(before)
			return nil
		}
		err = s.replace(ctx, tx, who, held, before.version, &logo, before.Values)
		if fault.Is(err, fault.Precondition) {
			return changedBy(logoGroupOf(before))
		}
		if err == nil && before.Values.ID != "" {
			err = s.logos.Release(ctx, tx, before.Values.ID)
		}
		if err != nil {
			return err
		}
		now, err := load(ctx, s, tx, logoGroup)
		set = logoGroupOf(now)
		return err
	})
	if err == nil {
		s.settings.Forget()
	}
	return set, err
}

// isLogoInUse reports whether pictures are those of the logo.
func (s *Service) isLogoInUse(ctx context.Context, q bun.IDB, id string) (bool, error) {
	g, err := load(ctx, s, q, logoGroup)
	return g.Values.ID == id, err
}

// LogoPicture returns the logo with this hash in one of its heights. Public. fault.NotFound when it is not the logo any more.
func (s *Service) LogoPicture(ctx context.Context, hash, height string) (rest.Reply, error) {
	missing := fault.New(fault.NotFound, "logo_not_found", "This logo doesn't exist.")
	g, err := load(ctx, s, s.db.Reader(), logoGroup)
	if err != nil {
		return rest.Reply{}, err
	}
	pixels, err := strconv.Atoi(height)
	if err != nil || g.Values.ID == "" || g.Values.Hash != hash || pixels != settings.SmallLogo && pixels != settings.LargeLogo {
		return rest.Reply{}, missing
	}
	return s.logos.Serve(ctx, g.Values.ID, pixels, `"`+hash+"-"+height+`"`, missing)
}
