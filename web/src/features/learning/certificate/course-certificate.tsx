import { Trans } from '@lingui/react/macro'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { TextLink } from '@/shared/link'

import { certificateOfCourseQuery } from './api'
import { CertificateCard } from './certificate-card'

const pause = 3000 // milliseconds
const cardHeight = 220 // pixels, with its heading
const looks = 10 // it is drawn in the background, within seconds of completion

type Props = {
  courseId: string
  /** Whether the course promises a certificate. */
  promised: boolean
}

/** The certificate of a course that the user has completed; nothing where there is none and none is promised. */
export function CourseCertificate({ courseId, promised }: Props) {
  const certificate = useQuery({
    ...certificateOfCourseQuery(courseId),
    refetchInterval: ({ state }) => (promised && state.data === null && state.dataUpdateCount < looks ? pause : false),
  })
  if (certificate.isPending && promised) return <Skeleton height={cardHeight} radius="lg" />
  if (certificate.data === undefined || (certificate.data === null && !promised)) return null
  return (
    <section aria-labelledby="certificate">
      <Title order={2} id="certificate" size="h3" mb="sm">
        <Trans>Certificate</Trans>
      </Title>
      {certificate.data ? (
        <CertificateCard certificate={certificate.data} order={3} />
      ) : (
        <Text>
          <Trans>
            Once the school has issued your certificate, you'll find it here and under{' '}
            <TextLink to="/app/certificates">Certificates</TextLink>.
          </Trans>
        </Text>
      )}
    </section>
  )
}
