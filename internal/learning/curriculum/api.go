package curriculum

import "lectern/internal/platform/rest"

const base = "/curriculum/course/{id}"

type courseInput struct {
	ID string `path:"id"`
}

type lessonInput struct {
	ID       string `path:"id"`
	LessonID string `path:"lessonId"`
}

type sectionInput struct {
	ID        string `path:"id"`
	SectionID string `path:"sectionId"`
}

func (s *Service) Register(api *rest.API) {
	s.registerSections(api)
	s.registerLessonEdits(api)
	s.registerWhole(api)
	s.registerVersions(api)
	s.registerChecks(api)
	s.registerCopies(api)
	s.registerTyped(api)
}
