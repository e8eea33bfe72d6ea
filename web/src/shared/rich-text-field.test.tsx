import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { RichText } from './rich-text'
import { RichTextField } from './rich-text-field'
import type { TextHandle } from './rich-text-passage'
import { htmlOf } from './written-text'

test('a plain text has a paragraph for each block of lines, and no markup', () => {
  expect(htmlOf({ text: 'Bees\ndance <b>\n\n\nWasps' })).toBe('<p>Bees<br>dance &lt;b&gt;</p><p>Wasps</p>')
  expect(htmlOf({ text: ' ' })).toBe('')
  expect(htmlOf({ text: '<p>Bees</p>', format: 'html' })).toBe('<p>Bees</p>')
})

test('a plain text is shown as it was written', () => {
  renderScreen(<RichText html={'Try <i>\n\nAgain'} format="plain" />)
  expect(screen.getByText('Try <i>')).toBeTruthy()
  expect(screen.getByText('Again')).toBeTruthy()
})

test('a plain text is edited as HTML', async () => {
  const onChange = vi.fn<(html: string) => void>()
  renderScreen(<RichTextField label="Comment" initial={{ text: 'a < b' }} onChange={onChange} />)
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  expect(field.textContent).toBe('a < b')
  expect(screen.getByRole('button', { name: 'Bold' })).toBeTruthy()
  await userEvent.click(field)
  await userEvent.click(screen.getByRole('button', { name: 'Bulleted list' }))
  expect(onChange).toHaveBeenLastCalledWith('<ul><li><p>a &lt; b</p></li></ul>')
})

test('an empty field is a plain one, and its editor takes the focus with it', async () => {
  const onChange = vi.fn<(html: string) => void>()
  renderScreen(<RichTextField label="Comment" isPlainUntilUsed initial={{ text: '' }} onChange={onChange} />)
  const plain = screen.getByRole('textbox', { name: 'Comment' })
  expect(screen.queryByRole('button', { name: 'Bold' })).toBeNull()
  await userEvent.click(plain)
  await screen.findByRole('button', { name: 'Bold' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comment' }))
  expect(document.activeElement).not.toBe(plain)
})

test('what is typed before the editor is there stays', async () => {
  const onChange = vi.fn<(html: string) => void>()
  renderScreen(<RichTextField label="Comment" isPlainUntilUsed initial={{ text: '' }} onChange={onChange} />)
  const plain = screen.getByRole('textbox', { name: 'Comment' })
  act(() => plain.focus())
  fireEvent.change(plain, { target: { value: 'Bees <b>' } })
  expect(onChange).toHaveBeenLastCalledWith('<p>Bees &lt;b&gt;</p>')
  await act(() => import('./rich-text-editor'))
  expect(document.activeElement).toBe(plain)
  act(() => plain.blur())
  await screen.findByRole('button', { name: 'Bold' })
  expect(screen.getByRole('textbox', { name: 'Comment' }).textContent).toBe('Bees <b>')
})

test('a text that others write into has its editor from the start', async () => {
  const onChange = vi.fn<(html: string) => void>()
  const handle = createRef<TextHandle>()
  renderScreen(<RichTextField label="Text" isArticle handle={handle} initial={{ text: '' }} onChange={onChange} />)
  expect(screen.queryByRole('textbox', { name: 'Text' })?.tagName).not.toBe('TEXTAREA')
  await screen.findByRole('button', { name: 'Bold' })
  act(() => handle.current?.replace('<p>Bees</p>'))
  expect(onChange).toHaveBeenLastCalledWith('<p>Bees</p>')
})
