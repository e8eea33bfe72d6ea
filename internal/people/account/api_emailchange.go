package account

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type newEmailInput struct{ Body NewEmail }

func (s *Service) registerEmailChange(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/change-email", "Ask for another e-mail address, which counts once its link was opened", fault.Forbidden, fault.TooMany),
		func(ctx context.Context, who access.Caller, in *newEmailInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("A letter is on its way to the new address. It counts once its link has been opened.", s.ChangeEmail(ctx, who, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/confirm-email", "Confirm another e-mail address with the link that was sent to it", fault.Gone, fault.Conflict, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("This is your e-mail address now", s.ConfirmEmail(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/undo-email", "Take another e-mail address back with the link that was sent to the old one", fault.Gone, fault.Conflict, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your account is back at this address. A letter tells you how to choose a new password.", s.UndoEmail(ctx, in.Body, rest.ClientOf(ctx)))
		})
}
