import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Popover, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { keptText } from '@/api/problem-text'
import { dated } from '@/shared/format'

import { type Figure, type Metric, metricsQuery } from './api'
import classes from './figure-cards.module.css'
import { RowsDrawer } from './rows-drawer'
import { write } from './write'

/** Figures side by side: each says what it is, compares itself, and opens the rows that it was made of. */
export function FigureCards({ figures }: { figures: Figure[] }) {
  const metrics = useQuery(metricsQuery())
  const [opened, setOpened] = useState<Figure>()
  const of = (figure: Figure) => metrics.data?.find(({ metric }) => metric === figure.metric)
  const metric = opened && of(opened)
  return (
    <>
      <SimpleGrid component="ul" cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" m={0} p={0} className={classes.grid}>
        {figures.map((figure) => (
          <Card
            key={figure.metric + figure.scope}
            figure={figure}
            metric={of(figure)}
            onOpen={() => setOpened(figure)}
          />
        ))}
      </SimpleGrid>
      {opened && metric && <RowsDrawer figure={opened} metric={metric} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type CardProps = { figure: Figure; metric: Metric | undefined; onOpen: () => void }

function Card({ figure, metric, onOpen }: CardProps) {
  const title = metric ? keptText(metric.title) : '…'
  const value = figure.value === null ? '–' : write(figure.value, figure.unit, figure.currency)
  const opens = figure.hasRows && figure.cases + Math.abs(figure.value ?? 0) > 0
  return (
    <li className={classes.figure}>
      <div className={classes.head}>
        <span>{figure.currency ? `${title} (${figure.currency})` : title}</span>
        {metric && <About figure={figure} metric={metric} title={title} />}
      </div>
      {opens ? (
        <UnstyledButton className={classes.value} onClick={onOpen} aria-label={t`${title}: ${value}. Show rows`}>
          {value}
        </UnstyledButton>
      ) : (
        <b className={classes.value}>{value}</b>
      )}
      <span className={classes.note}>{noteOf(figure)}</span>
    </li>
  )
}

/** The comparison, or why there is none. */
function noteOf({ value, previous, unit, currency, from, to }: Figure) {
  if (value === null) return t`Too few cases`
  if (previous !== null) return t`${write(previous, unit, currency)} in the period before`
  if (!to) return from ? t`since ${dated(from)}` : t`now`
  return from === to ? dated(to) : t`since ${dated(from)}`
}

function About({ figure, metric, title }: { figure: Figure; metric: Metric; title: string }) {
  const source = keptText(metric.source)
  const [first, last] = [figure.from && dated(figure.from), figure.to && dated(figure.to)]
  return (
    <Popover width={300} position="bottom" withArrow shadow="md" withRoles trapFocus={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t`Definition of ${title}`}>
          <IconInfoCircle size={16} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Text size="sm">{keptText(metric.definition)}</Text>
          <Text size="xs" c="dimmed">
            <Trans>Source: {source}</Trans>
          </Text>
          {last && (
            <Text size="xs" c="dimmed">
              <Trans>
                Period: {first} to {last}
              </Trans>
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
