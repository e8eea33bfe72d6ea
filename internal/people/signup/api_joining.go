package signup

import (
	"context"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type applicationsInput struct {
	rest.Page
	Status string `query:"status" enum:"pending,approved,rejected" msg:"status must be pending, approved or rejected" required:"false"`
}

type ownApplicationsInput struct{ rest.Page }

type applyInput struct{ Body NewApplication }

type decideInput struct {
	ID   string `path:"id"`
	Body *Decision
}

type inviteInput struct{ Body NewInvitation }

type invitationsInput struct{ rest.Page }

type invitationInput struct {
	ID string `path:"id"`
}

type acceptInput struct{ Body Acceptance }

func (s *Service) registerApplications(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Create("/auth/role-applications", "Apply to be an instructor or a corporate client", fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *applyInput) (rest.Answer[Application], error) {
			a, err := s.Apply(ctx, who, in.Body)
			return rest.One("Your application is on its way", a, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/auth/role-applications/mine", "List the caller's own applications, newest first"),
		func(ctx context.Context, who access.Caller, in *ownApplicationsInput) (rest.List[Application], error) {
			limit, offset := in.LimitOffset()
			as, total, err := s.Applications(ctx, who.ID, "", limit, offset)
			return rest.Many(in.Page, as, total, err)
		})
}

func (s *Service) registerDecisions(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/auth/role-applications", "List applications, newest first"),
		func(ctx context.Context, _ access.Caller, in *applicationsInput) (rest.List[Application], error) {
			limit, offset := in.LimitOffset()
			as, total, err := s.Applications(ctx, "", in.Status, limit, offset)
			return rest.Many(in.Page, as, total, err)
		})
	for path, d := range map[string]struct {
		approve       bool
		summary, done string
	}{
		"approve": {true, "Approve an application: the applicant gets the role", "The applicant has the role now"},
		"reject":  {false, "Reject an application", "The application is declined"},
	} {
		rest.Handle(api, admin, rest.Post("/auth/role-applications/{id}/"+path, d.summary, fault.NotFound, fault.Conflict).Idempotent(),
			func(ctx context.Context, who access.Caller, in *decideInput) (rest.Answer[rest.Nothing], error) {
				var answer Decision
				if in.Body != nil {
					answer = *in.Body
				}
				return rest.Done(d.done, s.Decide(ctx, who, in.ID, d.approve, answer))
			})
	}
}

func (s *Service) registerInvitations(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Create("/auth/invitations", "Invite a user, with roles", fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *inviteInput) (rest.Answer[InvitationView], error) {
			i, err := s.Invite(ctx, who, in.Body)
			return rest.One("The invitation is on its way", i, err)
		})
	rest.Handle(api, admin, rest.Get("/auth/invitations", "List invitations that can still be accepted, newest first"),
		func(ctx context.Context, _ access.Caller, in *invitationsInput) (rest.List[InvitationView], error) {
			limit, offset := in.LimitOffset()
			is, total, err := s.Invitations(ctx, limit, offset)
			return rest.Many(in.Page, is, total, err)
		})
	rest.Handle(api, admin, rest.Post("/auth/invitations/{id}/resend", "Send an invitation again, valid for seven days from now", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *invitationInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Another email is on its way", s.ResendInvitation(ctx, who, in.ID))
		})
	rest.Handle(api, admin, rest.Delete("/auth/invitations/{id}", "Revoke an invitation", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *invitationInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The invitation is taken back", s.RevokeInvitation(ctx, who, in.ID))
		})
	rest.Handle(api, rest.Public, rest.Create("/auth/accept-invitation", "Accept an invitation: create the account and sign in",
		fault.Gone, fault.Conflict, fault.TooMany, fault.Unavailable).Idempotent(),
		func(ctx context.Context, _ access.Caller, in *acceptInput) (rest.Answer[Entry], error) {
			a, err := s.AcceptInvitation(ctx, in.Body, rest.ClientOf(ctx))
			return rest.One(authn.Greeting("Welcome to Lectern", a.Second), a, err)
		})
}
