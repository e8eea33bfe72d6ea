import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { Dialog } from '@/shared/dialog'
import { Empty } from '@/shared/empty'
import { options } from '@/shared/options'
import { Pages } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import classes from './builder-page.module.css'
import { difficulties, difficultyOf } from './difficulties'
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
        toast(plural(lessons, { one: '# lesson added.', other: '# lessons added.' }))
        if (left_out.length === 0) onClose()
      },
    })
  const level = (value: string) => {
    const difficulty = difficultyOf(value)
    setFilters(difficulty ? { difficulty } : {})
  }
  return (
    <Dialog title={t`Add from template`} onClose={onClose} size="lg" closeLabel={t`Close`}>
      <NativeSelect
        aria-label={t`Difficulty`}
        data={[{ value: '', label: t`Any difficulty` }, ...options(difficulties)]}
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
          <Empty title={t`No templates`}>
            <Trans>Save a course's curriculum as a template to use it here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <ul className={classes.versions} aria-label={t`Templates`}>
              {items.map((template) => (
                <Template
                  key={template.id}
                  template={template}
                  onTake={() => take(template.id)}
                  pending={add.isPending && add.variables === template.id}
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

function Template({ template, onTake, pending }: TemplateProps) {
  const { title, lessons, duration: weeks } = template
  const [asking, setAsking] = useState(false)
  const remove = useRemoveTemplate()
  return (
    <li>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={700}>{title}</Text>
          <Text size="sm" c="dimmed">
            {template.category} · {t(difficulties[template.difficulty])} ·{' '}
            {plural(lessons, { one: '# lesson', other: '# lessons' })}
            {weeks > 0 && ` · ${plural(weeks, { one: '# week', other: '# weeks' })}`}
          </Text>
          {template.summary && <Text size="sm">{template.summary}</Text>}
        </div>
        <Group gap="xs" wrap="nowrap">
          {template.removable && (
            <Button variant="subtle" color="red" aria-label={t`Delete “${title}”`} onClick={() => setAsking(true)}>
              <Trans>Delete</Trans>
            </Button>
          )}
          <Button variant="light" loading={pending} aria-label={t`Use “${title}”`} onClick={onTake}>
            <Trans>Use</Trans>
          </Button>
        </Group>
      </Group>
      {asking && (
        <Confirm
          title={t`Delete “${title}”?`}
          text={t`The template is deleted for good. Courses that were created from it stay as they are.`}
          action={t`Delete`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={() => setAsking(false)}
          onConfirm={() => remove.mutate(template.id)}
        />
      )}
    </li>
  )
}
