import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { feedback, stats } from './fixtures'
import { LinkFeedback } from './link-feedback'
import { OwnFeedback } from './own-feedback'
import { StatsPage } from './stats-page'

const link = '/demo-booking/manage/{token}/feedback'

const choose = async (user: ReturnType<typeof renderScreen>, group: string, answer: string) =>
  user.click(within(await screen.findByRole('radiogroup', { name: group })).getByRole('radio', { name: answer }))

test('a visitor says how the demo class was', async () => {
  reply('get', link, { canGive: true })
  const sent = reply('post', link, feedback)
  const user = renderScreen(<LinkFeedback token="secret" />)
  await user.click(await screen.findByRole('button', { name: 'Send feedback' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Answer the questions marked below.')
  expect(screen.getAllByText('Choose an answer.')).toHaveLength(3)
  screen.getByText('Choose 1 to 5 stars.')
  expect(sent).toHaveLength(0)
  await choose(user, 'How was the demo class?', '4 stars')
  await choose(user, 'What was taught', 'Good')
  await choose(user, 'The instructor', 'Excellent')
  expect(screen.getAllByText('Choose an answer.')).toHaveLength(1)
  await choose(user, 'Would you recommend the demo class to others?', 'No')
  await user.type(screen.getByLabelText('What did you like most?'), 'The bees')
  screen.getByText('Optional. 8 of 1,000 characters.')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  await expect
    .poll(() => sent[0]?.body)
    .toEqual({
      overallRating: 4,
      contentQuality: 'good',
      instructorPerformance: 'excellent',
      wouldRecommend: false,
      likedMost: 'The bees',
      improvementAreas: '',
      additionalComments: '',
      followUpInterest: true,
    })
})

test('what was sent is shown with the answer of the school', async () => {
  reply('get', link, { canGive: false, feedback: { ...feedback, response: 'Thank you, Ann' } })
  renderScreen(<LinkFeedback token="secret" />)
  await screen.findByRole('img', { name: '4 out of 5 stars' })
  screen.getByText('The bees')
  screen.getByText('Thank you, Ann')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a refusal is explained', async () => {
  reply('get', link, { canGive: true })
  refuse('post', link, 409, 'There is feedback on this demo class already.')
  const user = renderScreen(<LinkFeedback token="secret" />)
  await choose(user, 'How was the demo class?', '5 stars')
  await choose(user, 'What was taught', 'Good')
  await choose(user, 'The instructor', 'Good')
  await choose(user, 'Would you recommend the demo class to others?', 'Yes')
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  expect((await screen.findByRole('alert')).textContent).toContain('There is feedback on this demo class already.')
})

test('too long after a demo class there is no form', async () => {
  reply('get', link, { canGive: false })
  renderScreen(<LinkFeedback token="secret" />)
  await screen.findByText('Feedback can be given until 90 days after a demo class.')
})

function show(forAll: boolean) {
  const asked = reply('get', '/demo-feedback/stats', stats)
  const onFilters = vi.fn()
  const user = renderScreen(
    <StatsPage forAll={forAll} filters={{}} onFilters={onFilters}>
      {null}
    </StatsPage>,
  )
  return { asked, onFilters, user }
}

test('administrators see figures of each instructor, and answer what was said', async () => {
  reply('get', '/demo-feedback', [feedback])
  const sent = reply('post', '/demo-feedback/{id}/response', feedback)
  const { onFilters, user } = show(true)
  const figures = within(await screen.findByRole('region', { name: 'Figures' }))
  figures.getByText('4.35')
  figures.getByText('likely 64% to 94%')
  const row = within(screen.getByRole('row', { name: /Tomás Rivera/ }))
  row.getByText('4.32')
  await user.click(row.getByRole('button', { name: 'Tomás Rivera' }))
  expect(onFilters).toHaveBeenCalledWith({ instructorId: 'i1' })
  await user.click(await screen.findByRole('button', { name: 'Reply to Ann' }))
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), 'Thanks')
  await user.click(screen.getByLabelText('Only administrators see it'))
  await user.click(screen.getByRole('button', { name: 'Save reply' }))
  await expect.poll(() => sent[0]?.body).toEqual({ response: 'Thanks', internal: true })
  await user.selectOptions(screen.getByLabelText('Group by'), 'Month')
  expect(onFilters).toHaveBeenLastCalledWith({ period: 'month' })
})

test('instructors see their own figures only', async () => {
  const { asked } = show(false)
  await screen.findByRole('region', { name: 'Figures' })
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('table', { name: 'Instructors' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Responses' })).toBeNull()
})

test('users say how their own demo class was, and change it for a day', async () => {
  reply('get', '/demo-feedback/my-feedback', [{ ...feedback, canEdit: true }])
  const demo = { demoBookingId: 'd2', timeSlot: feedback.timeSlot, endTime: feedback.timeSlot, demoType: '' }
  reply('get', '/demo-feedback/available-demos', {
    availableDemos: [{ ...demo, instructorName: 'Tomás Rivera' }],
    totalAvailable: 1,
  })
  const changed = reply('put', '/demo-feedback/{id}', feedback)
  const given = reply('post', '/demo-feedback', feedback)
  const user = renderScreen(<OwnFeedback bookingId="d1" />)
  await user.click(await screen.findByRole('button', { name: 'Change feedback' }))
  await choose(user, 'How was the demo class?', '2 stars')
  await user.click(screen.getByRole('button', { name: 'Save feedback' }))
  await expect.poll(() => changed[0]?.body).toMatchObject({ overallRating: 2, likedMost: 'The bees' })
  cleanup()
  const other = renderScreen(<OwnFeedback bookingId="d2" />)
  await other.click(await screen.findByRole('button', { name: 'Give feedback' }))
  await choose(other, 'How was the demo class?', '5 stars')
  await choose(other, 'What was taught', 'Good')
  await choose(other, 'The instructor', 'Good')
  await choose(other, 'Would you recommend the demo class to others?', 'Yes')
  await other.click(screen.getByRole('button', { name: 'Send feedback' }))
  await expect.poll(() => given[0]?.body).toMatchObject({ demoBookingId: 'd2', overallRating: 5 })
})
