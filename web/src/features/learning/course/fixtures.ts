import type { Schema } from '@/api/client'

/** Empty extras of a typed course. */
export const extras: Pick<Schema<'TypedCourse'>, 'doubt_schedule' | 'doubt_sessions' | 'recordings'> = {
  doubt_schedule: { timezone: '', slots: [] },
  doubt_sessions: [],
  recordings: [],
}

export const enrollment: Schema<'Enrollment'> = {
  id: 'e1',
  course_id: 'c1',
  status: 'active',
  ends_at: null,
  createdAt: '2026-11-02T10:00:00Z',
  updatedAt: '2026-11-02T10:00:00Z',
}

export const category: Schema<'Category'> = { name: 'Programming', parent: '', position: 0, count: 3, total: 3 }

export const facets: Schema<'CourseFacets'> = {
  total: 3,
  category: [{ value: 'Programming', count: 3 }],
  course_type: [{ value: 'live', count: 3 }],
  level: [{ value: 'advanced', count: 3 }],
  language: [{ value: 'en', count: 3 }],
  is_free: [{ value: 'Yes', count: 3 }],
  is_certification: [
    { value: 'Yes', count: 2 },
    { value: 'No', count: 1 },
  ],
  is_assignments: [],
  is_projects: [],
  is_quizzes: [],
  features: [],
  tools_technologies: [{ value: 'Go', count: 2 }],
  min_rating: [{ value: '4', count: 1 }],
}
