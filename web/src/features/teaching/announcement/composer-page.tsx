import { t } from '@lingui/core/macro'
import { Container, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { announcementQuery, useChange, useCreate } from './api'
import { blank, bodyOf, composedOf } from './composer'
import { ComposerForm } from './composer-form'

type Props = {
  /** The user may address everyone: administrators. */
  everyone: boolean
  onDone: () => void
}

/** Writes a new announcement. */
export function NewAnnouncementPage({ everyone, onDone }: Props) {
  const create = useCreate()
  return (
    <Container size={1100} py={{ base: 'md', sm: 'xl' }}>
      <PageHead title={t`New announcement`} />
      <ComposerForm
        initial={blank}
        everyone={everyone}
        status="new"
        mutation={create}
        onSave={(composed, status, onError) =>
          create.mutate(bodyOf(composed, status, 'html'), {
            onSuccess: (a) => {
              toast(a.status === 'draft' ? t`Draft saved.` : published(a.status))
              onDone()
            },
            onError,
          })
        }
      />
    </Container>
  )
}

const published = (status: string) => (status === 'scheduled' ? t`Announcement scheduled.` : t`Announcement published.`)

/** Changes an announcement. */
export function EditAnnouncementPage({ id, everyone, onDone }: Props & { id: string }) {
  const query = useQuery({ ...announcementQuery(id), staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' })
  const change = useChange(id)
  return (
    <Container size={1100} py={{ base: 'md', sm: 'xl' }}>
      <PageHead title={t`Edit announcement`} />
      <QueryView query={query} skeleton={<Skeleton height={520} radius="lg" />}>
        {({ value, tag }) => (
          <ComposerForm
            key={value.version}
            initial={composedOf(value)}
            format={value.format}
            everyone={everyone}
            status={value.status}
            mutation={change}
            onSave={(composed, status, onError) =>
              change.mutate(
                {
                  ...bodyOf(composed, status, composed.html === value.content ? value.format : 'html'),
                  ...(composed.again && { again: true }),
                  tag,
                },
                {
                  onSuccess: () => {
                    toast(t`Announcement saved.`)
                    onDone()
                  },
                  onError,
                },
              )
            }
          />
        )}
      </QueryView>
    </Container>
  )
}
