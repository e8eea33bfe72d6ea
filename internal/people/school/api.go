package school

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/palette"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/school", "Get the name of the school, its appearance and who may register"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[SchoolInfo], error) {
			info, err := s.Info(ctx)
			return rest.One("", info, err)
		})
	registerGroup(api, s, "the name, support address and time zone of the school", func(a *settings.Settings) *settings.SchoolSettings { return &a.School })
	registerGroup(api, s, "the primary colour of the site", func(a *settings.Settings) *settings.AppearanceSettings { return &a.Appearance })
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/settings/appearance/palette", "Preview the palette of a primary colour"),
		func(_ context.Context, _ access.Caller, in *previewInput) (rest.Answer[palette.Palette], error) {
			p, err := preview(in.PrimaryColor)
			return rest.One("", p, err)
		})
	s.registerLogo(api)
	registerGroup(api, s, "who may register", func(a *settings.Settings) *settings.RegistrationSettings { return &a.Registration })
	registerGroup(api, s, "the rules of passwords and lockouts", func(a *settings.Settings) *settings.PasswordSettings { return &a.Passwords })
	registerGroup(api, s, "how long and on how many devices users stay signed in", func(a *settings.Settings) *settings.SessionSettings { return &a.Sessions })
	registerGroup(api, s, "what one network address may do", func(a *settings.Settings) *settings.LimitSettings { return &a.Limits })
	registerGroup(api, s, "how public forms are protected", func(a *settings.Settings) *settings.FormSettings { return &a.Forms })
	registerGroup(api, s, "how long grades of erased accounts are kept without a name", func(a *settings.Settings) *settings.RetentionSettings { return &a.Retention })
	registerGroup(api, s, "how posts of the blog take comments", func(a *settings.Settings) *settings.BlogSettings { return &a.Blog })
	registerGroup(api, s, "what visitors see on the home page", func(a *settings.Settings) *settings.HomeSettings { return &a.Home })
	registerGroup(api, s, "what crawlers of public pages are asked to leave alone", func(a *settings.Settings) *settings.CrawlerSettings { return &a.Crawlers })
	registerGroup(api, s, "who sells the courses, and which taxes are charged", func(a *settings.Settings) *settings.SalesSettings { return &a.Sales })
}

// logoParameters are the parameters of replacing the logo.
type logoParameters struct{ rest.IfMatch }

// registerLogo mounts reading, replacing and removing the logo, for administrators, and its picture, for everybody.
func (s *Service) registerLogo(api *rest.API) {
	admin, changed := rest.Roles(access.Admin), settings.ErrChanged.Code
	rest.Handle(api, admin, rest.Get("/settings/logo", "Get the logo of the school; the ETag is for If-Match"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[LogoGroup], error) {
			g, err := s.Logo(ctx)
			return rest.One("", g, err)
		})
	set := rest.Put("/settings/logo", "Set the logo of the school, a file of at most 5 MB and 40 megapixels; the caller confirms their identity first",
		fault.Forbidden, fault.TooLarge, fault.UnsupportedType, fault.TooMany, fault.Unavailable, fault.NoSpace, fault.Precondition).
		DenyImpersonation().WithDetails(fault.Precondition, changed, LogoGroup{}).
		Parameters(logoParameters{}).Accepts(nil, logoRules.Types...).Produces(rest.Answer[LogoGroup]{})
	rest.HandleRaw(api, admin, set, func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
		kind, _ := r.ContentType()
		if err := logoRules.Takes(kind); err != nil {
			return rest.Reply{}, err
		}
		g, err := s.SetLogo(ctx, who, r.Body, rest.IfMatch{ETag: r.Header("If-Match")})
		answer, err := rest.One("The logo is saved and shown from now on", g, err)
		return rest.JSON(200, answer), err
	})
	rest.Handle(api, admin, rest.Delete("/settings/logo", "Remove the logo of the school; the caller confirms their identity first").
		DenyImpersonation().WithDetails(fault.Precondition, changed, LogoGroup{}),
		func(ctx context.Context, who access.Caller, in *logoParameters) (rest.Answer[LogoGroup], error) {
			g, err := s.RemoveLogo(ctx, who, in.IfMatch)
			return rest.One("The logo is removed", g, err)
		})
	rest.HandleRaw(api, rest.Public, rest.Get("/logos/{hash}/{height}", "Get the logo of the school, at most 80 or 160 pixels high", fault.NotFound).
		Parameters(struct {
			Height int64 `path:"height" enum:"80,160"`
		}{}).Produces(nil, "image/png", "image/jpeg").Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return s.LogoPicture(ctx, r.Path("hash"), r.Path("height"))
		})
}

type previewInput struct {
	PrimaryColor string `query:"primary_color" required:"true" doc:"As in the settings."`
}

type groupInput[T any] struct {
	rest.IfMatch
	Body T
}

// registerGroup mounts reading and replacing a group, for administrators.
func registerGroup[T any, P pointer[T]](api *rest.API, s *Service, about string, of group[T]) {
	admin := rest.Roles(access.Admin)
	path := "/settings/" + P(new(T)).Key()
	rest.Handle(api, admin, rest.Get(path, "Get "+about+"; the ETag is for If-Match"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[SettingsGroup[T]], error) {
			g, err := load[T, P](ctx, s, s.db.Reader(), of)
			return rest.One("", g, err)
		})
	rest.Handle(api, admin, rest.Put(path, "Set "+about+"; the caller confirms their identity first", fault.Conflict).
		DenyImpersonation().WithDetails(fault.Precondition, settings.ErrChanged.Code, SettingsGroup[T]{}),
		func(ctx context.Context, who access.Caller, in *groupInput[T]) (rest.Answer[SettingsGroup[T]], error) {
			g, err := save[T, P](ctx, s, who, of, in.Body, in.IfMatch)
			return rest.One("The settings are saved and apply from now on", g, err)
		})
}
