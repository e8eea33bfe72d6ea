package assignment

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type idInput struct {
	ID string `path:"id"`
}

type draftInput struct {
	ID   string `path:"id"`
	Body SubmissionDraft
}

type handInInput struct {
	ID   string `path:"id"`
	Body HandIn
}

type fileInput struct {
	ID     string `path:"id"`
	FileID string `path:"fileId"`
}

func (s *Service) Register(api *rest.API) {
	s.registerAcross(api)
	s.registerWork(api)
	s.registerFiles(api)
	s.registerTeaching(api)
	s.registerGrading(api)
}

func (s *Service) registerWork(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Get("/assignments/{id}", "Get the assignment of a lesson, with the caller's submission", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *idInput) (rest.Answer[AssignmentOverview], error) {
			o, err := s.Overview(ctx, who, in.ID)
			return rest.One("", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Put("/assignments/{id}/draft", "Save the caller's draft", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *draftInput) (rest.Answer[AssignmentOverview], error) {
			o, err := s.Save(ctx, who, in.ID, in.Body)
			return rest.One("Saved", o, err)
		})
	rest.Handle(api, rest.SignedIn, rest.Post("/assignments/{id}/hand-in", "Submit the draft; repeating it changes nothing", fault.NotFound, fault.Forbidden, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *handInInput) (rest.Answer[AssignmentOverview], error) {
			o, err := s.HandIn(ctx, who, in.ID, in.Body)
			return rest.One("Handed in", o, err)
		})
}

func (s *Service) registerFiles(api *rest.API) {
	rest.HandleRaw(api, rest.SignedIn, rest.Create("/assignments/{id}/files", "Add a file to the caller's draft; its name is the query parameter name", fault.NotFound, fault.Forbidden, fault.TooLarge, fault.Conflict).
		Accepts(nil, attachment.OctetStream).Produces(rest.Answer[SubmissionFile]{}).Parameters(attachment.UploadParameters{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := s.AddFile(ctx, who, r.Path("id"), r.Query("name"), r.Body, r.Size)
			answer, err := rest.One("File added", f, err)
			return rest.JSON(201, answer), err
		})
	rest.Handle(api, rest.SignedIn, rest.Delete("/assignments/{id}/files/{fileId}", "Remove a file from the caller's draft", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *fileInput) (rest.Answer[AssignmentOverview], error) {
			o, err := s.RemoveFile(ctx, who, in.ID, in.FileID)
			return rest.One("File removed", o, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/submission-files/{fileId}/{until}/{signature}", "Get a submitted file, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, attachment.Types...).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f, o, err := s.OpenFile(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: f.Type, CacheControl: "no-store", ETag: `"` + f.ID + `"`,
				ModTime: f.CreatedAt, Disposition: attachment.Disposition(f.Type, f.Name)}), nil
		})
}
