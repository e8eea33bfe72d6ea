import { expect } from '@playwright/test'

import type { Api, Schema } from './api'

/** The link to this page in the newest email to this address. */
export async function linkInEmail(admin: Api, email: string, page: string) {
  let link: string | undefined
  await expect(async () => {
    for (let part = 1; part <= 3 && !link; part++) {
      const emails = await admin.get<Schema<'StoredEmail'>[]>(`/mails?limit=100&page=${part}`)
      for (const { id, to } of emails) {
        if (link || !to.includes(email)) continue
        const { text } = await admin.get<Schema<'StoredEmail'>>(`/mails/${id}`)
        link = new RegExp(`${page}#[\\w-]+`).exec(text ?? '')?.[0]
      }
    }
    expect(link, `an email to ${email} leads to ${page}`).toBeDefined()
  }).toPass({ timeout: 20_000, intervals: [250] })
  return link ?? ''
}
