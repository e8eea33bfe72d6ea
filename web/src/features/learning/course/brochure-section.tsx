import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, FileButton, Group, Text } from '@mantine/core'
import { useRef } from 'react'

import { bytes } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type CourseDetail, versionOf } from './api'
import { EditorSection } from './editor-section'
import { useRemoveBrochure, useSaveBrochure } from './typed-api'

/** Uploads, replaces and deletes the brochure of a course. */
export function BrochureSection({ course: { id, brochure, updatedAt } }: { course: CourseDetail }) {
  const save = useSaveBrochure(id)
  const remove = useRemoveBrochure(id)
  const error = save.error ?? remove.error
  const reset = useRef<() => void>(null) // so that the same file can be chosen again
  const pick = (pdf: File | null) => {
    if (!pdf) return
    reset.current?.()
    remove.reset()
    save.mutate({ tag: versionOf(updatedAt), body: pdf })
  }
  return (
    <EditorSection title={t`Brochure`} lead={t`A PDF of up to 20 MB for prospective learners.`}>
      <Group mt="md">
        {brochure && (
          <Anchor href={brochure.address} target="_blank">
            {brochure.name} ({bytes(brochure.size)})
          </Anchor>
        )}
        <FileButton
          resetRef={reset}
          onChange={pick}
          accept=".pdf,application/pdf"
          inputProps={{ 'aria-label': t`Brochure (PDF)` }}
        >
          {(button) => (
            <Button {...button} variant="default" loading={save.isPending}>
              {brochure ? t`Replace PDF` : t`Choose PDF`}
            </Button>
          )}
        </FileButton>
        {brochure && (
          <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            <Trans>Remove brochure</Trans>
          </Button>
        )}
        <Text role="status" c="dimmed">
          {save.isSuccess && t`Brochure saved.`}
        </Text>
      </Group>
      {error && <Failure error={error} />}
    </EditorSection>
  )
}
