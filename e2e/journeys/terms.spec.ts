import type { Page } from '@playwright/test'

import { demoPassword, emailOf, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { expect, test } from '../fixtures'
import { startDemo } from '../server'

async function publish(admin: Page, body: string) {
  const terms = admin.getByRole('form', { name: 'Terms of use' })
  await terms.getByRole('textbox', { name: 'Text' }).fill(body)
  await terms.getByRole('button', { name: 'Save draft' }).click()
  await terms.getByRole('button', { name: 'Publish…' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
}

test('new terms are published, and users accept them before they go on', async ({ browser }) => {
  const server = await startDemo() // one of its own: the terms are everybody's
  try {
    const open = async () => (await browser.newContext({ baseURL: server.url })).newPage()
    const [admin, student, visitor] = await Promise.all([open(), open(), open()])
    await signIn(student, emailOf('student'), demoPassword)
    await student.goto('/settings/profile')
    const headline = student.getByLabel('Headline')
    await headline.fill('Half a sentence')

    await signIn(admin, emailOf('admin'), demoPassword)
    await admin.goto('/admin/terms')
    await publish(admin, 'Be kind to each other.')
    await expect(admin.getByText('Version 1 is in force.')).toBeVisible()
    await expectAccessible(admin)
    await expectFitsPhone(admin, 320)

    // The student is asked, and what they were typing is still there afterwards.
    await student.getByRole('button', { name: 'Save' }).first().click()
    await expect(student.getByRole('heading', { name: 'Before you continue' })).toBeVisible()
    await expect(student.getByText('Be kind to each other.')).toBeVisible()
    await expectAccessible(student)
    await expectFitsPhone(student, 320)
    await student.getByRole('checkbox', { name: 'I have read and accept the terms of use.' }).check()
    await student.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(student.getByRole('heading', { name: 'Before you continue' })).toBeHidden()
    await expect(headline).toHaveValue('Half a sentence')

    // A new user reads them before registering, and is shown a version that is published before they send the form.
    await visitor.goto('/register')
    await visitor.getByLabel('Full name').fill('Nell New')
    await visitor.getByLabel('Email').fill('nell@lectern.test')
    await visitor.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
    await visitor.getByRole('checkbox', { name: /accept the terms of use/ }).check()
    await publish(admin, 'Be kind to each other, always.')
    await visitor.getByRole('button', { name: 'Create account' }).click()
    await expect(visitor.getByRole('alert')).toContainText('have changed since you opened them')
    await expectAccessible(visitor)
    await visitor.getByRole('checkbox', { name: /accept the terms of use/ }).check()
    await visitor.getByRole('button', { name: 'Create account' }).click()
    await expect(visitor.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    await visitor.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' }).click()
    await expect(visitor.getByText('Be kind to each other, always.')).toBeVisible()
    await visitor.getByRole('link', { name: 'Version 1' }).click()
    await expect(visitor.getByText('no longer applies')).toBeVisible()
    await expectAccessible(visitor)
    await expectFitsPhone(visitor, 320)
  } finally {
    await server.stop()
  }
})
