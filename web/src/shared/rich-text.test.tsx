import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { RichText } from './rich-text'

const html =
  '<p>See <a href="lesson:0199" rel="nofollow">the <b>hive</b></a> and <a href="/api/v1/curriculum/files/1">a file</a></p>'

test('a text links to lessons of its course and to files', async () => {
  const open = vi.fn()
  renderScreen(<RichText html={html} lessons={{ base: '/learn/bees/', open }} />)
  const link = screen.getByRole('link', { name: 'the hive' })
  expect(link.getAttribute('href')).toBe('/learn/bees/0199')
  await userEvent.click(screen.getByText('hive'))
  expect(open).toHaveBeenCalledExactlyOnceWith('0199')
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'a file' }).target).toBe('_blank')
})

test('links to lessons are plain text where there are none', () => {
  renderScreen(<RichText html={html} />)
  expect(screen.queryByRole('link', { name: 'the hive' })).toBeNull()
  expect(screen.getByText('hive')).toBeTruthy()
})
