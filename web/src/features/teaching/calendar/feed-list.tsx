import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text, Title } from '@mantine/core'

import { Day, Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Feed, useRemoveFeed } from './feeds-api'

/** The addresses that a user has, each with when it was last used; one that is removed stops working at once. */
export function FeedList({ feeds }: { feeds: Feed[] }) {
  const remove = useRemoveFeed()
  return (
    <section aria-labelledby="feeds">
      <Title order={3} size="h5" mb="xs" id="feeds">
        <Trans>Your calendar addresses</Trans>
      </Title>
      {remove.error && <Failure error={remove.error} />}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {feeds.map(({ id, name, created_at: created, last_used_at: used }) => (
          <Group component="li" key={id} justify="space-between" gap="sm" wrap="nowrap">
            <div>
              <Text>{name}</Text>
              <Text size="sm" c="dimmed" component="div">
                <Trans>
                  Created <Day at={created} />
                </Trans>
                {', '}
                {used ? (
                  <Trans>
                    last used <Moment at={used} />
                  </Trans>
                ) : (
                  <Trans>not used yet</Trans>
                )}
              </Text>
            </div>
            <Button
              variant="subtle"
              color="red.9"
              style={{ flexShrink: 0 }}
              aria-label={t`Remove the address for ${name}`}
              loading={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id, { onSuccess: () => toast(t`Address removed.`) })}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
