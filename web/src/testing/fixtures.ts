// What the server answers in the screen tests, complete and typed; a test changes the members that it is about.
import type { Schema } from '@/api/client'

export const maya: Schema<'User'> = {
  id: 'u1',
  email: 'maya@lectern.test',
  full_name: 'Maya Osei',
  roles: ['student'],
  created_at: '2026-11-01T10:00:00Z',
}

export const signedIn: Schema<'SignedIn'> = { accessToken: 'a1', refreshToken: 'r1', expiresIn: 900, user: maya }

export const course: Schema<'Course'> = {
  id: 'c1',
  title: 'Go services that stay up',
  summary: 'Deadlines, back-pressure and graceful shutdown.',
  category: 'Programming',
  course_type: 'live',
  level: 'advanced',
  language: 'en',
  status: 'Published',
  is_certification: true,
  is_assignments: false,
  is_projects: true,
  is_quizzes: false,
  min_hours_per_week: 3,
  max_hours_per_week: 5,
  no_of_sessions: 12,
  is_free: true,
  course_fee: 0,
  fee_currency: '',
  instructors: [{ id: 'u2', full_name: 'Tomás Rivera' }],
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
}

export const detail: Schema<'CourseDetail'> = {
  ...course,
  description: 'Every hop honours the deadline.',
  outcomes: [],
  prerequisites: [],
  features: [],
  tools_technologies: [],
  faq: [],
  prices: [],
  access: { access_type: 'registered' },
  schedule: { timezone: '', entries: [] },
  saved: false,
  can_teach: false,
}

/** What a course has beside that at the address of its type: nothing. */
export const extras: Pick<Schema<'TypedCourse'>, 'doubt_schedule' | 'doubt_sessions' | 'recordings'> = {
  doubt_schedule: { timezone: '', slots: [] },
  doubt_sessions: [],
  recordings: [],
}

export const enrollment: Schema<'Enrollment'> = {
  id: 'e1',
  course_id: 'c1',
  status: 'active',
  createdAt: '2026-11-02T10:00:00Z',
  updatedAt: '2026-11-02T10:00:00Z',
}

export const video: Schema<'Video'> = {
  videoId: 'v1',
  courseId: 'c1',
  courseTitle: 'Go services that stay up',
  lessonId: '',
  title: 'Deadlines across a call graph',
  description: 'Where the budget leaks.',
  position: 1,
  isPreview: false,
  originalFileName: 'deadlines.mp4',
  contentType: 'video/mp4',
  fileSize: 4_194_304,
  status: 'completed',
  generation: 1,
  failureCode: '',
  failureReason: '',
  durationMs: 691_000,
  width: 1280,
  height: 720,
  poster: 0,
  createdAt: '2026-11-03T10:00:00Z',
  updatedAt: '2026-11-03T10:00:00Z',
  uploadedAt: '2026-11-03T10:01:00Z',
  completedAt: '2026-11-03T10:05:00Z',
  playable: true,
  retryable: true,
}

export const status: Schema<'Status'> = {
  videoId: 'v1',
  status: 'processing',
  playable: false,
  generation: 1,
  progress: 0,
  renditions: [],
  imagesReady: false,
  queuePosition: 0,
  estimatedSecondsLeft: null,
  failureCode: '',
  failureReason: '',
  waitingBecauseOf: '',
}

/** Streaming addresses that stay good for an hour. */
export const streamingUrls = (): Schema<'StreamingUrls'> => ({
  videoId: 'v1',
  generation: 1,
  duration: 691,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  token: 't1',
  sealed: {
    hls: '/api/v1/media/t1/v1/g1/sealed/hls/master.m3u8',
    dash: '/api/v1/media/t1/v1/g1/sealed/dash/manifest.mpd',
  },
  clear: {
    hls: '/api/v1/media/t1/v1/g1/clear/hls/master.m3u8',
    dash: '/api/v1/media/t1/v1/g1/clear/dash/manifest.mpd',
  },
  keys: { urlTemplate: '/api/v1/media/t1/v1/g1/keys/{epoch}', segmentsPerKey: 600 },
  poster: '',
  thumbnails: [],
  storyboard: '',
  captions: [],
  renditions: [],
  final: true,
})

export const nothingSetUp: Schema<'TwoFactorState'> = {
  hasPassword: true,
  authenticator: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  required: false,
  passkeysPossible: true,
}

export const category: Schema<'Category'> = { name: 'Programming', parent: '', position: 0, count: 3, total: 3 }

export const noCurriculum: Schema<'Curriculum'> = {
  course_id: 'c1',
  title: 'Getting Started',
  description: 'This course curriculum is being set up. Check back soon!',
  structure_type: 'sectioned',
  weeks: [],
  sections: [],
  lessons: [],
  totals: { weeks: 0, sections: 0, lessons: 0, required_lessons: 0, duration_seconds: 0, lessons_by_type: {} },
  isPublished: false,
  isFallback: true,
  version: 0,
}

/** A text lesson that is completed by hand. */
export const lesson: Schema<'LessonEntry'> = {
  id: 'l1',
  type: 'text',
  title: 'What a budget is',
  summary: '',
  duration_seconds: 0,
  required: true,
  previewable: false,
  release: {},
  completion: { rule: 'manual' },
  content_id: 'k1',
  revision: 1,
  section_id: 's1',
  order: 1,
}

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
}
