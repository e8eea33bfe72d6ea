import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Empty } from '@/shared/empty'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type Goal, goalsQuery } from './api'
import classes from './goal.module.css'
import { GoalCard } from './goal-card'
import { GoalDialog } from './goal-dialog'
import { Suggestions } from './suggestions'

const isOver = ({ status }: Goal) => status === 'achieved' || status === 'dropped'

/** The goals of the user: those that go on, suggestions for others, and those that have ended. */
export function GoalsPage() {
  const goals = useQuery(goalsQuery())
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHead title={t`Goals`} lead={t`What you want to learn, in steps that you can see. Only you see your goals.`}>
        <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
          <Trans>Set a goal</Trans>
        </Button>
      </PageHead>
      <Stack gap="xl">
        <QueryView
          query={goals}
          skeleton={<Rows height={220} />}
          isEmpty={(all) => all.length === 0}
          empty={
            <Empty title={t`No goals yet`}>
              <Trans>Choose a suggestion, or set a goal of your own.</Trans>
            </Empty>
          }
        >
          {(all) => {
            const over = all.filter(isOver)
            return (
              <Stack gap="xl">
                {over.length < all.length && (
                  <Cards title={t`Current goals`} goals={all.filter((goal) => !isOver(goal))} />
                )}
                {over.length > 0 && <Cards title={t`Achieved and dropped`} goals={over} />}
              </Stack>
            )
          }}
        </QueryView>
        <Suggestions />
      </Stack>
      {adding && <GoalDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const Cards = ({ title, goals }: { title: string; goals: Goal[] }) => (
  <section>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    <ul className={classes.grid}>
      {goals.map((goal) => (
        <GoalCard key={goal.id} goal={goal} />
      ))}
    </ul>
  </section>
)
