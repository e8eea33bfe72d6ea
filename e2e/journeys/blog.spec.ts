// A post on its way from an instructor's editor to its readers.
import type { Schema } from '../api'
import { expect, test } from '../fixtures'

test('an instructor writes a post, an administrator publishes it, and readers find it, also by an earlier address', async ({
  as,
  page,
}) => {
  const instructor = await as('instructor')
  await instructor.goto('/teach/blog')
  await instructor.getByRole('button', { name: 'New post' }).click()
  await instructor.getByLabel('Title', { exact: true }).fill('Dice in the classroom')
  await instructor.getByRole('button', { name: 'Create draft' }).click()
  const text = instructor.getByRole('textbox', { name: 'Text' })
  await text.click()
  await instructor.keyboard.type('## Why dice')
  await instructor.keyboard.press('Enter')
  await instructor.keyboard.type('Chance is easier to believe when it rattles.')
  await instructor.getByLabel('Summary').fill('A die is the smallest laboratory.')
  await instructor.getByRole('combobox', { name: 'Tags' }).fill('Classroom')
  await instructor.keyboard.press('Enter')
  await expect(instructor.getByRole('status').filter({ hasText: 'All changes saved' })).toBeVisible()
  await instructor.getByRole('button', { name: 'Request review' }).click()
  await expect(instructor.getByText('Review requested')).toBeVisible()

  const admin = await as('admin')
  await admin.goto('/teach/blog?to_review=true')
  await admin.getByRole('link', { name: 'Dice in the classroom' }).click()
  await admin.getByRole('button', { name: 'Publish', exact: true }).click()
  await admin.getByRole('button', { name: 'Publish now' }).click()
  await expect(admin.getByText('Post published.')).toBeVisible()
  await admin.getByRole('button', { name: 'Change address' }).click()
  await admin.getByLabel('Web address').fill('rattling dice')
  await admin.getByRole('button', { name: 'Save address' }).click()
  await expect(admin.getByText('/blog/rattling-dice')).toBeVisible()

  // Its author goes on writing: readers don't see it.
  await text.click()
  await instructor.keyboard.press('Control+End')
  await instructor.keyboard.type(' Not yet.')
  await expect(instructor.getByText('Not saved yet')).toBeVisible()
  await expect(instructor.getByText('All changes saved')).toBeVisible()
  await expect(instructor.getByText('Unpublished changes')).toBeVisible()

  // Anyone with the preview link does.
  await instructor.getByRole('button', { name: 'Create link' }).click()
  await page.goto(await instructor.getByRole('textbox', { name: 'Preview link' }).inputValue())
  await expect(page.getByRole('heading', { level: 1, name: 'Dice in the classroom' })).toBeVisible()
  await expect(page.getByText('Not yet.')).toBeVisible()

  await page.goto('/blog')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('ratles clasroom') // misspelt
  await expect(page.getByText('1 post', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dice in the classroom' })).toBeVisible()
  await page.getByRole('button', { name: /^Classroom/ }).click()
  await page.getByRole('link', { name: 'Dice in the classroom' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dice in the classroom' })).toBeVisible()
  await expect(page.getByText('Chance is easier to believe when it rattles.')).toBeVisible()
  await expect(page.getByText('Not yet.')).toHaveCount(0)
  await page.goto('/blog/dice-in-the-classroom')
  await expect(page).toHaveURL(/\/blog\/rattling-dice$/)
})

test('the first comment of a reader waits for an administrator, then everybody reads it and its author is answered', async ({
  as,
  page,
}) => {
  const post = '/blog/bread-is-mostly-waiting'
  const said = `Wheat and rye, half and half, ${Date.now()}`
  await page.goto(post)
  await expect(page.getByRole('link', { name: 'Sign in to comment' })).toBeVisible()

  const reader = await as('corporate')
  await reader.goto(post)
  await reader.getByLabel('Your comment').fill(said)
  await reader.getByRole('button', { name: 'Post comment' }).click()
  await expect(reader.getByText('Waiting for approval. Only you can see it.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Comments' })).toBeVisible()
  await expect(page.getByText(said)).toHaveCount(0)

  const admin = await as('admin')
  await admin.goto('/admin/comments')
  const waiting = admin.getByRole('listitem').filter({ hasText: said })
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText('Comment approved.')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  const other = await as('student')
  await other.goto(post)
  const comment = other.getByRole('listitem').filter({ hasText: said })
  await comment.getByRole('button', { name: 'Reply' }).click()
  await other.getByLabel(/^Your reply to/).fill('I will try that.')
  await other.getByRole('button', { name: 'Post reply' }).click()
  await page.reload()
  await expect(page.getByText(said)).toBeVisible()
})

test('an administrator renames a tag and merges another one into it, and old links lead to the posts', async ({
  as,
  api,
  page,
}) => {
  const [author, publisher] = [await api('instructor'), await api('admin')]
  const write = async (title: string, tag: string) => {
    const { id } = await author.send<Schema<'PostDraft'>>('post', '/blogs', { title })
    await author.send('put', `/blogs/${id}`, { title, html: '<p>Rattle.</p>', tags: [tag] })
    await publisher.send('post', `/blogs/${id}/publish`, {})
  }
  await write('Cups for dice', 'Dice cups')
  await write('Boxes for dice', 'Dice boxes')

  const admin = await as('admin')
  await admin.goto('/teach/blog')
  await admin.getByRole('link', { name: 'Tags', exact: true }).click()
  await admin.getByRole('searchbox', { name: 'Search tags' }).fill('dice')
  await expect(admin.getByText('2 tags', { exact: true })).toBeVisible() // what is clicked before has moved when the button is released
  await admin.getByRole('button', { name: 'Rename Dice cups' }).click()
  await admin.getByLabel('Name', { exact: true }).fill('Beakers')
  await admin.getByRole('button', { name: 'Rename tag' }).click()
  await expect(admin.getByText('Tag renamed.')).toBeVisible()
  await admin.getByRole('button', { name: 'Merge Dice boxes' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Tag that stays' }).fill('beakers')
  await admin.getByRole('option', { name: 'Beakers (1)' }).click()
  await dialog.getByRole('button', { name: 'Merge tags' }).click()
  await expect(admin.getByText('Tags merged into “Beakers”.')).toBeVisible()

  for (const former of ['dice-cups', 'dice-boxes']) {
    await page.goto(`/blog?tag=${former}`)
    await expect(page).toHaveURL('/blog?tag=beakers')
    await expect(page.getByRole('link', { name: 'Cups for dice' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Boxes for dice' })).toBeVisible()
  }
})
