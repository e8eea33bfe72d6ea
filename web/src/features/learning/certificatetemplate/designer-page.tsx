import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Skeleton, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { useSchool } from '@/shared/school'

import { type Layout, type Sample, type Template, templateQuery } from './api'
import { Canvas } from './canvas'
import classes from './designer.module.css'
import { DesignerBar, SampleBar, TemplateFields } from './designer-bars'
import { ElementList } from './element-list'
import { changed, duplicated, isNeeded, removed, reordered, step } from './layout'
import { Problems, Refusals } from './problems'
import { Properties } from './properties'
import { useEditing } from './use-editing'
import { usePreview } from './use-preview'

/** Designs what the certificates of a template look like. */
export function DesignerPage({ templateId }: { templateId: string }) {
  const template = useQuery({ ...templateQuery(templateId), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <Container size={1320} px={0}>
      <TextLink to="/admin/certificate-templates" size="sm">
        <Trans>Certificate templates</Trans>
      </TextLink>
      <QueryView query={template} skeleton={<Skeleton height={700} />} isPage>
        {(loaded) => <Designer key={loaded.id} loaded={loaded} />}
      </QueryView>
    </Container>
  )
}

function Designer({ loaded }: { loaded: Template }) {
  const editing = useEditing(loaded)
  const { now, edit, isDirty } = editing
  const { layout } = now
  const [selected, setSelected] = useState<string>()
  const [sample, setSample] = useState<Sample>('latin')
  const preview = usePreview(now, sample)
  const { palette } = useSchool()
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm(t`Leave this page? Your changes are not saved.`),
    enableBeforeUnload: () => isDirty,
  })
  // not in fields, which have an undo of their own
  useHotkeys([
    ['mod+Z', editing.undo],
    ['mod+shift+Z', editing.redo],
    ['mod+Y', editing.redo],
  ])
  const put = (next: Layout, run = '') => edit({ ...now, layout: next }, run)
  const element = layout.elements.find(({ id }) => id === selected)
  const remove = (id: string) => {
    put(removed(layout, id))
    setSelected(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = step(event.key, event.shiftKey)
    if (!element || event.altKey || event.ctrlKey || event.metaKey) return
    if (by) put(changed(layout, element.id, { x: element.x + by.x, y: element.y + by.y }), `arrows ${element.id}`)
    else if (event.key === 'Delete' && !isNeeded(layout, element)) remove(element.id)
    else return
    event.preventDefault()
  }
  const add = ({ layout: next, id }: { layout: Layout; id: string }) => {
    put(next)
    setSelected(id)
  }
  return (
    <>
      <PageTitle title={now.name || t`Untitled`} mt="xs" mb="md" style={{ overflowWrap: 'anywhere' }} />
      {editing.theirs ? (
        <ChangedElsewhere
          title={t`Someone else has changed this template`}
          onKeep={editing.keepMine}
          onTake={editing.useTheirs}
        >
          <Text size="sm">
            <Trans>Your changes are not saved yet.</Trans>
          </Text>
        </ChangedElsewhere>
      ) : (
        <FormSummary error={editing.error} fields={['name']}>
          <Refusals error={editing.error} layout={layout} />
        </FormSummary>
      )}
      <TemplateFields edit={now} error={editing.error} onChange={(change, run) => edit({ ...now, ...change }, run)} />
      <div className={classes.designer}>
        <div>
          <SampleBar layout={layout} sample={sample} onSample={setSample} onAdd={add} />
          <Canvas
            svg={preview.svg}
            layout={layout}
            selected={selected}
            onSelect={setSelected}
            onPlace={(id, box, run) => put(changed(layout, id, box), run)}
            onKeyDown={onKeyDown}
          />
          <Text size="xs" c="dimmed" mt={4} role="status">
            {element
              ? t`${element.x} mm from the left, ${element.y} mm from the top`
              : t`Select an element to move or change it.`}
          </Text>
          <Problems error={preview.error} problems={preview.problems} layout={layout} onSelect={setSelected} />
        </div>
        <aside aria-label={t`Element`} style={{ display: 'grid', gap: '1.25rem' }}>
          <ElementList
            layout={layout}
            problems={preview.problems}
            selected={selected}
            onSelect={setSelected}
            onReorder={(id, by) => put(reordered(layout, id, by))}
            onDuplicate={() => element && add(duplicated(layout, element))}
            onRemove={remove}
            onKeyDown={onKeyDown}
          />
          {element && (
            <Properties
              key={element.id}
              element={element}
              color={palette.light.fill}
              onChange={(change, run) => put(changed(layout, element.id, change), run && `${run} ${element.id}`)}
            />
          )}
        </aside>
      </div>
      <DesignerBar templateId={loaded.id} editing={editing} sample={sample} />
    </>
  )
}
