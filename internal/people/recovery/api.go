package recovery

import (
	"context"

	"lectern/internal/people/authn"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type passwordInput struct{ Body PasswordChange }

type addressInput struct{ Body authn.AddressOnly }

type linkInput struct{ Body emaillink.LinkRedemption }

type resetInput struct{ Body PasswordReset }

type newEmailInput struct{ Body NewEmail }

// Register mounts the operations. The public ones require the token of a link, or reveal nothing.
func (s *Service) Register(api *rest.API) {
	s.registerPassword(api)
	s.registerReset(api)
	s.registerEmailChange(api)
}

func (s *Service) registerPassword(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Put("/auth/change-password", "Change the caller's password", fault.Conflict, fault.Unavailable).
		WithDetails(fault.Invalid, "wrong_password", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}).
		FailsWith("Password change failed"), // specification, first document, section 8
		func(ctx context.Context, who access.Caller, in *passwordInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your password is changed", s.ChangePassword(ctx, who, in.Body))
		})
}

func (s *Service) registerReset(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/forgot-password", "Send a link to choose a new password", fault.TooMany).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *addressInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(authn.EmailOnItsWay, s.ForgotPassword(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/reset-password", "Set a new password with the link that was sent", fault.Gone, fault.TooMany, fault.Unavailable).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *resetInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your password is changed. Please sign in.", s.ResetPassword(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/unlock", "End a lock with the link that was sent", fault.Gone, fault.TooMany).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your account is unlocked. Please sign in.", s.UnlockByLink(ctx, in.Body, rest.ClientOf(ctx)))
		})
}

func (s *Service) registerEmailChange(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/change-email", "Request a change of the email address, which takes effect once its link has been opened", fault.Forbidden, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newEmailInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("An email is on its way to the new address. It counts once its link has been opened.", s.ChangeEmail(ctx, who, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/confirm-email", "Confirm a new email address with the link that was sent to it", fault.Gone, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("This is your email address now", s.ConfirmEmail(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/undo-email", "Undo a change of the email address with the link that was sent to the old one", fault.Gone, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[EmailUndone], error) {
			prevented, err := s.UndoEmail(ctx, in.Body, rest.ClientOf(ctx))
			if prevented {
				return rest.One("Your account stays at this address. Nothing else has changed.", EmailUndone{true}, err)
			}
			return rest.One("Your account is back at this address. An email tells you how to choose a new password.", EmailUndone{}, err)
		})
}
