import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { CourseCover } from '@/shared/course-cover'
import { course, detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import type { Course } from './api'
import { CourseCard } from './course-card'
import type { VideoFrame } from './cover-frame'
import { CoverSection } from './cover-section'

const cover: NonNullable<Course['cover']> = {
  source: 'chosen',
  sizes: [
    { url: '/api/v1/covers/p1/480', width: 480, height: 270 },
    { url: '/api/v1/covers/p1/960', width: 960, height: 540 },
  ],
}
const taught = { ...detail, can_teach: true, updatedAt: '2026-11-01T10:00:00.5Z' }

const image = () => document.querySelector('img')

test('a card shows the cover in the size that it needs, and its place is kept', () => {
  renderScreen(<CourseCard course={{ ...course, cover }} order={2} />)
  expect(image()?.getAttribute('srcset')).toBe('/api/v1/covers/p1/480 480w, /api/v1/covers/p1/960 960w')
  expect([image()?.alt, image()?.width, image()?.height, image()?.loading]).toEqual(['', 960, 540, 'lazy'])
})

test('the first row is loaded at once', () => {
  renderScreen(<CourseCard course={{ ...course, cover }} order={2} eager />)
  expect(image()?.loading).toBe('eager')
})

test('a pattern stands in for a cover that is absent, or that does not load', () => {
  renderScreen(<CourseCover title="Bees" cover={undefined} sizes="10px" />)
  expect([image(), document.querySelectorAll('svg').length]).toEqual([null, 1])
  renderScreen(<CourseCover title="Bees" cover={cover} sizes="10px" />)
  fireEvent.error(image() ?? document.body)
  expect([image(), document.querySelectorAll('svg').length]).toEqual([null, 2])
})

/** Shows the field; `pick` stands for what chooses a frame of a video. */
function open(c = taught, pick?: VideoFrame) {
  reply('get', '/courses/{id}', c)
  return renderScreen(
    <CoverSection
      course={c}
      frameField={(chosen, onChoose) => (
        <button type="button" aria-pressed={chosen !== undefined} onClick={() => onChoose(pick)}>
          Pick
        </button>
      )}
    />,
  )
}

const png = (name: string, type = 'image/png') => new File(['pixels'], name, { type })

/** Says that the chosen picture has 2,000 by 1,000 pixels. */
async function measured() {
  const picture = await screen.findByAltText('Selected area')
  Object.defineProperties(picture, { naturalWidth: { value: 2000 }, naturalHeight: { value: 1000 } })
  fireEvent.load(picture)
}

test('a file is cropped by hand to 16:9 and sent as it is, over the version that is shown', async () => {
  const user = open()
  const sent: object[] = []
  server.use(
    http.put('*/api/v1/courses/c1/cover', async ({ request }) => {
      const { headers, url } = request
      sent.push({
        type: headers.get('Content-Type'),
        tag: headers.get('If-Match'),
        query: new URL(url).search,
        text: await request.text(),
      })
      return HttpResponse.json({ success: true, status: 'success', message: '', data: { ...taught, cover } })
    }),
  )
  await user.upload(screen.getByLabelText('Cover file'), png('bees.png'))
  await measured()
  fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } })
  fireEvent.change(screen.getByLabelText('Left and right'), { target: { value: '1' } })
  fireEvent.change(screen.getByLabelText('Up and down'), { target: { value: '0' } })
  await user.click(screen.getByRole('button', { name: 'Use picture' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { type: 'image/png', tag: '"v1793527200500000-"', query: '?x=1112&y=0&width=888', text: 'pixels' },
  ])
})

test('a dropped file is cropped too, also one whose type the system does not know', async () => {
  const user = open()
  let type: string | null = ''
  server.use(
    http.put('*/api/v1/courses/c1/cover', ({ request }) => {
      type = request.headers.get('Content-Type')
      return HttpResponse.json({ success: true, status: 'success', message: '', data: { ...taught, cover } })
    }),
  )
  fireEvent.drop(screen.getByRole('group', { name: 'Cover' }), { dataTransfer: { files: [png('Bees.AVIF', '')] } })
  await measured()
  await user.click(screen.getByRole('button', { name: 'Use picture' }))
  await waitFor(() => expect(type).toBe('image/avif'))
})

test('other files are refused before they are sent, in words', async () => {
  open()
  const drop = (file: File) =>
    fireEvent.drop(screen.getByRole('group', { name: 'Cover' }), { dataTransfer: { files: [file] } })
  drop(png('bees.svg', 'image/svg+xml'))
  expect((await screen.findByRole('alert')).textContent).toContain("isn't a JPEG, PNG, WebP or AVIF picture")
  drop(new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'bees.png', { type: 'image/png' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('larger than 5 MB'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what the server refuses is said, and the dialog stays', async () => {
  const user = open()
  refuse('put', '/courses/{id}/cover', 400, 'This picture is damaged. Please choose another.')
  await user.upload(screen.getByLabelText('Cover file'), png('bees.png'))
  await measured()
  await user.click(screen.getByRole('button', { name: 'Use picture' }))
  expect((await screen.findByRole('alert')).textContent).toContain('damaged')
})

test('a frame of a video becomes the cover', async () => {
  const user = open(taught, { videoId: 'v1', thumbnail: 3 })
  const sent = reply('put', '/courses/{id}/cover/frame', { ...taught, cover })
  await user.click(screen.getByRole('button', { name: 'Choose video frame' }))
  const use = await screen.findByRole<HTMLButtonElement>('button', { name: 'Use frame' })
  expect(use.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Pick' }))
  await user.click(use)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([{ body: { video_id: 'v1', thumbnail: 3 }, tag: '"v1793527200500000-"' }])
})

test('a chosen cover can be removed; what is shown without one is said', async () => {
  const user = open({ ...taught, cover })
  const sent = reply('delete', '/courses/{id}/cover', taught)
  await user.click(screen.getByRole('button', { name: 'Remove cover' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('without a chosen cover it says what learners see', () => {
  open()
  screen.getByText("You haven't chosen a cover. Learners see this pattern.")
  expect(screen.queryByRole('button', { name: 'Remove cover' })).toBeNull()
})
