import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Container, List, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ApiError, type Schema } from '@/api/client'
import { Empty } from '@/shared/empty'
import { toDay } from '@/shared/format'
import { type LegalKind, legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'
import { RichText } from '@/shared/rich-text'

import { documentQuery, versionsQuery } from './api'

type Props = { kind: LegalKind; version?: number }

/** The terms of use or the privacy policy, for everybody: the version that applies, or an older one. */
export function DocumentPage({ kind, version }: Props) {
  const query = useQuery(documentQuery(kind, version))
  const versions = useQuery(versionsQuery(kind)).data ?? []
  const missing = query.error instanceof ApiError && query.error.status === 404
  return (
    <Container size={760} py={{ base: 'md', sm: 'xl' }}>
      {missing ? (
        <>
          <PageTitle title={t(legalDocuments[kind].title)} />
          <Empty title={t`Nothing published yet`}>
            <Trans>The text will appear here once an administrator publishes it.</Trans>
          </Empty>
        </>
      ) : (
        <QueryView query={query} skeleton={<Skeleton height={420} />}>
          {(document) => (
            <article lang={document.language}>
              <PageTitle title={document.title} />
              <Published document={document} />
              {versions.some((v) => v.version > document.version) && <Outdated kind={kind} />}
              <RichText html={document.body} />
            </article>
          )}
        </QueryView>
      )}
      {versions.length > 1 && <Versions kind={kind} versions={versions} />}
    </Container>
  )
}

function Published({ document: { version, published_at } }: { document: Schema<'LegalDocument'> }) {
  const date = toDay(published_at)
  return (
    <Text c="dimmed" size="sm" mt={4} mb="lg" lang={i18n.locale}>
      <Trans>
        Version {version}, published on {date}
      </Trans>
    </Text>
  )
}

/** Above a version that a newer one has replaced. */
function Outdated({ kind }: { kind: LegalKind }) {
  return (
    <Alert color="apricot" mb="lg" lang={i18n.locale}>
      <Text size="sm">
        <Trans>
          This version no longer applies.{' '}
          <TextLink to={legalDocuments[kind].to} underline="always" size="sm">
            Read the current version
          </TextLink>
        </Trans>
      </Text>
    </Alert>
  )
}

/** All versions, newest first. */
function Versions({ kind, versions }: { kind: LegalKind; versions: Schema<'LegalDocumentSummary'>[] }) {
  return (
    <>
      <Title order={2} size="h5" mt="xl" mb="xs">
        <Trans>All versions</Trans>
      </Title>
      <List size="sm" spacing={6}>
        {versions.map(({ version, published_at }) => (
          <List.Item key={version}>
            <TextLink
              to={legalDocuments[kind].to}
              search={version === versions[0]?.version ? {} : { version }}
              underline="always"
              size="sm"
            >
              <Trans>Version {version}</Trans>
            </TextLink>{' '}
            · {toDay(published_at)}
          </List.Item>
        ))}
      </List>
    </>
  )
}
