import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'

import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useSetStatus } from './api'

type Props = { ids: string[]; onDone: () => void }

/** Changes the status of the selected announcements. */
export function BulkStatus({ ids, onDone }: Props) {
  const change = useSetStatus()
  const set = (status: 'draft' | 'published' | 'archived') =>
    change.mutate(
      { ids, status },
      {
        onSuccess: (outcomes) => {
          const refused = (outcomes ?? []).filter(({ outcome }) => outcome === 'refused').length
          const done = ids.length - refused
          toast(
            refused > 0
              ? t`${done} changed, ${refused} not: they would have expired, or no longer exist.`
              : plural(done, { one: '# announcement changed.', other: '# announcements changed.' }),
          )
          onDone()
        },
      },
    )
  return (
    <>
      {change.error && <Failure error={change.error} />}
      <Group gap="xs" mb="sm" role="group" aria-label={t`Selected announcements`}>
        <Text size="sm">{plural(ids.length, { one: '# selected', other: '# selected' })}</Text>
        <Button size="xs" h={36} loading={change.isPending} onClick={() => set('published')}>
          <Trans>Publish now</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" disabled={change.isPending} onClick={() => set('archived')}>
          <Trans>Archive</Trans>
        </Button>
        <Button size="xs" h={36} variant="default" disabled={change.isPending} onClick={() => set('draft')}>
          <Trans>Turn into drafts</Trans>
        </Button>
      </Group>
    </>
  )
}
