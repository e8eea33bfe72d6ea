import { t } from '@lingui/core/macro'

import type { DemoFeedback, NewDemoFeedback } from './api'
import { type Quality, qualityLabels } from './labels'

/** The answers of the form; '' and 0 as long as nothing is chosen. */
export type Answers = {
  overallRating: number
  contentQuality: string
  instructorPerformance: string
  wouldRecommend: string
  likedMost: string
  improvementAreas: string
  additionalComments: string
  followUpInterest: boolean
}

export const noAnswers: Answers = {
  overallRating: 0,
  contentQuality: '',
  instructorPerformance: '',
  wouldRecommend: '',
  likedMost: '',
  improvementAreas: '',
  additionalComments: '',
  followUpInterest: false,
}

/** What was answered, to be changed. */
export const answersOf = (feedback: DemoFeedback): Answers => ({
  overallRating: feedback.overallRating,
  contentQuality: feedback.contentQuality,
  instructorPerformance: feedback.instructorPerformance,
  wouldRecommend: feedback.wouldRecommend ? 'yes' : 'no',
  likedMost: feedback.likedMost,
  improvementAreas: feedback.improvementAreas,
  additionalComments: feedback.additionalComments,
  followUpInterest: feedback.followUpInterest,
})

export const fields = Object.keys(noAnswers)

const isQuality = (value: string): value is Quality => value in qualityLabels

/** What required answers lack, by field. */
export const missingIn = (answers: Answers): Partial<Record<keyof Answers, string>> => ({
  ...(answers.overallRating === 0 && { overallRating: t`Choose 1 to 5 stars.` }),
  ...(!answers.contentQuality && { contentQuality: t`Choose an answer.` }),
  ...(!answers.instructorPerformance && { instructorPerformance: t`Choose an answer.` }),
  ...(!answers.wouldRecommend && { wouldRecommend: t`Choose an answer.` }),
})

/** The feedback to send; undefined as long as an answer is missing. */
export function complete(answers: Answers): NewDemoFeedback | undefined {
  const { contentQuality, instructorPerformance, wouldRecommend } = answers
  if (answers.overallRating === 0 || wouldRecommend === '') return
  if (!isQuality(contentQuality) || !isQuality(instructorPerformance)) return
  return { ...answers, contentQuality, instructorPerformance, wouldRecommend: wouldRecommend === 'yes' }
}
