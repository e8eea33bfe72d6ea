import { i18n } from '@lingui/core'
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
import type { LegalKind } from '@/shared/legal'
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
      title={t`Before you continue`}
      classNames={{ header: classes.header, title: classes.title }}
    >
      <Container size={760} px={0}>
        <Text c="dimmed" mt={4} mb="lg">
          <Trans>Read and accept the following to continue. Nothing you've done is lost.</Trans>
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

function agreement(documents: Schema<'LegalDocument'>[]) {
  const [terms, privacy] = [documents.some(isOf('terms')), documents.some(isOf('privacy'))]
  if (!privacy) return t`I have read and accept the terms of use.`
  if (!terms) return t`I have read and accept the privacy policy.`
  return t`I have read and accept the terms of use and the privacy policy.`
}

const isOf = (kind: LegalKind) => (document: Schema<'LegalDocument'>) => document.kind === kind

const Version = ({ number: version }: { number: number }) => <Trans>Version {version}</Trans>

type FormProps = { documents: Schema<'LegalDocument'>[]; accept: ReturnType<typeof useAccept>; leave: ReactNode }

function AcceptForm({ documents, accept, leave }: FormProps) {
  const [agreed, setAgreed] = useState(false)
  return (
    <form
      aria-label={t`Accept`}
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(documents.map(({ kind, version }) => ({ kind, version })))
      }}
    >
      <Stack gap="lg">
        {documents.map((document) => (
          <section key={document.kind} lang={document.language} aria-label={document.title}>
            <Title order={2}>{document.title}</Title>
            <Text c="dimmed" size="sm" mb="md" lang={i18n.locale}>
              <Version number={document.version} />
            </Text>
            <RichText html={document.body} />
            <Divider mt="lg" />
          </section>
        ))}
        {documents.length > 0 && (
          <Checkbox
            size="md"
            label={agreement(documents)}
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
            {documents.length > 0 ? t`Accept and continue` : t({ message: 'Continue', context: 'to the next step' })}
          </Button>
          {leave}
        </Group>
      </Stack>
    </form>
  )
}
