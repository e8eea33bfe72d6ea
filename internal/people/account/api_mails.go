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

type mailsInput struct{ rest.Page }

type mailInput struct {
	ID string `path:"id"`
}

// registerMails shows administrators the mail folder, which keeps emails when no mail server is set up.
func (s *Service) registerMails(api *rest.API) {
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/mails", "List emails in the mail folder, newest first"),
		func(_ context.Context, _ access.Caller, in *mailsInput) (rest.List[mail.StoredEmail], error) {
			emails, total, err := s.folder.List(in.LimitOffset())
			return rest.Many(in.Page, emails, total, err)
		})
	rest.Handle(api, rest.Roles(access.Admin), rest.Get("/mails/{id}", "Get an email in the mail folder", fault.NotFound),
		func(_ context.Context, _ access.Caller, in *mailInput) (rest.Answer[mail.StoredEmail], error) {
			l, err := s.folder.Read(in.ID)
			if errors.Is(err, fs.ErrNotExist) {
				err = fault.New(fault.NotFound, "mail_not_found", "This email doesn't exist.").WithCause(err)
			}
			return rest.One("", l, err)
		})
}
