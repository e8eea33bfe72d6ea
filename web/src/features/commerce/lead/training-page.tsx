import { t } from '@lingui/core/macro'
import { Container, NativeSelect, Paper, SimpleGrid, Textarea, TextInput } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import { askForTraining } from './api'
import { formatLabels, formats } from './labels'
import { type Person, SenderForm } from './sender-form'

const initial = { company_name: '', people_count: '', courses: '', format: '', budget: '', message: '' }

/** Where companies ask for training of their people. */
export function TrainingPage({ person }: { person: Person | undefined }) {
  return (
    <Container size="sm" py="xl">
      <PageHead
        title={t`Training for companies`}
        lead={t`Tell us what your team wants to learn. We send you a proposal.`}
      />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} bg="var(--card)">
        <SenderForm
          label={t`Training for companies`}
          submit={t`Request proposal`}
          sent={t`Request sent. We will contact you by email.`}
          person={person}
          initial={initial}
          send={(sender, { people_count, format, ...own }) =>
            askForTraining({
              ...sender,
              ...own,
              people_count: Math.max(0, Math.round(Number(people_count) || 0)),
              format: formats.find((known) => known === format) ?? '',
            })
          }
        >
          {(field) => (
            <>
              <TextInput
                required
                label={t`Company`}
                autoComplete="organization"
                maxLength={200}
                {...field('company_name')}
              />
              <TextInput label={t`Courses or topics (optional)`} maxLength={500} {...field('courses')} />
              <SimpleGrid cols={{ base: 1, xs: 3 }}>
                <TextInput
                  label={t`Learners (optional)`}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  {...field('people_count')}
                />
                <NativeSelect
                  label={t`Location`}
                  data={[
                    { value: '', label: t`Not decided` },
                    ...formats.map((value) => ({ value, label: t(formatLabels[value]) })),
                  ]}
                  {...field('format')}
                />
                <TextInput label={t`Budget (optional)`} maxLength={100} {...field('budget')} />
              </SimpleGrid>
              <Textarea label={t`Message (optional)`} rows={4} maxLength={5000} {...field('message')} />
            </>
          )}
        </SenderForm>
      </Paper>
    </Container>
  )
}
