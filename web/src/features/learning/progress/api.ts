import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, one, type Schema } from '@/api/client'
import { sentEvent } from '@/shared/outbox/events'

import { progressKeys } from './keys'

export type Published = Schema<'Curriculum'>
export type SectionEntry = Schema<'OutlineEntry'>
export type LessonEntry = Schema<'LessonEntry'>
export type LessonDetail = Schema<'LessonDetail'>
export type CourseProgress = Schema<'CourseProgressDetail'>

/** The published curriculum of a course, each lesson with its lock, which enrolling may open. */
export const publishedQuery = (courseId: string, enrolled: boolean) =>
  queryOptions({
    queryKey: progressKeys.outline(courseId, enrolled),
    queryFn: () => one(api.GET('/curriculum/course/{id}', { params: { path: { id: courseId } } })),
  })

/** A lesson with its content, if it is open to the reader. */
export const openLessonQuery = (courseId: string, lessonId: string) =>
  queryOptions({
    queryKey: progressKeys.lesson(courseId, lessonId),
    queryFn: () =>
      one(api.GET('/curriculum/course/{id}/lesson/{lessonId}', { params: { path: { id: courseId, lessonId } } })),
  })

/** The reader's progress in a course. */
export const progressQuery = (courseId: string) =>
  queryOptions({
    queryKey: progressKeys.course(courseId),
    queryFn: () => one(api.GET('/progress/courses/{id}', { params: { path: { id: courseId } } })),
    staleTime: 0, // another device may have made progress
  })

/** The lessons that a reader has completed: those whose locks depend on them may have opened when they change. */
const completedLessons = (progress: CourseProgress | undefined) =>
  progress?.lessons
    .filter((l) => l.completedAt !== null)
    .map((l) => l.lessonId)
    .sort()
    .join()

/** Refetches progress whenever the server has accepted entries of the outbox, and lessons with their locks when one was completed. */
export function useProgressFollowing(courseId: string) {
  const client = useQueryClient()
  useEffect(() => {
    const completed = () => completedLessons(client.getQueryData(progressQuery(courseId).queryKey))
    const follow = async () => {
      const before = completed()
      await client.invalidateQueries({ queryKey: progressKeys.course(courseId) })
      if (completed() === before) return
      void client.invalidateQueries({ queryKey: progressKeys.outlines(courseId) })
      void client.invalidateQueries({ queryKey: progressKeys.lessons(courseId) })
    }
    window.addEventListener(sentEvent, follow)
    return () => window.removeEventListener(sentEvent, follow)
  }, [client, courseId])
}
