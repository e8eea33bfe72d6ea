import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Input, Switch, Text } from '@mantine/core'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { TextLink } from '@/shared/link'
import { SortableList } from '@/shared/sortable-list'

import { homeGroup } from './api'
import { SettingsSection } from './settings-section'

type Section = Schema<'HomeSettings'>['sections'][number]

const labels = { search: msg`Title and search`, sections: msg`Sections of the home page` }

const sectionLabels: Record<Section, ReturnType<typeof msg>> = {
  courses: msg`Featured courses`,
  batches: msg`Next batches with free seats`,
  catalogue: msg`Catalogue`,
  instructors: msg`Instructors`,
  testimonials: msg`Published feedback`,
  posts: msg`Featured posts of the blog`,
  demo: msg`Demo classes`,
  companies: msg`Corporate training`,
  newsletter: msg`Newsletter`,
}

const isSection = (name: string): name is Section => name in sectionLabels

/** What visitors see on the home page, in which order. */
export function HomeSettings() {
  return (
    <SettingsSection
      group={homeGroup}
      title={t`Home page`}
      lead={t`What visitors see first, from top to bottom. A section without content stays hidden.`}
      labels={labels}
      height={102 + Object.keys(sectionLabels).length * 50}
    >
      {({ form, fixed }) => (
        <>
          <Switch
            label={t(labels.search)}
            disabled={fixed('search')}
            {...form.getInputProps('search', { type: 'checkbox' })}
          />
          <SectionList
            shown={form.values.sections}
            onChange={(sections) => form.setFieldValue('sections', sections)}
            isFixed={fixed('sections')}
            error={form.errors.sections}
          />
          <Text size="sm" c="dimmed">
            <Trans>
              You choose the featured courses{' '}
              <TextLink to="/admin/catalogue" search={{ tab: 'home' }} underline="always">
                in the catalogue
              </TextLink>
              .
            </Trans>
          </Text>
        </>
      )}
    </SettingsSection>
  )
}

type ListProps = {
  shown: Section[]
  onChange: (shown: Section[]) => void
  isFixed: boolean
  error: React.ReactNode
}

/** All sections in order. Those that are switched off keep their place until the page is left. */
function SectionList({ shown, onChange, isFixed, error }: ListProps) {
  const [order, setOrder] = useState(() => withHidden(shown))
  // What was saved elsewhere may have another order.
  const all = order.filter((name) => shown.includes(name)).join() === shown.join() ? order : withHidden(shown)
  const items = all.map((id) => ({ id, title: t(sectionLabels[id]) }))
  const reorder = (next: Section[]) => {
    if (isFixed) return
    setOrder(next)
    onChange(next.filter((name) => shown.includes(name)))
  }
  const toggle = (name: Section, on: boolean) => {
    setOrder(all)
    onChange(all.filter((other) => (other === name ? on : shown.includes(other))))
  }
  return (
    <Input.Wrapper label={t(labels.sections)} labelElement="div" error={error}>
      <SortableList label={t(labels.sections)} items={items} onOrder={(next) => reorder(next.map(({ id }) => id))}>
        {({ id, title }) => (
          <Group flex={1} mih={36}>
            <Switch
              label={title}
              checked={shown.includes(id)}
              disabled={isFixed}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          </Group>
        )}
      </SortableList>
    </Input.Wrapper>
  )
}

const withHidden = (shown: Section[]) => [
  ...shown,
  ...Object.keys(sectionLabels)
    .filter(isSection)
    .filter((name) => !shown.includes(name)),
]
