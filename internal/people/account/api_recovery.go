package account

import (
	"context"
	"errors"
	"io/fs"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
)

type addressInput struct{ Body AddressOnly }

type linkInput struct{ Body LinkToken }

type completionInput struct{ Body SignUpCompletion }

type resetInput struct{ Body PasswordReset }

type mailsInput struct{ rest.Page }

type mailInput struct {
	ID string `path:"id"`
}

// What the answer says whether or not there is such an account.
const onItsWay = "If there is an account with this address, a letter is on its way to it."

func (s *Service) registerRecovery(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Post("/auth/verify-email", "Confirm an e-mail address with the link that was sent to it", fault.Gone, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your e-mail address is confirmed", s.VerifyEmail(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/resend-verification", "Send the link to confirm an address again", fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *addressInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(onItsWay, s.ResendVerification(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/forgot-password", "Send a link to choose a new password", fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *addressInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done(onItsWay, s.ForgotPassword(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/reset-password", "Choose a new password with the link that was sent", fault.Gone, fault.TooMany, fault.Unavailable),
		func(ctx context.Context, _ access.Caller, in *resetInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your password is changed. Please sign in.", s.ResetPassword(ctx, in.Body, rest.ClientOf(ctx)))
		})
	rest.Handle(api, rest.Public, rest.Post("/auth/unlock", "End a lock with the link that was sent", fault.Gone, fault.TooMany),
		func(ctx context.Context, _ access.Caller, in *linkInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your account is unlocked. Please sign in.", s.UnlockByLink(ctx, in.Body, rest.ClientOf(ctx)))
		})
	s.registerMails(api)
}

// registerMails shows administrators what lies in the mail folder, where no mail server is set up.
func (s *Service) registerMails(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/mails", "Letters in the mail folder, the newest first"),
		func(_ context.Context, _ access.Caller, in *mailsInput) (rest.List[mail.StoredEmail], error) {
			letters, total, err := s.Letters.List(in.LimitOffset())
			return rest.Many(in.Page, letters, total, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/mails/{id}", "A letter in the mail folder", fault.NotFound),
		func(_ context.Context, _ access.Caller, in *mailInput) (rest.Answer[mail.StoredEmail], error) {
			l, err := s.Letters.Read(in.ID)
			if errors.Is(err, fs.ErrNotExist) {
				err = fault.New(fault.NotFound, "mail_not_found", "There is no such letter.").WithCause(err)
			}
			return rest.One("", l, err)
		})
}
