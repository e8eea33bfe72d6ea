import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { OrderedList } from '@/shared/ordered-list'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { currenciesQuery } from './api'
import { useUnsaved } from './editor-section'
import { SavedVersion } from './saved-version'
import { useSaveCurrencies } from './settings-api'

/** The currencies in which courses are offered, the default first. */
export function CurrencySettings() {
  const currencies = useQuery(currenciesQuery())
  return (
    <QueryView query={currencies} skeleton={<Rows height={44} />}>
      {({ value, tag }) => <Choice saved={value.map(({ code }) => code)} tag={tag} />}
    </QueryView>
  )
}

const namesOf = () => {
  const names = new Intl.DisplayNames(i18n.locales, { type: 'currency' })
  return (code: string) => `${code}, ${names.of(code)}`
}

function Choice({ saved, tag }: { saved: string[]; tag: string }) {
  const [codes, setCodes] = useState(saved)
  const base = useBaseVersion(saved, tag)
  const save = useSaveCurrencies()
  const dirty = codes.join() !== saved.join()
  const take = (next: string[]) => {
    base.adopt(next)
    setCodes(next)
  }
  const saveOver = (version: string) =>
    save.mutate({ tag: version, body: codes }, { onSuccess: (next) => take(next.map(({ code }) => code)) })
  useUnsaved(() => dirty && !save.isSuccess)
  const named = namesOf()
  const others = Intl.supportedValuesOf('currency').filter((code) => !codes.includes(code))
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)">
      <Stack>
        <Text c="dimmed">
          <Trans>
            The first currency is the default for users who haven't chosen one. Courses keep their prices in a currency
            you remove.
          </Trans>
        </Text>
        <OrderedList
          label={t`Currencies`}
          items={codes.map((code, i) => ({ id: code, label: named(code), note: i === 0 && t`(default)` }))}
          onChange={setCodes}
        />
        <Select
          label={t`Add currency`}
          placeholder={t`Code or name`}
          searchable
          maw={360}
          data={others.map((code) => ({ value: code, label: named(code) }))}
          value={null}
          onChange={(code) => code && setCodes([...codes, code])}
        />
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another user changed the currencies`}
            onKeep={() => saveOver(tag)}
            onTake={() => {
              take(saved)
              save.reset()
            }}
          >
            <SavedVersion items={saved} />
          </ChangedElsewhere>
        ) : (
          save.error && <Failure error={save.error} />
        )}
        <Group>
          <Button disabled={!dirty || codes.length === 0} loading={save.isPending} onClick={() => saveOver(base.tag)}>
            <Trans>Save currencies</Trans>
          </Button>
          <Text c="dimmed" role="status">
            {codes.length === 0 && t`Add at least one currency.`}
          </Text>
        </Group>
      </Stack>
    </Paper>
  )
}
