package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Register mounts the operations, which are all for administrators.
func (s *Service) Register(api *rest.API) {
	s.registerUsers(api)
	s.registerLocks(api)
	s.registerMails(api)
	s.registerHelp(api)
}

type addUserInput struct{ Body NewUser }

type editUserInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body UserEdit
}

type rolesInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body RoleChange
}

type statusInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body UserStatus
}

// registerUsers mounts the changes to accounts; package user shows them.
func (s *Service) registerUsers(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Create("/users", "Create an account; for that of an administrator the caller confirms their identity first", fault.Conflict, fault.Unavailable).Idempotent(),
		func(ctx context.Context, who access.Caller, in *addUserInput) (rest.Answer[directory.User], error) {
			u, err := s.AddUser(ctx, who, in.Body)
			return rest.One("The account is made", u, err)
		})
	rest.Handle(api, admin, rest.Patch("/users/{id}", "Change the name or the email address of an account; an address after the caller has confirmed their identity, that of an administrator once it is confirmed there", fault.NotFound, fault.Conflict, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *editUserInput) (rest.Answer[directory.User], error) {
			u, pending, err := s.EditUser(ctx, who, in.ID, in.Body, in.Matches)
			if pending {
				return rest.One("Emails are on their way to both addresses. The new one counts once it is confirmed there.", u, err)
			}
			return rest.One("The account is changed", u, err)
		})
	rest.Handle(api, admin, rest.Put("/users/{id}/roles", "Set the roles of a user; to make an administrator the caller confirms their identity first", fault.NotFound, fault.Conflict, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *rolesInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("The roles are changed", s.db.InTx(ctx, func(tx bun.IDB) error {
				return s.SetRoles(ctx, tx, who, in.ID, in.Body.Roles, in.Matches)
			}))
		})
	rest.Handle(api, admin, rest.Patch("/users/{id}/status", "Enable or disable an account", fault.NotFound, fault.Conflict, fault.Precondition),
		func(ctx context.Context, who access.Caller, in *statusInput) (rest.Answer[rest.Nothing], error) {
			message := map[string]string{directory.Active: "The account is switched on", directory.Disabled: "The account is switched off"}[in.Body.Status]
			return rest.Done(message, s.db.InTx(ctx, func(tx bun.IDB) error {
				_, err := s.SetStatus(ctx, tx, who, in.ID, in.Body.Status, in.Body.Reason, in.Matches)
				return err
			}))
		})
}
