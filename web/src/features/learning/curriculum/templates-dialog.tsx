import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { Dialog } from '@/shared/dialog'
import { Empty } from '@/shared/empty'
import { count } from '@/shared/format'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import classes from './builder-page.module.css'
import { choices, difficulties, difficultyOf } from './difficulties'
import { templatesQuery, useImportTemplate, useRemoveTemplate } from './exchange-api'
import type { TemplateFilters } from './filters'
import { LeftOut } from './left-out'

/** Appends a template to the draft. */
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
    <Dialog title="Begin with a template" onClose={onClose} size="lg" closeLabel="Close">
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
    </Dialog>
  )
}

type TemplateProps = { template: Schema<'CurriculumTemplate'>; onTake: () => void; pending: boolean }

function Template({ template: t, onTake, pending }: TemplateProps) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveTemplate()
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
        <Group gap="xs" wrap="nowrap">
          {t.removable && (
            <Button variant="subtle" color="red.9" aria-label={`Remove ${t.title}`} onClick={() => setAsking(true)}>
              Remove
            </Button>
          )}
          <Button variant="light" loading={pending} aria-label={`Use ${t.title}`} onClick={onTake}>
            Use
          </Button>
        </Group>
      </Group>
      {asking && (
        <Confirm
          title={`Remove “${t.title}”?`}
          text="It is not offered any more. Courses that were begun with it stay as they are."
          action="Remove"
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(t.id)}
        />
      )}
    </li>
  )
}
