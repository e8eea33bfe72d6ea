import { Button, Group, Modal, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
import { count } from '@/shared/format'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type TemplateFilters, templatesQuery, useImportTemplate, useMakeTemplate } from './api'
import classes from './builder-page.module.css'
import { LeftOut } from './left-out'

type Difficulty = NonNullable<TemplateFilters['difficulty']>
const difficulties: Record<Difficulty, string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}
const choices = Object.entries(difficulties).map(([value, label]) => ({ value, label }))
const difficultyOf = (value: string) =>
  value === 'beginner' || value === 'intermediate' || value === 'advanced' ? value : undefined

/** Puts a template at the end of the draft. */
export function TemplatesDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const [filters, setFilters] = useState<TemplateFilters>({})
  const templates = useQuery(templatesQuery(filters))
  const add = useImportTemplate(courseId)
  const take = (id: string) =>
    add.mutate(id, {
      onSuccess: ({ lessons, left_out }) => {
        toast(`${count(lessons, 'lesson')} added`)
        if (left_out.length === 0) onClose()
      },
    })
  const level = (value: string) => {
    const difficulty = difficultyOf(value)
    setFilters(difficulty ? { difficulty } : {})
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Begin with a template"
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <NativeSelect
          aria-label="Difficulty"
          data={[{ value: '', label: 'Any difficulty' }, ...choices]}
          value={filters.difficulty ?? ''}
          onChange={(event) => level(event.currentTarget.value)}
        />
        {add.error && <Failure error={add.error} />}
        {add.data && <LeftOut left={add.data.left_out} />}
        <QueryView
          query={templates}
          skeleton={<Skeleton height={160} />}
          isEmpty={(d) => d.items.length === 0}
          empty={
            <Empty title="No templates">Save the curriculum of a course as a template, and it is offered here.</Empty>
          }
        >
          {({ items, pagination }) => (
            <>
              <ul className={classes.versions} aria-label="Templates">
                {items.map((t) => (
                  <Template
                    key={t.id}
                    template={t}
                    onTake={() => take(t.id)}
                    pending={add.isPending && add.variables === t.id}
                  />
                ))}
              </ul>
              <Pages pagination={pagination} onPage={(page) => setFilters({ ...filters, page })} />
            </>
          )}
        </QueryView>
      </Stack>
    </Modal>
  )
}

type TemplateProps = { template: Schema<'CurriculumTemplate'>; onTake: () => void; pending: boolean }

function Template({ template: t, onTake, pending }: TemplateProps) {
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={700}>{t.title}</Text>
          <Text size="sm" c="dimmed">
            {t.category} · {difficulties[t.difficulty]} · {count(t.lessons, 'lesson')}
            {t.duration > 0 && ` in ${count(t.duration, 'week')}`}
          </Text>
          {t.summary && <Text size="sm">{t.summary}</Text>}
        </div>
        <Button variant="light" loading={pending} aria-label={`Use ${t.title}`} onClick={onTake}>
          Use
        </Button>
      </Group>
    </li>
  )
}

/** Keeps the draft as a template: its texts and structure, without files and videos. */
export function MakeTemplateDialog({
  courseId,
  title,
  onClose,
}: {
  courseId: string
  title: string
  onClose: () => void
}) {
  const make = useMakeTemplate()
  const [form, setForm] = useState({ title, summary: '', category: '', difficulty: 'beginner' })
  const errors = fieldErrors(make.error)
  const keep = () =>
    make.mutate(
      { ...form, course_id: courseId, difficulty: difficultyOf(form.difficulty) ?? 'beginner' },
      {
        onSuccess: () => {
          toast('Template saved')
          onClose()
        },
      },
    )
  const field = (member: 'title' | 'summary' | 'category') => ({
    value: form[member],
    error: errors[member],
    onChange: (event: { currentTarget: { value: string } }) =>
      setForm({ ...form, [member]: event.currentTarget.value }),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Save as a template"
      radius="lg"
      closeButtonProps={{ 'aria-label': 'Cancel' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
      >
        <Stack>
          {make.error && Object.keys(errors).length === 0 && <Failure error={make.error} />}
          <Text size="sm">The structure and the texts are kept; files and videos stay with this course.</Text>
          <TextInput label="Title" maxLength={200} {...field('title')} />
          <TextInput label="Category" maxLength={80} {...field('category')} />
          <TextInput label="Summary" maxLength={1000} {...field('summary')} />
          <NativeSelect
            label="Difficulty"
            data={choices}
            value={form.difficulty}
            onChange={(event) => setForm({ ...form, difficulty: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={make.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
