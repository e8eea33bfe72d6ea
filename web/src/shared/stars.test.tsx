import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'

import { Rating, Stars, StarsField } from './stars'

function Form() {
  const [stars, setStars] = useState(0)
  return <StarsField label="Your rating" value={stars} onChange={setStars} error="Choose 1 to 5 stars" />
}

test('a rating says its mean to one decimal, and from how many reviews', () => {
  renderScreen(
    <>
      <Stars value={4} />
      <Rating average={4.25} count={1} />
      <Rating average={0} count={0} />
    </>,
  )
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
    '4 out of 5 stars',
    '4.3 out of 5 stars, 1 review',
  ])
})

test('stars are chosen by mouse and by arrow keys', async () => {
  const user = renderScreen(<Form />)
  const field = screen.getByRole('radiogroup', { name: 'Your rating', description: 'Choose 1 to 5 stars' })
  await user.click(screen.getByRole('radio', { name: '2 stars' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: '3 stars', checked: true })).toBe(document.activeElement)
  expect(field.querySelectorAll('[data-on]')).toHaveLength(3)
})
