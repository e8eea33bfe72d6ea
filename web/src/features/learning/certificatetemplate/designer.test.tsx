import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { PaperElement, Template } from './api'
import { DesignerPage } from './designer-page'

const element = (id: string, kind: PaperElement['kind'], y: number, text = ''): PaperElement => ({
  id,
  kind,
  x: 28,
  y,
  w: 241,
  h: 10,
  points: 12,
  text,
})

const template: Template = {
  id: 't1',
  name: 'Autumn',
  language: 'en',
  archived: false,
  courses: 0,
  version: 3,
  updated_at: '2026-11-20T10:00:00Z',
  pictures: [],
  layout: {
    frame: 'double',
    elements: [
      element('title', 'text', 37, 'Certificate'),
      element('name', 'name', 69),
      element('course', 'course', 98),
      element('code', 'code', 185),
    ],
  },
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210"><path d="M0 0h1"/></svg>'

function open() {
  reply('get', '/certificate-templates/{id}', template)
  const previews = reply('post', '/certificate-templates/preview', { svg, problems: [] })
  return { previews, user: renderScreen(<DesignerPage templateId="t1" />) }
}

const inList = async (name: string) =>
  within(await screen.findByRole('list', { name: 'Elements' })).getByRole('button', { name })

test('elements move by arrow keys, and undo takes all steps of a row back', async () => {
  const { user, previews } = open()
  await user.click(await inList('Name of the learner'))
  await user.keyboard('{ArrowDown}{Shift>}{ArrowDown}{/Shift}{ArrowLeft}')
  screen.getByText('27 mm from the left, 80 mm from the top')
  await expect
    .poll(() => previews.at(-1)?.body)
    .toMatchObject({
      language: 'en',
      sample: 'latin',
      layout: { elements: [{}, { id: 'name', x: 27, y: 80 }, {}, {}] },
    })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  screen.getByText('28 mm from the left, 69 mm from the top')
  screen.getByText('All changes are saved.')
  await user.keyboard('{Control>}y{/Control}')
  screen.getByText('27 mm from the left, 80 mm from the top')
})

test('properties, added and removed elements are saved over the version that was opened', async () => {
  const { user } = open()
  await user.click(await inList('Certificate'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Diploma' } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Alignment' }), 'center')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Add element' }), 'qr')
  await inList('QR code')
  await user.click(await inList('Name of the learner'))
  expect(screen.getByRole('button', { name: 'Remove element' })).toHaveProperty('disabled', true) // a certificate needs it
  const saved = reply('put', '/certificate-templates/{id}', { ...template, version: 4 })
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  await expect.poll(() => saved[0]?.tag).toBe('"v3-"')
  expect(saved[0]?.body).toMatchObject({
    name: 'Autumn',
    layout: { elements: [{ text: 'Diploma', align: 'center' }, {}, {}, {}, { kind: 'qr', w: 26 }] },
  })
  await screen.findByText('All changes are saved.') // though the answer has its members in another order
})

test('what the preview cannot show is named, and leads to its element', async () => {
  const { user } = open()
  reply('post', '/certificate-templates/preview', {
    svg,
    problems: [
      { element_id: 'title', kind: 'unprintable', character: '修', points: 0 },
      { element_id: 'name', kind: 'cut', character: '', points: 7 },
    ],
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Names in the preview' }), 'longest')
  await screen.findByText(/no font has the character “修”/)
  await user.click(screen.getByText(/cut off, because there is not enough room even in 7 pt/))
  screen.getByText('28 mm from the left, 69 mm from the top')
})

test('another administrator’s change is not overwritten unless the user says so', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Name of the template' }), ' leaves')
  refuse('put', '/certificate-templates/{id}', 412, 'Another administrator has changed this template.')
  reply('get', '/certificate-templates/{id}', { ...template, name: 'Spring', version: 5 })
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  const alert = within(await screen.findByRole('alert'))
  const saved = reply('put', '/certificate-templates/{id}', { ...template, name: 'Autumn leaves', version: 6 })
  await user.click(alert.getByRole('button', { name: 'Keep mine' }))
  await expect.poll(() => saved[0]?.tag).toBe('"v5-"')
  expect(saved[0]?.body).toMatchObject({ name: 'Autumn leaves' })
  await screen.findByText('All changes are saved.')
})

test('the saved version replaces the own one', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Name of the template' }), ' leaves')
  refuse('put', '/certificate-templates/{id}', 412, 'Another administrator has changed this template.')
  reply('get', '/certificate-templates/{id}', { ...template, name: 'Spring', version: 5 })
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  await user.click(await screen.findByRole('button', { name: 'Use saved version' }))
  await expect
    .poll(() => screen.getByRole('textbox', { name: 'Name of the template' }))
    .toHaveProperty('value', 'Spring')
  screen.getByText('All changes are saved.')
})

test('refused elements are named', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'Name of the template' }), '!')
  refuse('put', '/certificate-templates/{id}', 400, 'Validation failed', {
    'layout.elements[0].text': 'The certificate can’t show this character',
  })
  await user.click(screen.getByRole('button', { name: 'Save template' }))
  await screen.findByText('Certificate: The certificate can’t show this character')
})

test('elements are dragged, flush with the middle of the sheet', async () => {
  const { user, previews } = open()
  const box = within(await screen.findByRole('region', { name: 'Sheet' })).getByRole('button', { name: 'Code' })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(297) // pixels: one is a millimetre
  box.setPointerCapture = () => {}
  fireEvent.pointerDown(box, { button: 0, clientX: 100, clientY: 190, pointerId: 1 })
  fireEvent.pointerMove(box, { clientX: 100, clientY: 180.5, pointerId: 1 })
  fireEvent.pointerUp(box, { pointerId: 1 })
  await expect
    .poll(() => previews.at(-1)?.body)
    .toMatchObject({ layout: { elements: [{}, {}, {}, { x: 28, y: 175.5 }] } })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  screen.getByText('28 mm from the left, 185 mm from the top')
})
