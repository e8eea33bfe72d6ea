import type { Schema } from '@/api/client'

export const note: Schema<'Note'> = {
  id: 'n1',
  courseId: 'c1',
  lessonId: 'l1',
  timestamp: 61.5,
  body: '<b>Budget</b>',
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  lessonTitle: '',
  lessonPosition: 0,
  courseTitle: '',
}
