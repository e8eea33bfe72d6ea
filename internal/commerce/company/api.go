package company

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
)

type listInput struct {
	rest.Page
	CompanyFilter
}

type createInput struct{ Body NewCompany }

type oneInput struct {
	ID string `path:"id"`
}

type patchInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body CompanyChange
}

type peopleInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
	CompanyPeopleFilter
}

type personInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
}

type changePersonInput struct {
	ID     string `path:"id"`
	UserID string `path:"userId"`
	Body   CompanyPersonChange
}

type inviteInput struct {
	ID   string `path:"id"`
	Body NewCompanyInvitations
}

type invitationsInput struct {
	ID string `path:"id"`
	rest.Page
	rest.CursorParam
}

type invitationInput struct {
	ID         string `path:"id"`
	Invitation string `path:"invitationId"`
}

type tokenInput struct {
	Token string `path:"token" maxLength:"200"`
}

// Register mounts the operations, each with its gate. Who may is decided by the role of the caller in the company; strangers get 404.
func (s *Service) Register(api *rest.API) {
	s.registerCompanies(api)
	s.registerPeople(api)
	s.registerInvitations(api)
}

func (s *Service) registerCompanies(api *rest.API) {
	admin := rest.Roles(access.Admin)
	rest.Handle(api, admin, rest.Get("/corporate", "List companies"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[Company], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.List(ctx, in.CompanyFilter, limit, offset)
			return rest.Counted(in.Page, items, n, err)
		})
	rest.Handle(api, admin, rest.Create("/corporate", "Add a company, and invite its first manager").Idempotent(),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[Company], error) {
			c, err := s.Create(ctx, who, in.Body)
			return rest.One("Company added", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/mine", "List the companies to which the caller belongs"),
		func(ctx context.Context, who access.Caller, _ *struct{}) (rest.Answer[[]CompanyMembership], error) {
			ms, err := s.Mine(ctx, who)
			return rest.One("", ms, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}", "Read a company: its managers, those who look after its bills, and administrators", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Company], error) {
			c, err := s.Get(ctx, who, in.ID)
			return rest.One("", c, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch("/corporate/{id}", "Change a company: its managers, and status and note administrators", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", Company{}),
		func(ctx context.Context, who access.Caller, in *patchInput) (rest.Answer[Company], error) {
			c, err := s.Patch(ctx, who, in.ID, in.Body, in.IfMatch)
			return rest.One("Company saved", c, err)
		})
}

func (s *Service) registerPeople(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/people", "List the people of a company, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *peopleInput) (rest.List[CompanyPerson], error) {
			limit, _ := in.LimitOffset()
			items, n, next, err := s.People(ctx, who, in.ID, in.CompanyPeopleFilter, in.CursorParam, limit)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Patch("/corporate/{id}/people/{userId}", "Change the role or department of a person of a company, for its managers", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *changePersonInput) (rest.Answer[CompanyPerson], error) {
			p, err := s.ChangePerson(ctx, who, in.ID, in.UserID, in.Body)
			return rest.One("Saved", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/corporate/{id}/people/{userId}", "Remove a person from a company, for its managers, or leave it", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *personInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Removed", s.Remove(ctx, who, in.ID, in.UserID))
		})
	rest.HandleRaw(api, rest.SignedIn, rest.Post("/corporate/{id}/people/import", "Invite the people of a CSV file (text/csv with email, full_name, department) to a company, or with dry_run=true report what would happen, for its managers",
		fault.NotFound, fault.UnsupportedType, fault.Conflict, fault.TooMany).Imports().Idempotent().Parameters(rest.SheetParameters{}).Accepts(nil, "text/csv").Produces(rest.Answer[CompanyImport]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			upload, err := r.SheetUpload()
			if err != nil {
				return rest.Reply{}, err
			}
			done, err := s.Import(ctx, who, r.Path("id"), upload)
			answer, err := rest.One("", done, err)
			return rest.JSON(200, answer), err
		})
}

func (s *Service) registerInvitations(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/corporate/{id}/invitations", "List the open invitations of a company, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *invitationsInput) (rest.List[CompanyInvitation], error) {
			limit, _ := in.LimitOffset()
			items, n, next, err := s.Invitations(ctx, who, in.ID, in.CursorParam, limit)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/corporate/{id}/invitations", "Invite people to a company by email, or again, for its managers", fault.NotFound, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *inviteInput) (rest.Answer[Invited], error) {
			done, err := s.Invite(ctx, who, in.ID, in.Body)
			return rest.One("Invited", done, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/corporate/{id}/invitations/{invitationId}", "Take an invitation to a company back, for its managers", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *invitationInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Taken back", s.Revoke(ctx, who, in.ID, in.Invitation))
		})
	rest.Handle(api, rest.Public, rest.Get("/corporate/invitations/{token}", "Read the invitation to a company of a link", fault.Gone),
		func(ctx context.Context, _ access.Caller, in *tokenInput) (rest.Answer[InvitationPreview], error) {
			p, err := s.Preview(ctx, in.Token)
			return rest.One("", p, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/corporate/invitations/{token}/accept", "Accept the invitation to a company of a link; only the account that has the address can", fault.Gone).Idempotent(),
		func(ctx context.Context, who access.Caller, in *tokenInput) (rest.Answer[CompanyMembership], error) {
			m, err := s.Accept(ctx, who, in.Token)
			return rest.One("Welcome", m, err)
		})
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "company_people", Column: "user_id", Export: []string{"company_id", "role", "department", "state", "joined_at", "left_at"}},
		{Table: "company_invitations", Column: "user_id", Export: []string{"company_id", "email", "full_name", "role", "department", "created_at"}},
		{Table: "company_invitations", Column: "invited_by", Excuse: personaldata.Others},
	}
}
