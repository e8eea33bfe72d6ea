import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/Divider.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'

import { Button, Checkbox, Container, Divider, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import type { Schema } from '@/api/client'
import { legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'
import { acceptancesQuery, useAccept } from './api'
import classes from './terms-gate.module.css'

type Props = { onSignOut: () => void }

/**
 * Covers the page of a user who must accept new versions of the terms first. The page below stays as it is, so that
 * nothing that was typed there is lost.
 */
export default function TermsGate({ onSignOut }: Props) {
  const query = useQuery(acceptancesQuery())
  const accept = useAccept()
  const leave = (
    <Group>
      <Button variant="default" onClick={onSignOut}>
        <Trans>Sign out</Trans>
      </Button>
      <TextLink to="/settings/data" underline="always" size="sm">
        <Trans>Export your data or delete your account</Trans>
      </TextLink>
    </Group>
  )
  return (
    <Modal
      opened
      fullScreen
      withCloseButton={false}
      closeOnEscape={false}
      onClose={() => undefined}
      transitionProps={{ duration: 0 }}
      title={t`Before you go on`}
      classNames={{ header: classes.header, title: classes.title }}
    >
      <Container size={760} px={0}>
        <Text c="dimmed" mt={4} mb="lg">
          <Trans>Please read what applies here from now on. Nothing that you have done is lost.</Trans>
        </Text>
        <QueryView query={query} skeleton={<Skeleton height={360} />}>
          {({ unaccepted }) => (
            <AcceptForm key={keyOf(unaccepted)} documents={unaccepted} accept={accept} leave={leave} />
          )}
        </QueryView>
        {query.isError && leave}
      </Container>
    </Modal>
  )
}

const keyOf = (documents: Schema<'LegalDocument'>[]) => documents.map((d) => `${d.kind} ${d.version}`).join()

type FormProps = { documents: Schema<'LegalDocument'>[]; accept: ReturnType<typeof useAccept>; leave: ReactNode }

function AcceptForm({ documents, accept, leave }: FormProps) {
  const [agreed, setAgreed] = useState(false)
  const names = documents.map(({ kind }) => t(legalDocuments[kind].name)).join(' and the ')
  return (
    <form
      aria-label="Accept"
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(documents.map(({ kind, version }) => ({ kind, version })))
      }}
    >
      <Stack gap="lg">
        {documents.map((document) => (
          <section key={document.kind} lang={document.language} aria-label={document.title}>
            <Title order={2}>{document.title}</Title>
            <Text c="dimmed" size="sm" mb="md" lang="en">
              <Trans>Version {document.version}</Trans>
            </Text>
            <RichText html={document.body} />
            <Divider mt="lg" />
          </section>
        ))}
        {documents.length > 0 && (
          <Checkbox
            size="md"
            label={t`I have read and accept the ${names}.`}
            checked={agreed}
            onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
          />
        )}
        {accept.error && (
          <Text role="alert" size="sm" c="red.9">
            {accept.error.message}
          </Text>
        )}
        <Group justify="space-between">
          <Button type="submit" size="md" disabled={!agreed && documents.length > 0} loading={accept.isPending}>
            {documents.length > 0 ? 'Accept and go on' : t`Go on`}
          </Button>
          {leave}
        </Group>
      </Stack>
    </form>
  )
}
