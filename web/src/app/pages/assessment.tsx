import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'

import { GradingPage } from '@/features/assignment/grading-page'
import { QuestionsPage } from '@/features/quiz/questions-page'

import { given } from '../search'

const RichField = lazy(() => import('@/features/curriculum/editors/rich-field'))

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
  return (
    <GradingPage
      courseId={submissions.useParams().courseId}
      filters={given(submissions.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
