package lead

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

// brochurePath is the prefix of links to brochures.
const brochurePath = "/api/v1/brochures/"

const pdfType = "application/pdf"

type contactInput struct{ Body NewContact }

type enrollInput struct{ Body EnrollRequest }

type brochureInput struct{ Body BrochureRequest }

type trainingInput struct{ Body TrainingInquiry }

type listInput struct {
	rest.Page
	rest.CursorParam
	LeadFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body rest.MergePatch[LeadEdit]
}

type noteInput struct {
	ID   string `path:"id"`
	Body LeadNote
}

type mergeInput struct {
	ID   string `path:"id"`
	Body struct {
		Into string `json:"into" minLength:"1" maxLength:"36" msg:"Choose a lead"`
	}
}

type convertInput struct {
	ID   string `path:"id"`
	Body LeadConversion
}

type bulkInput struct{ Body BulkLeads }

type brochureLink struct {
	Token string `path:"token" maxLength:"200"`
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerForms(api)
	s.registerReading(api)
	s.registerChanges(api)
}

func (s *Service) registerForms(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/contacts/form", "Open one of the forms with which visitors contact the school"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[OpenForm], error) {
			return rest.One("", s.Open(), nil)
		})
	op := func(path, does string, faults ...fault.Kind) rest.Op {
		return rest.Post(path, does, append(faults, fault.Conflict, fault.Gone, fault.TooMany)...).Idempotent()
	}
	rest.Handle(api, rest.PublicOrSignedIn, op("/contacts", "Send a message to the school"),
		func(ctx context.Context, who access.Caller, in *contactInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Message sent", s.Contact(ctx, who, in.Body))
		})
	rest.Handle(api, rest.PublicOrSignedIn, op("/enroll-form", "Ask about a course, or for a place in it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *enrollInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Request sent", s.Enroll(ctx, who, in.Body))
		})
	rest.Handle(api, rest.PublicOrSignedIn, op("/brochures", "Ask for the brochure of a course by email", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *brochureInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("We have sent it", s.RequestBrochure(ctx, who, in.Body))
		})
	rest.Handle(api, rest.PublicOrSignedIn, op("/corporate-training", "Ask for training of a company"),
		func(ctx context.Context, who access.Caller, in *trainingInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Request sent", s.Inquire(ctx, who, in.Body))
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/brochures/{token}", "Get a brochure by the link in an email; a link that has expired leads to the course", fault.NotFound, fault.Unauthenticated).
		Parameters(brochureLink{}).Produces(nil, pdfType).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			name, o, expired, err := s.OpenBrochure(ctx, r.Path("token"))
			if err != nil || expired != "" {
				return rest.SeeOther("/courses/" + expired), err
			}
			return rest.File(o, rest.Headers{ContentType: pdfType, CacheControl: "private, no-store", Disposition: attachment.Disposition(pdfType, name)}), nil
		})
}

func (s *Service) registerReading(api *rest.API) {
	admin := rest.Roles(access.Admin)
	page := func(ctx context.Context, in *listInput) (rest.List[Lead], error) {
		items, n, next, err := s.List(ctx, in.LeadFilter, in.Page, in.CursorParam)
		return rest.CursorPage(in.Page, items, n, next, err)
	}
	rest.Handle(api, admin, rest.Get("/contacts", "List leads, newest first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[Lead], error) {
			return page(ctx, in)
		})
	rest.Handle(api, admin, rest.Get("/corporate-training", "List requests of companies for training, newest first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[Lead], error) {
			in.Kind = Training
			return page(ctx, in)
		})
	rest.Handle(api, admin, rest.Get("/contacts/stats", "Count leads of a period"),
		func(ctx context.Context, _ access.Caller, in *LeadPeriod) (rest.Answer[LeadStats], error) {
			st, err := s.Stats(ctx, *in)
			return rest.One("", st, err)
		})
	rest.HandleRaw(api, admin, rest.Get("/contacts/export", "Export leads as a CSV file, with the filters of the list").Exports().Parameters(LeadFilter{}).Produces(nil, "text/csv"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f := LeadFilter{Kind: r.Query("kind"), Status: r.Query("status"), AssignedTo: r.Query("assigned_to"), CourseID: r.Query("course_id"), CountryCode: r.Query("country_code"),
				Search: r.Query("search"), From: r.Query("from"), To: r.Query("to")}
			write, err := s.Export(ctx, f)
			return rest.Stream(rest.Headers{ContentType: sheet.Type, CacheControl: "no-store", Disposition: `attachment; filename="leads.csv"`}, write), err
		})
	rest.Handle(api, admin, rest.Get("/contacts/{id}", "Get a lead with what has happened to it", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[LeadDetail], error) {
			l, err := s.Get(ctx, in.ID)
			return rest.One("", l, err)
		})
}

func (s *Service) registerChanges(api *rest.API) {
	admin := rest.Roles(access.Admin)
	saved := func(l LeadDetail, err error) (rest.Answer[LeadDetail], error) { return rest.One("Lead saved", l, err) }
	rest.Handle(api, admin, rest.Patch("/contacts/{id}", "Change a lead", fault.NotFound).WithDetails(fault.Precondition, "stale_version", LeadDetail{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[LeadDetail], error) {
			return saved(s.Change(ctx, who, in.ID, in.Body, in.IfMatch))
		})
	rest.Handle(api, admin, rest.Delete("/contacts/{id}", "Delete a lead with all that is known of it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Lead deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, admin, rest.Post("/contacts/{id}/notes", "Add a note to a lead", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *noteInput) (rest.Answer[LeadDetail], error) {
			return saved(s.Note(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, admin, rest.Post("/contacts/{id}/merge", "Make a lead a part of another one, which is the answer", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *mergeInput) (rest.Answer[LeadDetail], error) {
			return saved(s.Merge(ctx, who, in.ID, in.Body.Into))
		})
	rest.Handle(api, admin, rest.Post("/contacts/{id}/convert", "Win a lead, and invite its sender to create an account unless they have one", fault.NotFound).Idempotent(),
		func(ctx context.Context, who access.Caller, in *convertInput) (rest.Answer[LeadDetail], error) {
			return saved(s.Convert(ctx, who, in.ID, in.Body))
		})
	rest.Handle(api, admin, rest.Post("/contacts/bulk", "Change several leads at once", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *bulkInput) (rest.Answer[BulkLeadsDone], error) {
			done, err := s.Bulk(ctx, who, in.Body)
			return rest.One("Leads saved", done, err)
		})
}
