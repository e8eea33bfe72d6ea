import { expect } from '@playwright/test'

import type { Api, Schema } from './api'

/** The link to this page in the newest email to this address. */
export async function linkInEmail(admin: Api, email: string, page: string) {
  let link: string | undefined
  await expect(async () => {
    for (const { id, to } of await admin.get<Schema<'StoredEmail'>[]>('/mails')) {
      if (!to.includes(email)) continue
      const { text } = await admin.get<Schema<'StoredEmail'>>(`/mails/${id}`)
      link ??= new RegExp(`${page}#[\\w-]+`).exec(text ?? '')?.[0]
    }
    expect(link, `an email to ${email} leads to ${page}`).toBeDefined()
  }).toPass({ timeout: 20_000, intervals: [250] })
  return link ?? ''
}
