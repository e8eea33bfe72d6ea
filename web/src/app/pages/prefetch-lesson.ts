import type { QueryClient } from '@tanstack/react-query'

import { courseQuery, isLearner } from '@/features/learning/course/api'
import { openLessonQuery, publishedQuery } from '@/features/learning/progress/api'

import { takeEarlyLesson } from '../early-text'

/**
 * Requests what the page of a lesson shows, each part as soon as those that it depends on are there, while the code of the page still
 * loads. A part that fails is requested again by the page, which shows why.
 */
export async function prefetchLesson(client: QueryClient, courseId: string, id: string) {
  const requested = client.prefetchQuery(courseQuery(courseId))
  const early = await takeEarlyLesson()?.catch(() => undefined)
  if (early?.id === id) client.setQueryData(openLessonQuery(courseId, id).queryKey, early)
  await requested
  const course = client.getQueryData(courseQuery(courseId).queryKey)
  if (!course) return
  const published = publishedQuery(courseId, isLearner(course))
  await client.prefetchQuery(published)
  const lesson = client.getQueryData(published.queryKey)?.lessons.find((l) => l.id === id)
  if (lesson && !lesson.lock) await client.prefetchQuery(openLessonQuery(courseId, id))
}
