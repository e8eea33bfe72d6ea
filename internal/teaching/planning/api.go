package planning

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

type listInput struct {
	rest.Page
	BatchFilter
}

// ownedInput is a list of the batches of a course or an instructor.
type ownedInput struct {
	ID string `path:"id"`
	rest.Page
	BatchFilter
}

// courseInput is a list of the batches of a course.
type courseInput struct {
	ID string `path:"id"`
	rest.Page
	BatchFilter
	Best bool `query:"best" msg:"best must be true or false" doc:"Those first that suit the caller best, in place of sort_by: with a free seat, without a clash with their sessions, the one that would be fullest once they have joined."`
}

// individualInput is a list of individual batches, whatever batch_type says.
type individualInput struct {
	rest.Page
	BatchFilter
	StudentID string `query:"student_id" maxLength:"36" msg:"This student doesn't exist"`
}

type oneInput struct {
	ID string `path:"id"`
}

type createInput struct {
	CourseID string `path:"courseId"`
	DryRun   bool   `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would be created, and create nothing."`
	Body     NewBatch
}

type changeInput struct {
	ID string `path:"id"`
	classsession.NoticeInput
	rest.OptionalIfMatch
	Body BatchDetails
}

type statusInput struct {
	ID string `path:"id"`
	classsession.NoticeInput
	Body StatusChange
}

type archiveInput struct {
	ID   string `path:"id"`
	Body ArchiveChange
}

type convertInput struct {
	ID     string `path:"id"`
	DryRun bool   `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would become of each member, and change nothing."`
	Body   BatchConversion
}

type cloneInput struct {
	ID     string `path:"id"`
	DryRun bool   `query:"dry_run" msg:"dry_run must be true or false" doc:"true: answer what would be created, and create nothing."`
	Body   BatchCopy
}

// Register mounts the operations, each with its gate.
func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerIndividual(api)
	s.registerPlanning(api)
}

// page returns a page of the batches that the caller may see.
func (s *Service) page(ctx context.Context, who access.Caller, f BatchFilter, p rest.Page) (rest.List[Batch], error) {
	limit, offset := p.LimitOffset()
	batches, n, err := s.List(ctx, who, f, limit, offset)
	list, err := rest.Many(p, batches, n.Total, err)
	if n.AtLeast {
		list.Pagination.IsExact = new(false)
	}
	return list, err
}

// registerIndividual mounts the lists of individual batches: each caller finds those that they teach or in which they learn, administrators all.
func (s *Service) registerIndividual(api *rest.API) {
	individual := func(ctx context.Context, who access.Caller, f BatchFilter, p rest.Page) (rest.List[Batch], error) {
		f.BatchType = batch.Individual
		return s.page(ctx, who, f, p)
	}
	rest.Handle(api, rest.Teachers, rest.Get("/batches/individual", "List the individual batches that the caller teaches; administrators all"),
		func(ctx context.Context, who access.Caller, in *individualInput) (rest.List[Batch], error) {
			in.studentID = in.StudentID
			return individual(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/individual/student/{id}", "List the individual batches of a student, for the student and those who teach them"),
		func(ctx context.Context, who access.Caller, in *ownedInput) (rest.List[Batch], error) {
			in.studentID = in.ID
			return individual(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/individual/instructor/{id}", "List the individual batches of an instructor that the caller may see"),
		func(ctx context.Context, who access.Caller, in *ownedInput) (rest.List[Batch], error) {
			in.InstructorID = in.ID
			return individual(ctx, who, in.BatchFilter, in.Page)
		})
}

func (s *Service) registerReading(api *rest.API) {
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/batches", "List batches: groups of courses in the catalogue, and those that the caller belongs to"),
		func(ctx context.Context, who access.Caller, in *listInput) (rest.List[Batch], error) {
			return s.page(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/batches/course/{id}", "List the batches of a course"),
		func(ctx context.Context, who access.Caller, in *courseInput) (rest.List[Batch], error) {
			in.CourseID = in.ID
			if in.Best {
				in.bestAt = s.deps.Clock.Now()
			}
			return s.page(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.SignedIn, rest.Get("/batches/instructor/{id}", "List the batches of an instructor"),
		func(ctx context.Context, who access.Caller, in *ownedInput) (rest.List[Batch], error) {
			in.InstructorID = in.ID
			return s.page(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/instructors/{id}/batches", "List the batches of an instructor that the caller may see"),
		func(ctx context.Context, who access.Caller, in *ownedInput) (rest.List[Batch], error) {
			in.InstructorID = in.ID
			return s.page(ctx, who, in.BatchFilter, in.Page)
		})
	rest.Handle(api, rest.PublicOrSignedIn, rest.Get("/batches/{id}", "Read a batch, with its schedule for members and instructors and its next sessions for others", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[Batch], error) {
			b, err := s.Batch(ctx, who, in.ID)
			return rest.One("", b, err)
		})
}

func (s *Service) registerPlanning(api *rest.API) {
	rest.Handle(api, rest.Teachers, rest.Create("/batches/courses/{courseId}/batches", "Create a batch of a course: a group, or an individual batch with its learner", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *createInput) (rest.Answer[CreatedBatch], error) {
			b, err := s.Create(ctx, who, in.CourseID, in.Body, in.DryRun)
			return rest.One("Batch created", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Create("/batches/{id}/clone", "Copy a batch with its sessions to other days", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}).Idempotent(),
		func(ctx context.Context, who access.Caller, in *cloneInput) (rest.Answer[CopiedBatch], error) {
			b, err := s.Clone(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Batch copied", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Post("/batches/{id}/convert-to-individual", "Give each active member of a group an individual batch with the sessions that are ahead", fault.NotFound, fault.Conflict).Idempotent(),
		func(ctx context.Context, who access.Caller, in *convertInput) (rest.Answer[ConvertedBatch], error) {
			b, err := s.Convert(ctx, who, in.ID, in.Body, in.DryRun)
			return rest.One("Batch converted", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/batches/{id}", "Change a batch; members left out stay as they are", fault.NotFound).
		WithDetails(fault.Precondition, "stale_version", Batch{}).WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}),
		func(ctx context.Context, who access.Caller, in *changeInput) (rest.Answer[Batch], error) {
			b, err := s.Change(ctx, who, in.ID, in.Body, in.OptionalIfMatch, in.NoEmails())
			return rest.One("Batch saved", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Put("/batches/{id}/status", "Change the status of a batch", fault.NotFound).
		WithDetails(fault.Conflict, "schedule_conflict", classsession.ScheduleConflicts{}),
		func(ctx context.Context, who access.Caller, in *statusInput) (rest.Answer[Batch], error) {
			b, err := s.SetStatus(ctx, who, in.ID, in.Body, in.NoEmails())
			return rest.One("Status changed", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Patch("/batches/{id}/archive", "Archive a batch, or restore it", fault.NotFound),
		func(ctx context.Context, who access.Caller, in *archiveInput) (rest.Answer[Batch], error) {
			b, err := s.Archive(ctx, who, in.ID, in.Body.Archive == nil || *in.Body.Archive)
			return rest.One("Saved", b, err)
		})
	rest.Handle(api, rest.Teachers, rest.Delete("/batches/{id}", "Delete a batch that never had members", fault.NotFound, fault.Conflict),
		func(ctx context.Context, who access.Caller, in *oneInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Batch deleted", s.Delete(ctx, who, in.ID))
		})
}
