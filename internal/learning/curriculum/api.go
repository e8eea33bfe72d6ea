package curriculum

import "lectern/internal/platform/rest"

const base = "/curriculum/course/{id}"

type courseInput struct {
	ID string `path:"id"`
}

// ReadInput is exported so that it can be embedded in other inputs.
type ReadInput struct {
	ID    string `path:"id"`
	Draft bool   `query:"draft" msg:"draft must be true or false" doc:"What the teachers of the course edit, in place of what is published."`
}

type lessonInput struct {
	ReadInput
	LessonID string `path:"lessonId"`
}

type sectionInput struct {
	ReadInput
	SectionID string `path:"sectionId"`
}

// Register mounts the operations, each with who may call it.
func (s *Service) Register(api *rest.API) {
	s.registerReading(api)
	s.registerSections(api)
	s.registerLessonEdits(api)
	s.registerWhole(api)
	s.registerVersions(api)
	s.registerChecks(api)
	s.registerPreview(api)
	s.registerCopies(api)
	s.registerTravel(api)
	s.registerFiles(api)
	s.registerTyped(api)
}
