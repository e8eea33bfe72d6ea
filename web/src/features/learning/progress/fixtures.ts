import type { Schema } from '@/api/client'
import { noCurriculum } from '@/testing/fixtures'

/** A curriculum of one section. */
export const curriculumOf = (lessons: Schema<'LessonEntry'>[]): Schema<'Curriculum'> => ({
  ...noCurriculum,
  title: 'Deadlines',
  description: '',
  isPublished: true,
  isFallback: false,
  version: 1,
  lessons,
  sections: [
    { id: 's1', kind: 'section', title: 'Budgets', description: '', order: 1, revision: 1, lessons, sections: [] },
  ],
})

export const courseProgress: Schema<'CourseProgressDetail'> = {
  courseId: 'c1',
  status: 'in_progress',
  completedLessons: 1,
  requiredLessons: 4,
  progressPercentage: 25,
  timeSpent: 60,
  lastLessonId: 'l1',
  startedAt: '2026-11-20T10:00:00Z',
  lastAt: '2026-11-20T10:00:00Z',
  completedAt: null,
  lessonsSinceCompletion: 0,
  lessons: [],
}

export const lessonProgress: Schema<'LessonProgress'> = {
  lessonId: 'l1',
  courseId: 'c1',
  status: 'completed',
  progressPercentage: 100,
  score: null,
  timeSpent: 60,
  startedAt: '2026-11-20T10:00:00Z',
  completedAt: '2026-11-20T10:00:00Z',
  lastAt: '2026-11-20T10:00:00Z',
}
