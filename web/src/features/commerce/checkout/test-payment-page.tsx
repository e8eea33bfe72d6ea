import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Card, Center, Code, List, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { money } from '@/shared/money'
import { QueryView } from '@/shared/query-view'

import { testPaymentQuery, usePayWithTestCard } from './api'

type Props = { id: string; leave: (address: string) => void }

/** The payment page of the test provider, where a real one would stand at another address. */
export function TestPaymentPage({ id, leave }: Props) {
  const checkout = useQuery(testPaymentQuery(id))
  const pay = usePayWithTestCard(id)
  const [number, setNumber] = useState('4242 4242 4242 4242')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pay.mutate(number, { onSuccess: ({ state, return_url }) => state !== 'open' && leave(return_url) })
  }
  return (
    <Center py="xl" px="md">
      <Card withBorder padding="xl" radius="lg" w="100%" maw={440}>
        <QueryView query={checkout} skeleton={<Skeleton height={320} />} isPage>
          {({ title, amount, currency, failure, state, return_url }) => (
            <form noValidate aria-label={t`Test payment`} onSubmit={submit}>
              <Stack>
                <Title order={1} size="h3">{t`Test payment`}</Title>
                <div>
                  <Text>{title}</Text>
                  <Text fw={700} size="xl">
                    {money(amount, currency)}
                  </Text>
                </div>
                <Alert color="apricot" role="note">
                  <Trans>No money is charged. Don't enter a real card number.</Trans>
                </Alert>
                {state === 'open' && (
                  <>
                    <FormSummary error={pay.error} fields={['number']} />
                    {failure === 'declined' && (
                      <Alert color="red" role="alert">
                        <Trans>The card was declined. Try another one.</Trans>
                      </Alert>
                    )}
                    <TextInput
                      label={t`Card number`}
                      inputMode="numeric"
                      autoComplete="off"
                      value={number}
                      error={fieldErrors(pay.error).number}
                      onChange={(event) => setNumber(event.currentTarget.value)}
                    />
                    <List size="sm" spacing={4}>
                      <List.Item>
                        <Code>4242 4242 4242 4242</Code> <Trans>pays at once</Trans>
                      </List.Item>
                      <List.Item>
                        <Code>4000 0000 0000 0002</Code> <Trans>is declined</Trans>
                      </List.Item>
                      <List.Item>
                        <Code>4000 0000 0000 0077</Code> <Trans>is confirmed after a minute</Trans>
                      </List.Item>
                    </List>
                    <Button type="submit" size="md" loading={pay.isPending || pay.data?.state === 'paid'}>
                      <Trans>Pay {money(amount, currency)}</Trans>
                    </Button>
                  </>
                )}
                <Button variant="default" component="a" href={return_url}>
                  <Trans>Back to the school</Trans>
                </Button>
              </Stack>
            </form>
          )}
        </QueryView>
      </Card>
    </Center>
  )
}
