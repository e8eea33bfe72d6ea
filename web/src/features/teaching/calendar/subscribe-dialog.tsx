import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Dialog } from '@/shared/dialog'
import { FormSummary } from '@/shared/form-summary'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { FeedAddress } from './feed-address'
import { FeedList } from './feed-list'
import { feedsQuery, useCreateFeed } from './feeds-api'

/** Makes addresses under which calendar programs read the user's sessions, and lists those there are. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const feeds = useQuery(feedsQuery())
  const create = useCreateFeed()
  return (
    <Dialog title={t`Subscribe to your calendar`} size="lg" closeLabel={t`Close`} onClose={onClose}>
      <Text>
        <Trans>
          Your sessions appear in the calendar of your phone or computer and follow every change. Most calendar apps
          check for changes every few hours.
        </Trans>
      </Text>
      {create.data ? <FeedAddress path={create.data.url} /> : <NewAddress create={create} />}
      <QueryView query={feeds} skeleton={<Rows />}>
        {(all) => all.length > 0 && <FeedList feeds={all} />}
      </QueryView>
    </Dialog>
  )
}

function NewAddress({ create }: { create: ReturnType<typeof useCreateFeed> }) {
  const [name, setName] = useState('')
  const { name: wrong } = fieldErrors(create.error)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate(name)
      }}
    >
      <FormSummary error={create.error} fields={['name']} />
      <Group align="flex-end" gap="sm">
        <TextInput
          label={t`Where will you use it?`}
          placeholder={t`Phone`}
          maxLength={60}
          flex="1 1 220px"
          data-autofocus
          value={name}
          error={wrong}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          <Trans>Create address</Trans>
        </Button>
      </Group>
    </form>
  )
}
