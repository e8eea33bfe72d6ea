import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Dialog, DialogActions } from '@/shared/dialog'
import { toMinute } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'

import { type PostDraft, revisionQuery, revisionsQuery, useRestoreRevision } from './api'
import { causeLabels } from './labels'

type Props = {
  draft: PostDraft
  /** While something is not saved. */
  disabled: boolean
  onRestored: (draft: PostDraft) => void
}

/** Opens the earlier texts of a post. */
export function Revisions({ draft, disabled, onRestored }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button variant="default" size="xs" h={36} disabled={disabled} onClick={() => setOpen(true)}>
        <Trans>History</Trans>
      </Button>
      {open && (
        <HistoryDialog
          draft={draft}
          onClose={() => setOpen(false)}
          onRestored={(restored) => {
            toast(t`Restored. Readers see it once you publish.`)
            onRestored(restored)
            setOpen(false)
          }}
        />
      )}
    </div>
  )
}

type DialogProps = { draft: PostDraft; onClose: () => void; onRestored: (draft: PostDraft) => void }

function HistoryDialog({ draft, onClose, onRestored }: DialogProps) {
  const revisions = useQuery(revisionsQuery(draft.id, draft.version))
  const restore = useRestoreRevision(draft.id)
  const [chosen, setChosen] = useState<Schema<'PostRevision'>>()
  return (
    <Dialog title={t`History`} size="lg" onClose={onClose}>
      {restore.error && <Failure error={restore.error} />}
      {chosen ? (
        <Preview draft={draft} revision={chosen.id} />
      ) : (
        <QueryView query={revisions} skeleton={<Rows height={56} />}>
          {(all) => (
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Revisions`}>
              {all.map((revision) => (
                <Row key={revision.id} revision={revision} onView={() => setChosen(revision)} />
              ))}
            </Stack>
          )}
        </QueryView>
      )}
      <DialogActions onCancel={chosen ? () => setChosen(undefined) : onClose} cancel={chosen ? t`Back` : t`Close`}>
        {chosen && !chosen.isDraft && (
          <Button
            loading={restore.isPending}
            onClick={() => restore.mutate({ version: draft.version, revision: chosen.id }, { onSuccess: onRestored })}
          >
            <Trans>Restore as draft</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Row({ revision, onView }: { revision: Schema<'PostRevision'>; onView: () => void }) {
  const at = toMinute(revision.madeAt)
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm">
          {at} · {revision.madeBy || t`Former author`}
        </Text>
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {t(causeLabels[revision.cause])} · {plural(revision.words, { one: '# word', other: '# words' })}
          </Text>
          {revision.isDraft && (
            <Badge variant="light" color="gray">
              <Trans>Draft</Trans>
            </Badge>
          )}
          {revision.isLive && (
            <Badge variant="light" color="teal">
              <Trans>What readers see</Trans>
            </Badge>
          )}
        </Group>
      </div>
      <Button variant="default" size="xs" h={36} aria-label={t`View the revision of ${at}`} onClick={onView}>
        <Trans>View</Trans>
      </Button>
    </Group>
  )
}

function Preview({ draft, revision }: { draft: PostDraft; revision: string }) {
  const text = useQuery(revisionQuery(draft.id, revision))
  return (
    <QueryView query={text} skeleton={<Rows height={120} />}>
      {({ title, html }) => (
        <div>
          <Text fw={700} mb="xs">
            {title}
          </Text>
          <RichText html={html} />
        </div>
      )}
    </QueryView>
  )
}
