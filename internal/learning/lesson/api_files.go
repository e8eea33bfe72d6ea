package lesson

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/internal/learning/content"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type filesInput struct {
	ID string `path:"id"`
	rest.Page
}

func (s *Service) registerFiles(api *rest.API) {
	gate := rest.Teachers
	rest.HandleRaw(api, gate, rest.Create(base+"/files", "Store a file for the lessons of a course; its name is the query parameter name", fault.NotFound, fault.TooLarge).Parameters(attachment.UploadParameters{}).
		Accepts(nil, attachment.OctetStream).Produces(rest.Answer[content.CourseFile]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			f, err := s.AddFile(ctx, who, r.Path("id"), r.Query("name"), r.Body, r.Size)
			answer, err := rest.One("File stored", f, err)
			return rest.JSON(201, answer), err
		})
	rest.Handle(api, gate, rest.Get(base+"/files", "List the files of a course, newest first", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *filesInput) (rest.List[content.CourseFile], error) {
			limit, offset := in.LimitOffset()
			items, total, err := s.Files(ctx, who, in.ID, limit, offset)
			return rest.Many(in.Page, items, total, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/curriculum/files/{fileId}/{until}/{signature}", "Get a file of a course, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, attachment.Types...).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f, o, disposition, err := s.OpenFile(ctx, r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: f.Type, CacheControl: fmt.Sprintf("private, max-age=%d", int(attachment.MinValidity/time.Second)), ETag: `"` + f.ID + `"`,
				ModTime: f.CreatedAt, Disposition: strings.TrimSpace(disposition)}), nil
		})
}
