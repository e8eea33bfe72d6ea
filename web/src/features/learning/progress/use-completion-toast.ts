import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { toast } from '@/shared/toasts'

import type { CourseProgress } from './api'

/** Says so when a course becomes completed while the learner is on one of its lessons, and leads to its summary. */
export function useCompletionToast(courseId: string, progress: CourseProgress | undefined) {
  const navigate = useNavigate()
  const completedAt = progress?.completedAt
  const before = useRef(completedAt)
  useEffect(() => {
    if (before.current === null && completedAt) {
      const act = () => void navigate({ to: '/learn/$courseId/completed', params: { courseId } })
      toast(t`Course completed.`, { label: t`View summary`, act })
    }
    before.current = completedAt
  }, [completedAt, courseId, navigate])
}
