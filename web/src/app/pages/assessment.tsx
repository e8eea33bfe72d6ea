import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'

import { GradingPage } from '@/features/learning/assignment/grading-page'
import { publishedQuery } from '@/features/learning/progress/api'
import { QuestionsPage } from '@/features/learning/quiz/questions-page'
import { ResultsPage } from '@/features/learning/quiz/results-page'
import { QueryView } from '@/shared/query-view'

import { given } from '../search'

const RichField = lazy(() => import('@/features/learning/curriculum/editors/rich-field'))

const questions = getRouteApi('/_signed-in/teach/courses/$courseId/questions')
const submissions = getRouteApi('/_signed-in/teach/courses/$courseId/submissions')

export function QuestionsRoute() {
  const navigate = questions.useNavigate()
  return (
    <QuestionsPage
      courseId={questions.useParams().courseId}
      filters={given(questions.useSearch())}
      field={RichField}
      onFilters={(search) => void navigate({ search, resetScroll: false, replace: true })}
    />
  )
}

export function SubmissionsRoute() {
  const navigate = submissions.useNavigate()
  const { courseId } = submissions.useParams()
  const lessons = useQuery(publishedQuery(courseId, false))
  return (
    <GradingPage
      courseId={courseId}
      assignments={lessons.data?.lessons.filter(({ type }) => type === 'assignment') ?? []}
      filters={given(submissions.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

const results = getRouteApi('/_signed-in/teach/courses/$courseId/results')

export function ResultsRoute() {
  const navigate = results.useNavigate()
  const filters = given(results.useSearch())
  const lessons = useQuery(publishedQuery(results.useParams().courseId, false))
  return (
    <QueryView query={lessons} skeleton={<Skeleton height={240} />}>
      {(published) => (
        <ResultsPage
          quizzes={published.lessons.filter(({ type }) => type === 'quiz')}
          filters={filters}
          onFilters={(search) => void navigate({ search, resetScroll: false })}
        />
      )}
    </QueryView>
  )
}
