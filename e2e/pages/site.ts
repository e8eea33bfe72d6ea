// Pages of the public site and the blog.
import { expect, type Page } from '@playwright/test'

import type { Schema } from '../api'
import type { ApiAs } from '../fixtures'
import type { AppPage } from './app-page'

export const site: AppPage[] = [
  { name: 'home page of a visitor', open: (page) => page.goto('/') },
  { name: 'privacy policy that nobody has published', open: (page) => page.goto('/privacy'), missing: 2 },
  { name: 'not found', open: (page) => page.goto('/no/such/page'), missing: 1 },
  { name: 'feedback', open: (page) => page.goto('/feedback') },
  { name: 'feedback on the site', as: 'admin', open: (page) => page.goto('/admin/feedback') },
  { name: 'terms and privacy', as: 'admin', open: (page) => page.goto('/admin/terms') },
  { name: 'terms that nobody has published', open: (page) => page.goto('/terms'), missing: 2 },
  { name: 'blog', open: (page) => page.goto('/blog') },
  { name: 'post', open: (page) => page.goto('/blog/how-to-read-your-first-balance-sheet') },
  { name: 'posts that one writes', as: 'instructor', open: (page) => page.goto('/teach/blog') },
  { name: 'posts of all authors', as: 'admin', open: (page) => page.goto('/teach/blog') },
  { name: 'tags of the blog', as: 'admin', open: (page) => page.goto('/teach/blog/tags') },
  { name: 'import of posts', as: 'admin', open: (page) => page.goto('/teach/blog/import') },
  { name: 'preview of a draft', open: openPreview },
  { name: 'media library', as: 'instructor', open: (page) => page.goto('/teach/media') },
  { name: 'post editor', as: 'instructor', open: openPostEditor },
]

async function openPreview(page: Page, api: ApiAs) {
  const instructor = await api('instructor')
  const [post] = await instructor.get<Schema<'PostDraft'>[]>('/blogs/manage')
  const { path } = await instructor.send<Schema<'PreviewLink'>>('post', `/blogs/${post?.id}/preview-link`)
  await page.goto(path)
}

async function openPostEditor(page: Page, api: ApiAs) {
  const [post] = await (await api('instructor')).get<Schema<'PostDraft'>[]>('/blogs/manage')
  await page.goto(`/teach/blog/${post?.id}`)
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
}
