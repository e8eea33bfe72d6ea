import { Box, Container, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { Cover } from '@/shared/cover'
import { PageTitle } from '@/shared/page-title'
import { useSchool, useSchoolHue } from '@/shared/school'
import { SchoolLogo } from '@/shared/school-logo'

import classes from './sign-in-layout.module.css'

type Props = { title: string; lead: string; children: ReactNode }

/** The layout of the pages for signing in and registering. */
export function SignInLayout({ title, lead, children }: Props) {
  const { name, logo } = useSchool()
  return (
    <Container size={920} py={{ base: 'md', sm: 56 }}>
      <Paper withBorder className={classes.frame}>
        <div className={classes.art}>
          <Cover seed="the way in" hue={useSchoolHue()} height="100%" />
        </div>
        <div className={classes.body}>
          {logo && (
            <Box mb="md">
              <SchoolLogo logo={logo} name={name} height={64} />
            </Box>
          )}
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
