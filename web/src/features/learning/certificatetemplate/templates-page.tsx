import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, List, SimpleGrid, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { errorDetails } from '@/api/client'
import { certificateTemplatesQuery } from '@/shared/certificate-templates'
import { Empty } from '@/shared/empty'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'

import type { TemplateSummary } from './api'
import { NewTemplateDialog } from './new-template-dialog'
import { TemplateCard } from './template-card'

/** The templates of certificates, which administrators design. */
export function TemplatesPage({ onCreated }: { onCreated: (id: string) => void }) {
  const templates = useQuery(certificateTemplatesQuery())
  const [begun, setBegun] = useState<{ from?: TemplateSummary }>()
  const [failed, setFailed] = useState<Error | null>(null)
  return (
    <>
      <PageHead
        title={t`Certificate templates`}
        lead={t`What certificates look like. Each course uses one of these, or the standard design.`}
      >
        <Button leftSection={<IconPlus size={18} />} onClick={() => setBegun({})}>
          <Trans>New template</Trans>
        </Button>
      </PageHead>
      {failed && <Refused error={failed} />}
      <QueryView
        query={templates}
        skeleton={<Skeletons />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={t`No templates yet`}>
            <Trans>Certificates have the standard design. Create a template to change it for some courses.</Trans>
          </Empty>
        }
      >
        {(all) => (
          <SimpleGrid
            component="ul"
            aria-label={t`Certificate templates`}
            cols={{ base: 1, xs: 2, lg: 3 }}
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {all.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onCopy={() => setBegun({ from: template })}
                onFailed={setFailed}
              />
            ))}
          </SimpleGrid>
        )}
      </QueryView>
      {begun && <NewTemplateDialog {...begun} onCreated={onCreated} onClose={() => setBegun(undefined)} />}
    </>
  )
}

const Skeletons = () => (
  <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
    {['first', 'second', 'third'].map((one) => (
      <Skeleton key={one} height={330} radius="lg" />
    ))}
  </SimpleGrid>
)

/** Why a template stays, with the courses that use it. */
function Refused({ error }: { error: Error }) {
  const using = coursesIn(error)
  if (using.length === 0) return <Failure error={error} />
  return (
    <Alert color="apricot" mb="md" role="alert" title={error.message}>
      <List size="sm">
        {using.map(({ id, title }) => (
          <List.Item key={id}>
            <TextLink to="/teach/courses/$courseId/certificates" params={{ courseId: id }}>
              {title}
            </TextLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function coursesIn(error: Error) {
  const details = errorDetails(error)
  const found: { id: string; title: string }[] = []
  if (!details || !('courses' in details) || !Array.isArray(details.courses)) return found
  for (const course of details.courses) {
    if ('course_id' in course && 'title' in course) found.push({ id: course.course_id, title: course.title })
  }
  return found
}
