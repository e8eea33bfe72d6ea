package school

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

func (s *Service) Register(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/school", "Whose site this is, and who may register"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[SchoolInfo], error) {
			info, err := s.Info(ctx)
			return rest.One("", info, err)
		})
	registerGroup(api, s, "the name, support address and time zone of the school", func(a *settings.Settings) *settings.SchoolSettings { return &a.School })
	registerGroup(api, s, "who may register", func(a *settings.Settings) *settings.RegistrationSettings { return &a.Registration })
	registerGroup(api, s, "the rules of passwords and lockouts", func(a *settings.Settings) *settings.PasswordSettings { return &a.Passwords })
	registerGroup(api, s, "how long and on how many devices users stay signed in", func(a *settings.Settings) *settings.SessionSettings { return &a.Sessions })
	registerGroup(api, s, "what one network address may do", func(a *settings.Settings) *settings.LimitSettings { return &a.Limits })
	registerGroup(api, s, "how long grades of erased accounts are kept without a name", func(a *settings.Settings) *settings.RetentionSettings { return &a.Retention })
}

type groupInput[T any] struct {
	rest.IfMatch
	Body T
}

// registerGroup mounts reading and replacing a group, for administrators.
func registerGroup[T any, P pointer[T]](api *rest.API, s *Service, about string, of group[T]) {
	admin := rest.Roles(access.Admin)
	path := "/settings/" + P(new(T)).Key()
	rest.Handle(api, admin, rest.Get(path, "Settings: "+about+"; the ETag is for If-Match"),
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
