// Complete, typed server responses shared by the screen tests of several features; a test changes the fields that it
// is about. What one feature alone needs is in its own fixtures.ts.
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
  rating: { average: 0, count: 0, distribution: [0, 0, 0, 0, 0] },
  instructors: [{ id: 'u2', full_name: 'Tomás Rivera' }],
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
}

export const detail: Schema<'CourseDetail'> = {
  ...course,
  summary_format: 'plain',
  description: 'Every hop honours the deadline.',
  description_format: 'plain',
  outcomes: [],
  prerequisites: [],
  audience: [],
  features: [],
  tools_technologies: [],
  faq: [],
  brochure_gated: false,
  prices: [],
  access: { access_type: 'registered' },
  schedule: { timezone: '', entries: [] },
  learners: 0,
  saved: false,
  can_teach: false,
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
  isShared: false,
  isDownloadable: false,
  replacing: '',
  originalFileName: 'deadlines.mp4',
  contentType: 'video/mp4',
  fileSize: 4_194_304,
  status: 'completed',
  generation: 1,
  failureCode: '',
  failureReason: '',
  notices: [],
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

/** Streaming URLs that are valid for an hour. */
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
  chapters: [],
  audio: [],
  renditions: [],
  downloadable: false,
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
