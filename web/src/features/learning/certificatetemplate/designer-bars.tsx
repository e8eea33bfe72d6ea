import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconFileTypePdf } from '@tabler/icons-react'

import { fieldErrors } from '@/api/client'
import { Failure } from '@/shared/query-view'
import bar from '@/shared/sticky-bar.module.css'

import { type Kind, type Layout, type Sample, type TemplateEdit, useDownloadSample } from './api'
import { kindNames, kinds, languageNames, sampleNames, samples } from './kinds'
import { added, hasRoomFor } from './layout'
import { PictureButton } from './picture-button'
import type { Editing } from './use-editing'

type FieldsProps = {
  edit: TemplateEdit
  error: Error | null
  onChange: (change: Partial<TemplateEdit>, run?: string) => void
}

const frameNames = () => [
  { value: 'none', label: t({ message: 'None', context: 'frame' }) },
  { value: 'single', label: t({ message: 'One line', context: 'frame' }) },
  { value: 'double', label: t({ message: 'Two lines', context: 'frame' }) },
]

const frames = ['none', 'single', 'double'] as const

/** What a template is called, its language, and the frame around it. */
export function TemplateFields({ edit: { name, language, layout }, error, onChange }: FieldsProps) {
  return (
    <Group gap="sm" mb="md" align="flex-start">
      <TextInput
        label={t`Name of the template`}
        error={fieldErrors(error).name}
        maxLength={80}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value }, 'name')}
        style={{ flex: '1 1 240px' }}
      />
      <NativeSelect
        label={t`Language of dates`}
        value={language}
        data={[
          { value: 'en', label: t(languageNames.en) },
          { value: 'de', label: t(languageNames.de) },
        ]}
        onChange={(event) => onChange({ language: event.currentTarget.value === 'de' ? 'de' : 'en' })}
      />
      <NativeSelect
        label={t({ message: 'Frame', context: 'around a certificate' })}
        value={layout.frame}
        data={frameNames()}
        onChange={(event) => {
          const frame = frames.find((one) => one === event.currentTarget.value) ?? 'none'
          onChange({ layout: { ...layout, frame } })
        }}
      />
    </Group>
  )
}

type SampleProps = {
  layout: Layout
  sample: Sample
  onSample: (sample: Sample) => void
  onAdd: (added: { layout: Layout; id: string }) => void
}

/** Adds elements, and chooses whose name the preview shows. */
export function SampleBar({ layout, sample, onSample, onAdd }: SampleProps) {
  const offered: readonly Kind[] = kinds.filter((kind) => kind !== 'image' && hasRoomFor(layout, kind))
  return (
    <Group gap="sm" mb="sm">
      <NativeSelect
        aria-label={t`Add element`}
        value=""
        data={[
          { value: '', label: t`Add element` },
          ...offered.map((kind) => ({ value: kind, label: t(kindNames[kind]) })),
        ]}
        onChange={(event) => {
          const kind = offered.find((one) => one === event.currentTarget.value)
          if (kind) onAdd(added(layout, kind, kind === 'text' ? { text: t`New text` } : {}))
        }}
      />
      <PictureButton
        label={t`Add picture`}
        disabled={!hasRoomFor(layout, 'image')}
        onUploaded={({ id, width, height }) =>
          onAdd(added(layout, 'image', { picture_id: id, ...within(60, 60, width, height) }))
        }
      />
      <NativeSelect
        aria-label={t`Names in the preview`}
        value={sample}
        data={samples.map((value) => ({ value, label: t(sampleNames[value]) }))}
        onChange={(event) => onSample(samples.find((one) => one === event.currentTarget.value) ?? 'latin')}
        style={{ marginInlineStart: 'auto' }}
      />
    </Group>
  )
}

/** The size in mm of a picture in a box. */
function within(w: number, h: number, width: number, height: number) {
  const scale = Math.min(w / width, h / height)
  return { w: width * scale, h: height * scale }
}

type BarProps = { templateId: string; editing: Editing; sample: Sample }

/** Undo, redo, sample and save; in view wherever the page is scrolled to. */
export function DesignerBar({ templateId, editing, sample }: BarProps) {
  const { isDirty, isSaving, canUndo, canRedo, undo, redo, save, now } = editing
  const download = useDownloadSample({ id: templateId, name: now.name })
  return (
    <>
      {download.error && <Failure error={download.error} />}
      <div className={bar.bar}>
        <ActionIcon variant="default" size={44} aria-label={t`Undo`} disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={20} />
        </ActionIcon>
        <ActionIcon variant="default" size={44} aria-label={t`Redo`} disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={20} />
        </ActionIcon>
        <Text size="sm" role="status" style={{ flex: 1 }}>
          {isDirty ? t`You have unsaved changes.` : t`All changes are saved.`}
        </Text>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={18} />}
          loading={download.isPending}
          disabled={isDirty}
          onClick={() => download.mutate(sample)}
        >
          <Trans>Download sample</Trans>
        </Button>
        <Button loading={isSaving} disabled={!isDirty} onClick={save}>
          <Trans>Save template</Trans>
        </Button>
      </div>
    </>
  )
}
