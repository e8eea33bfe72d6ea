import type { Browser, Page } from '@playwright/test'

import { demoPassword, emailOf, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { expect, test } from '../fixtures'
import { startDemo } from '../server'

/** A transparent PNG with dark strokes. */
async function drawLogo(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 160
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#7a1f5c'
    pen.fillRect(0, 20, 120, 120)
    pen.fillStyle = '#1a1020'
    pen.font = 'bold 100px sans-serif'
    pen.fillText('Hive', 150, 115)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

/** A visitor's first page, and what it has requested. */
async function visit(browser: Browser, baseURL: string, colorScheme: 'light' | 'dark') {
  const page = await (await browser.newContext({ baseURL, colorScheme })).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/sign-in')
  return { page, asked }
}

test('a school shows its colour and its logo to visitors, in light and dark', async ({ browser }) => {
  const server = await startDemo() // one of its own: what it looks like is everybody's
  try {
    const admin = await (await browser.newContext({ baseURL: server.url })).newPage()
    await signIn(admin, emailOf('admin'), demoPassword)
    await admin.goto('/admin/settings')
    const colour = admin.getByRole('form', { name: 'Colour' })
    await colour.getByRole('textbox', { name: 'Primary colour' }).fill('#7a1f5c')
    await expect(colour.getByRole('status')).toContainText('links on dark pages')
    await colour.getByRole('button', { name: 'Save changes' }).click()
    await expect(admin.getByText('Settings saved. They apply from now on.')).toBeVisible()
    const logo = admin.getByRole('region', { name: 'Logo' })
    await logo.getByLabel('Logo file').setInputFiles(await drawLogo(admin))
    await expect(logo.getByRole('img', { name: 'Lectern' })).toBeVisible()
    await expect(logo.getByText('Parts of the logo are too dark for dark pages')).toBeVisible()
    await expect(admin.getByRole('banner').getByRole('img', { name: 'Lectern' })).toBeVisible()
    await expectAccessible(admin)
    await expectFitsPhone(admin, 320)

    for (const scheme of ['light', 'dark'] as const) {
      const { page, asked } = await visit(browser, server.url, scheme)
      const button = page.getByRole('form', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' })
      await expect(button).toBeVisible()
      const answer = await (await page.request.get('/api/v1/school')).json()
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(answer.data.palette[scheme].fill.slice(at, at + 2), 16))
      await expect(button).toHaveCSS('background-color', `rgb(${r}, ${g}, ${b})`)
      const shown = page.getByRole('main').getByRole('img', { name: 'Lectern' })
      await expect(shown).toBeVisible()
      await expect(shown).toHaveCSS('background-color', scheme === 'dark' ? 'rgb(251, 248, 243)' : 'rgba(0, 0, 0, 0)')
      expect(await shown.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(0)
      expect(asked, 'what the page brings along is not requested').not.toContain('/api/v1/school')
      await expectAccessible(page)
      await expectFitsPhone(page, 320)
    }

    await logo.getByRole('button', { name: 'Remove logo' }).click()
    await expect(logo.getByText('No logo yet')).toBeVisible()
    await expect(admin.getByRole('banner').getByRole('img', { name: 'Lectern' })).toHaveCount(0)
  } finally {
    await server.stop()
  }
})
