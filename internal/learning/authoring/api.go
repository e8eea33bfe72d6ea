package authoring

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type createInput struct{ Body course.NewCourse }

type updateInput struct {
	ID string `path:"id"`
	rest.OptionalIfMatch
	Body course.NewCourse
}

type archiveInput struct {
	ID   string `path:"id"`
	Body struct {
		Archive *bool `json:"archive,omitempty" msg:"archive must be true or false" doc:"Default: true. false takes the course back as a draft."`
	}
}

type deleteInput struct {
	ID      string `path:"id"`
	Confirm string `query:"confirm" maxLength:"200" msg:"confirm must be at most 200 characters" doc:"The title of the course, where people are or were enrolled."`
}

type teachersInput struct {
	ID string `path:"id"`
	rest.IfMatch
	Body CourseTeachers
}

func (s *Service) Register(api *rest.API) {
	s.registerCourse(api)
	s.registerBrochures(api)
	s.registerCovers(api)
	s.registerTyped(api)
	s.registerRecorded(api)
}

func (s *Service) registerCourse(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/courses/{id}", "Get a course, with the enrolment and progress of the caller or of one of their students", fault.NotFound, fault.Forbidden),
		func(ctx context.Context, who access.Caller, in *studentInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Get(ctx, who, in.ID, in.StudentID)
			return rest.One("", c, err)
		})
	rest.Handle(api, gate, rest.Create("/courses/create", "Create a course as a draft that the caller teaches").Idempotent(),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Create(ctx, who, in.Body)
			return rest.One("Course created", c, err)
		})
	rest.Handle(api, gate, rest.Put("/courses/update/{id}", "Change a course", fault.NotFound).WithDetails(fault.Precondition, "stale_version", CourseDetail{}),
		func(ctx context.Context, who access.Caller, in *updateInput) (rest.Answer[CourseDetail], error) {
			c, err := s.Update(ctx, who, in.ID, in.Body, in.Matches)
			return rest.One("Course saved", c, err)
		})
	rest.Handle(api, gate, rest.Patch("/courses/toggle-status/{id}", "Publish a draft, or unpublish a course",
		fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CourseDetail], error) {
			c, err := s.TogglePublished(ctx, who, in.ID)
			message := "Course published"
			if c.Status == course.Draft {
				message = "Course taken out of the catalogue"
			}
			return rest.One(message, c, err)
		})
	rest.Handle(api, gate, rest.Patch("/courses/{id}/archive", "Archive a course, or restore it as a draft", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *archiveInput) (rest.Answer[CourseDetail], error) {
			archive := in.Body.Archive == nil || *in.Body.Archive
			c, err := s.Archive(ctx, who, in.ID, archive)
			message := "Course archived"
			if !archive {
				message = "Course restored as a draft"
			}
			return rest.One(message, c, err)
		})
	rest.Handle(api, gate, rest.Delete("/courses/{id}", "Delete an archived course permanently", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *deleteInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Course deleted", s.Delete(ctx, who, in.ID, in.Confirm))
		})
	rest.Handle(api, gate, rest.Put("/courses/{id}/instructors", "Set who teaches a course", fault.NotFound).WithDetails(fault.Precondition, "stale_version", CourseDetail{}),
		func(ctx context.Context, who access.Caller, in *teachersInput) (rest.Answer[CourseDetail], error) {
			c, err := s.SetInstructors(ctx, who, in.ID, in.Body, in.Matches)
			return rest.One("Instructors saved", c, err)
		})
	rest.Handle(api, gate, rest.Get("/courses/instructors", "Find users who may teach, at most 20"),
		func(ctx context.Context, _ access.Caller, in *struct {
			Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name."`
		}) (rest.Answer[[]course.Instructor], error) {
			found, err := s.Teachers(ctx, in.Search)
			return rest.One("", found, err)
		})
}

type brochureParameters struct {
	attachment.UploadParameters
	rest.IfMatch
}

func (s *Service) registerBrochures(api *rest.API) {
	gate := rest.Roles(course.Authors...)
	rest.HandleRaw(api, gate, rest.Put("/courses/{id}/brochure", "Upload the brochure of a course, a PDF; its name is the query parameter name", fault.NotFound, fault.TooLarge, fault.UnsupportedType).
		WithDetails(fault.Precondition, "stale_version", CourseDetail{}).Parameters(brochureParameters{}).Accepts(nil, pdfType).Produces(rest.Answer[CourseDetail]{}),
		func(ctx context.Context, who access.Caller, r *rest.Request) (rest.Reply, error) {
			c, err := s.SetBrochure(ctx, who, r.Path("id"), BrochureUpload{r.Query("name"), r.Body, r.Size}, rest.IfMatch{ETag: r.Header("If-Match")}.Matches)
			answer, err := rest.One("Brochure saved", c, err)
			return rest.JSON(200, answer), err
		})
	rest.Handle(api, gate, rest.Delete("/courses/{id}/brochure", "Delete the brochure of a course", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[CourseDetail], error) {
			c, err := s.RemoveBrochure(ctx, who, in.ID)
			return rest.One("Brochure removed", c, err)
		})
	rest.Handle(api, rest.Public, rest.Get("/brochures", "List the courses that have a brochure, by title"),
		func(ctx context.Context, _ access.Caller, in *rest.Page) (rest.List[BrochureEntry], error) {
			limit, offset := in.LimitOffset()
			items, n, err := s.Brochures(ctx, limit, offset)
			return rest.Counted(*in, items, n, err)
		})
	rest.HandleRaw(api, rest.Signed, rest.Get("/courses/brochures/{courseId}/{fileId}/{until}/{signature}", "Get the brochure of a course, by its signed URL", fault.NotFound, fault.Unauthenticated).
		Parameters(attachment.SignedURL{}).Produces(nil, pdfType).Ranges(),
		func(ctx context.Context, _ access.Caller, r *rest.Request) (rest.Reply, error) {
			f, o, err := s.OpenBrochure(ctx, r.Path("courseId"), r.Path("fileId"), r.Path("until"), r.Path("signature"))
			if err != nil {
				return rest.Reply{}, err
			}
			return rest.File(o, rest.Headers{ContentType: pdfType, CacheControl: fmt.Sprintf("private, max-age=%d", int(attachment.MinValidity/time.Second)), ETag: `"` + f.ID + `"`,
				Disposition: attachment.Disposition(pdfType, f.Name)}), nil
		})
}

type studentInput struct {
	ID        string `path:"id"`
	StudentID string `query:"studentId" maxLength:"36" msg:"studentId must be the id of a user" doc:"Whose place and progress to show; default: the caller's own."`
}

type oneInput struct {
	ID string `path:"id"`
}
