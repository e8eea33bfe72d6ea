// Analytics as the server sends them, for the screen tests.
import type { Schema } from '@/api/client'
import { course } from '@/testing/fixtures'

import type { EnhancedCourse } from './api'

export const overview: Schema<'LearningOverview'> = {
  timezone: 'Europe/Berlin',
  streak: { days: 3, learnedToday: false, lastDay: '2026-09-01' },
  weeks: [
    { week: '2026-W35', startsOn: '2026-08-24', timeSpent: 0, completedLessons: 0, activeDays: 0 },
    { week: '2026-W36', startsOn: '2026-08-31', timeSpent: 3900, completedLessons: 2, activeDays: 2 },
  ],
  skills: [
    { skill: 'Go', courses: 2, completedLessons: 1, requiredLessons: 4, progressPercentage: 25, timeSpent: 1200 },
  ],
  timeSpent: 7200,
  coursesInProgress: 1,
  coursesCompleted: 0,
}

const standing = {
  status: 'in_progress',
  completedLessons: 1,
  requiredLessons: 4,
  progressPercentage: 25,
  timeSpent: 720,
  startedAt: '2026-08-20T10:00:00Z',
  lastAt: '2026-09-01T10:00:00Z',
  completedAt: null,
} as const

export const enhancedCourse: EnhancedCourse = {
  courseId: 'c1',
  title: 'Go services that stay up',
  ...standing,
  nextLesson: { lessonId: 'l2', title: 'Retries', type: 'text', position: 2 },
  forecast: { finishesOn: '2026-10-02', reason: '', remainingLessons: 3, lessonsPerWeek: 1 },
}

export const enhancedDetail: Schema<'EnhancedCourseDetail'> = {
  ...enhancedCourse,
  timezone: 'Europe/Berlin',
  streak: overview.streak,
  weeks: overview.weeks,
  skills: overview.skills,
  lessons: [
    {
      lessonId: 'l1',
      title: 'What a budget is',
      type: 'text',
      position: 1,
      required: true,
      status: 'completed',
      progressPercentage: 100,
      score: null,
      timeSpent: 720,
      completedAt: '2026-09-01T10:00:00Z',
    },
  ],
}

export const learnerCourse: Schema<'LearnerCourse'> = { ...enhancedCourse, course }

/** The home of a learner who has begun a course. */
export const home: Schema<'LearningHome'> = {
  timezone: 'Europe/Berlin',
  streak: overview.streak,
  week: { week: '2026-W36', startsOn: '2026-08-31', timeSpent: 3900, completedLessons: 2, activeDays: 2 },
  resume: {
    courseId: 'c1',
    lessonId: 'l2',
    title: 'Retries',
    type: 'video',
    position: 2,
    stoppedAtSeconds: 192,
    durationSeconds: 600,
  },
  due: [],
  courses: [learnerCourse],
  pending: [],
  coursesEnrolled: 1,
}

export const leaderboard: Schema<'Leaderboard'> = {
  entries: [
    { rank: 1, name: 'Ida Quist', completedLessons: 3, progressPercentage: 75, isCaller: false },
    { rank: 2, name: 'Maya Osei', completedLessons: 1, progressPercentage: 25, isCaller: true },
  ],
  own: { rank: 2, name: 'Maya Osei', completedLessons: 1, progressPercentage: 25, isCaller: true },
  total: 2,
  hasLeft: false,
}

export const ida: Schema<'CourseStudent'> = {
  userId: 'u9',
  fullName: 'Ida Quist',
  enrolledAt: '2026-08-01T10:00:00Z',
  enrollment: 'active',
  enrollmentChangedAt: '2026-08-01T10:00:00Z',
  endsAt: null,
  ...standing,
  atRisk: true,
  riskReason: 'inactive',
}

export const taught: Schema<'CourseAnalytics'> = {
  courseId: 'c1',
  title: 'Go services that stay up',
  students: 2,
  notStarted: 1,
  completed: 0,
  atRisk: 1,
  erasedStudents: 0,
  activeThisWeek: 1,
  averagePercentage: 12,
  timeSpent: 720,
  lessons: [
    {
      lessonId: 'l1',
      title: 'What a budget is',
      type: 'text',
      position: 1,
      required: true,
      begun: 1,
      completed: 1,
      timeSpent: 720,
      averageTimeSpent: 720,
      averageScore: null,
    },
  ],
}
