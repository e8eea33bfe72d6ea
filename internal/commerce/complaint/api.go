package complaint

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type newInput struct{ Body NewComplaint }

type listInput struct {
	rest.Page
	rest.CursorParam
	ComplaintFilter
}

type oneInput struct {
	ID string `path:"id"`
}

type changeInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body rest.MergePatch[ComplaintEdit]
}

type answerInput struct {
	ID   string `path:"id"`
	Body StaffMessage
}

type trackInput struct {
	Token string `path:"token" maxLength:"200" doc:"Of the link in our emails; or the id of one of the caller's complaints."`
}

type replyInput struct {
	Token string `path:"token" maxLength:"200" doc:"Of the link in our emails; or the id of one of the caller's complaints."`
	Body  PersonMessage
}

type rateInput struct {
	Token string `path:"token" maxLength:"200" doc:"Of the link in our emails; or the id of one of the caller's complaints."`
	Body  ComplaintRating
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerOpening(api)
	s.registerTrack(api)
	s.registerStaff(api)
	s.registerFiles(api)
}

func (s *Service) registerOpening(api *rest.API) {
	rest.Handle(api, rest.Public, rest.Get("/complaints/form", "Open the form of complaints"),
		func(context.Context, access.Caller, *struct{}) (rest.Answer[ComplaintForm], error) {
			return rest.One("", s.Form(), nil)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Create("/complaints", "Complain, signed in or not", fault.Conflict, fault.Gone, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *newInput) (rest.Answer[OpenedComplaint], error) {
			o, err := s.Open(ctx, who, in.Body)
			return rest.One("Complaint sent", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/complaints", "List the caller's complaints, newest first"),
		func(ctx context.Context, who access.Caller, in *rest.Page) (rest.List[OwnComplaint], error) {
			items, n, err := s.Own(ctx, who, *in)
			return rest.Counted(*in, items, n, err)
		})
}

func (s *Service) registerTrack(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/complaints/track/{token}", "Read a complaint, by its private link or as who complained", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *trackInput) (rest.Answer[ComplaintThread], error) {
			t, err := s.Track(ctx, who, in.Token)
			return rest.One("", t, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/complaints/track/{token}/messages", "Answer the school; this reopens a complaint that was resolved at most 14 days ago",
		fault.NotFound, fault.Conflict, fault.TooMany).Idempotent(),
		func(ctx context.Context, who access.Caller, in *replyInput) (rest.Answer[ComplaintThread], error) {
			t, err := s.Reply(ctx, who, in.Token, in.Body)
			return rest.One("Message sent", t, err)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Post("/complaints/track/{token}/rating", "Rate how a complaint was resolved", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *rateInput) (rest.Answer[ComplaintThread], error) {
			t, err := s.Rate(ctx, who, in.Token, in.Body)
			return rest.One("Rating saved", t, err)
		})
}

func (s *Service) registerStaff(api *rest.API) {
	admin := rest.Roles(access.Admin)
	saved := func(d ComplaintDetail, err error) (rest.Answer[ComplaintDetail], error) {
		return rest.One("Complaint saved", d, err)
	}
	rest.Handle(api, admin, rest.Get("/complaints/admin", "List complaints, newest first"),
		func(ctx context.Context, _ access.Caller, in *listInput) (rest.List[Complaint], error) {
			items, n, next, err := s.List(ctx, in.ComplaintFilter, in.Page, in.CursorParam)
			return rest.CursorPage(in.Page, items, n, next, err)
		})
	rest.Handle(api, admin, rest.Get("/complaints/stats", "Get figures of the complaints of the last 90 days"),
		func(ctx context.Context, _ access.Caller, _ *struct{}) (rest.Answer[ComplaintStats], error) {
			st, err := s.Stats(ctx)
			return rest.One("", st, err)
		})
	rest.Handle(api, admin, rest.Get("/complaints/{id}", "Get a complaint with all that was said", fault.NotFound),
		func(ctx context.Context, _ access.Caller, in *oneInput) (rest.Answer[ComplaintDetail], error) {
			d, err := s.Get(ctx, in.ID)
			return rest.One("", d, err)
		})
	rest.Handle(api, admin, rest.Patch("/complaints/{id}", "Change status, priority or whose a complaint is", fault.NotFound, fault.Conflict).WithDetails(fault.Precondition, "stale_version", ComplaintDetail{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[ComplaintDetail], error) {
			return saved(s.Change(ctx, who, in.ID, in.Body, in.IfMatch))
		})
	rest.Handle(api, admin, rest.Delete("/complaints/{id}", "Delete a complaint with all that is known of it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Complaint deleted", s.Delete(ctx, who, in.ID))
		})
	rest.Handle(api, admin, rest.Post("/complaints/{id}/messages", "Answer a complaint, or add a note to it", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *answerInput) (rest.Answer[ComplaintDetail], error) {
			return saved(s.Answer(ctx, who, in.ID, in.Body))
		})
}

func (s *Service) registerFiles(api *rest.API) {
	upload := func(path, does string) rest.Op {
		return rest.Post(path, does+"; its name is the query parameter name", fault.NotFound, fault.TooLarge, fault.TooMany).
			Accepts(nil, attachment.OctetStream).Produces(rest.Answer[ComplaintFile]{}).Parameters(attachment.UploadParameters{})
	}
	stored := func(f ComplaintFile, err error) (rest.Reply, error) {
		answer, err := rest.One("File added", f, err)
		return rest.JSON(200, answer), err
	}
	rest.HandleRaw(api, rest.PublicOrSignedIn, upload("/complaints/track/{token}/files", "Add a file to the next message, of at most 10 MB"),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			return stored(s.AddFile(ctx, who, r.Path("token"), Upload{Name: r.Query("name"), Body: r.Body, Size: r.Size}))
		})
	rest.HandleRaw(api, rest.Roles(access.Admin), upload("/complaints/{id}/files", "Add a file to the next answer, of at most 10 MB"),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			return stored(s.AddStaffFile(ctx, r.Path("id"), Upload{Name: r.Query("name"), Body: r.Body, Size: r.Size}))
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/complaints/files/{fileId}/{until}/{signature}", "Get a file of a complaint, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, attachment.Types...).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f, o, err := s.OpenFile(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: f.Type, CacheControl: "private, no-store", ETag: `"` + f.ID + `"`, ModTime: f.CreatedAt, Disposition: attachment.Disposition(f.Type, f.Name)}), nil
		})
}
