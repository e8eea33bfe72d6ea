import { courseKeys } from '@/features/learning/course/keys'

type Listed = { sort: string; stars: number }

/** Query keys of reviews. Those of a course begin with the key of the course: a review changes its rating. */
export const reviewKeys = {
  ofCourse: (courseId: string) => [...courseKeys.one(courseId), 'reviews'] as const,
  list: (courseId: string, listed: Listed) => [...reviewKeys.ofCourse(courseId), listed] as const,
  own: (courseId: string) => [...reviewKeys.ofCourse(courseId), 'own'] as const,
  moderated: ['reviews'] as const,
  inState: (state: string) => [...reviewKeys.moderated, state] as const,
}
