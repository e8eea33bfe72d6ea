import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Container, Group, Text } from '@mantine/core'

import { legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { useSchool } from '@/shared/school'

export function SiteFooter() {
  const { support_email, legal_documents } = useSchool()
  return (
    <footer style={{ borderBlockStart: '1px solid var(--line)', marginBlockStart: 64 }}>
      <Container size={1320} py="lg">
        {support_email && (
          <Text size="sm" mb={4}>
            <Trans>
              Questions? Email <Anchor href={`mailto:${support_email}`}>{support_email}</Anchor>
            </Trans>
          </Text>
        )}
        <Group component="nav" gap="md" mb={4} aria-label={t`More`}>
          <TextLink to="/blog" size="sm">
            <Trans>Blog</Trans>
          </TextLink>
          <TextLink to="/instructors" size="sm">
            <Trans>Instructors</Trans>
          </TextLink>
          <TextLink to="/contact" size="sm">
            <Trans>Contact</Trans>
          </TextLink>
          <TextLink to="/feedback" size="sm">
            <Trans>Feedback</Trans>
          </TextLink>
          <TextLink to="/complaints/new" size="sm">
            <Trans>Complain</Trans>
          </TextLink>
          <TextLink to="/newsletter" size="sm">
            <Trans>Newsletter</Trans>
          </TextLink>
          <TextLink to="/corporate-training" size="sm">
            <Trans>Training for companies</Trans>
          </TextLink>
        </Group>
        {legal_documents.length > 0 && (
          <Group component="nav" gap="md" mb={4} aria-label={t`Legal`}>
            {legal_documents.map(({ kind }) => (
              <TextLink key={kind} to={legalDocuments[kind].to} size="sm">
                {t(legalDocuments[kind].title)}
              </TextLink>
            ))}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          <Trans>Lectern is free software under the Apache License 2.0.</Trans>
        </Text>
      </Container>
    </footer>
  )
}
