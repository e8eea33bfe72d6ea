// A value that the Go program learns is missing here until it has a label: tsc says so.
import type { Course } from './api'

export const typeLabels: Record<Course['course_type'], { label: string; color: string }> = {
  blended: { label: 'Blended', color: 'evergreen' },
  live: { label: 'Live cohort', color: 'apricot' },
  free: { label: 'Free', color: 'evergreen' },
}

export const levelLabels: Record<Course['level'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

/** Who teaches a course, in one line. */
export const taughtBy = ({ instructors }: Pick<Course, 'instructors'>) =>
  instructors.map((i) => i.full_name).join(', ') || 'Teacher to be announced'
