import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'

import { readSettings, saveSettings } from './settings'
import { UpNext } from './up-next'

beforeEach(() => {
  window.localStorage.clear()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

async function atTheEnd() {
  const video = document.createElement('video')
  const open = vi.fn()
  renderScreen(<UpNext video={{ current: video }} next={{ title: 'Retry storms', open }} />)
  await vi.waitFor(() => {
    act(() => void video.dispatchEvent(new Event('ended')))
    screen.getByRole('region', { name: 'Up next' })
  })
  return { video, open }
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

test('the next lesson opens by itself, once', async () => {
  const { open } = await atTheEnd()
  screen.getByText('Retry storms')
  expect(document.activeElement?.textContent).toBe('Open now')
  wait(7)
  expect(open).not.toHaveBeenCalled()
  wait(60)
  expect(open.mock.calls).toEqual([[{ play: true }]])
})

test('Escape, Cancel and playing on keep the viewer here', async () => {
  const { video, open } = await atTheEnd()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open now' }), { key: 'Escape' })
  expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
  act(() => void video.dispatchEvent(new Event('ended')))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  act(() => void video.dispatchEvent(new Event('ended')))
  act(() => void video.dispatchEvent(new Event('seeking')))
  expect(screen.queryByRole('region', { name: 'Up next' })).toBeNull()
  wait(60)
  expect(open).not.toHaveBeenCalled()
})

test('what plays by itself can be switched off for good', async () => {
  const { open } = await atTheEnd()
  fireEvent.click(screen.getByRole('switch', { name: 'Open next lesson automatically' }))
  wait(60)
  expect(open).not.toHaveBeenCalled()
  expect(readSettings().autoplay).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Open now' }))
  expect(open).toHaveBeenCalledOnce()
})

test('where it was switched off before, nothing counts down', async () => {
  saveSettings({ autoplay: false })
  const { open } = await atTheEnd()
  wait(60)
  expect(open).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'Open now' })
})
