import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Anchor, Group, Skeleton, Text } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { ScrollRegion } from '../scroll-region'
import { open } from './open'
import classes from './pdf.module.css'
import { PdfPage } from './pdf-page'

type Props = { address: string; name: string }

const zooms = [1, 1.25, 1.5, 2, 3]

/** The pages of a PDF in a frame that scrolls, at the width of the frame or larger. */
export default function PdfDocument({ address, name }: Props) {
  const { pdf, failed } = usePdf(address)
  const frame = useRef<HTMLElement>(null)
  const [zoom, setZoom] = useState(0)
  if (failed) return <NotShown {...{ address, name }} />
  if (!pdf) return <Skeleton className={classes.frame} />
  return (
    <div className={classes.viewer}>
      <Group justify="space-between" gap="xs" wrap="nowrap" className={classes.bar}>
        <Text size="sm" c="dimmed">
          {plural(pdf.numPages, { one: '# page', other: '# pages' })}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Step label={t`Zoom out`} to={zoom - 1} onZoom={setZoom} icon={<IconZoomOut size={20} />} />
          <Step label={t`Zoom in`} to={zoom + 1} onZoom={setZoom} icon={<IconZoomIn size={20} />} />
          <Anchor href={address} target="_blank" rel="noreferrer" size="sm" ml="xs">
            <Trans>Open in a new tab</Trans>
          </Anchor>
        </Group>
      </Group>
      <ScrollRegion ref={frame} className={classes.frame} label={name}>
        <ol className={classes.pages}>
          {Array.from({ length: pdf.numPages }, (_, i) => i + 1).map((number) => (
            <PdfPage key={number} pdf={pdf} number={number} zoom={zooms[zoom] ?? 1} frame={frame} />
          ))}
        </ol>
      </ScrollRegion>
    </div>
  )
}

type StepProps = { label: string; to: number; icon: React.ReactNode; onZoom: (to: number) => void }

const Step = ({ label, to, icon, onZoom }: StepProps) => (
  <ActionIcon variant="subtle" size={44} aria-label={label} disabled={!(to in zooms)} onClick={() => onZoom(to)}>
    {icon}
  </ActionIcon>
)

const NotShown = ({ address, name }: Props) => (
  <Alert color="apricot" title={t`This PDF can't be shown here`}>
    <Trans>
      It may be damaged or protected by a password. Open <Anchor href={address}>{name}</Anchor> in another program.
    </Trans>
  </Alert>
)

/** The document at this address, until the component is gone. */
function usePdf(address: string) {
  const [state, setState] = useState<{ pdf?: PDFDocumentProxy; failed?: true }>({})
  useEffect(() => {
    const task = open(address)
    let gone = false
    task.promise.then(
      (pdf) => !gone && setState({ pdf }),
      () => !gone && setState({ failed: true }),
    )
    return () => {
      gone = true
      void task.destroy()
    }
  }, [address])
  return state
}
