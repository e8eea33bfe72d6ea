import { Container, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Cover } from '@/shared/cover'
import { PageTitle } from '@/shared/page-title'

import classes from './sign-in-layout.module.css'

type Props = { title: string; lead: string; children: ReactNode }

/** The layout of the pages for signing in and registering. */
export function SignInLayout({ title, lead, children }: Props) {
  return (
    <Container size={920} py={{ base: 'md', sm: 56 }}>
      <Paper withBorder className={classes.frame}>
        <div className={classes.art}>
          <Cover seed="the way in" hue={168} height="100%" />
        </div>
        <div className={classes.body}>
          <PageTitle title={title} />
          <Text c="dimmed" mt={4} mb="lg">
            {lead}
          </Text>
          {children}
        </div>
      </Paper>
    </Container>
  )
}
