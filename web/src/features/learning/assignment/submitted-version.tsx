import { Trans } from '@lingui/react/macro'
import { Accordion, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { PdfView } from '@/shared/pdf/pdf-view'
import { QueryView } from '@/shared/query-view'

import { fileTextQuery, type SubmissionFile, type SubmissionVersion } from './api'
import classes from './grader.module.css'
import { FileLink, VersionView } from './version-view'

/** A version as its graders see it: the newest with its files in place, earlier ones folded. */
export function SubmittedVersion({ version, isNewest }: { version: SubmissionVersion; isNewest: boolean }) {
  const { number } = version
  if (isNewest) return <VersionView version={version} fileView={FileInPlace} />
  return (
    <Accordion variant="contained">
      <Accordion.Item value="earlier">
        <Accordion.Control>
          <Trans>Version {number}</Trans>
        </Accordion.Control>
        <Accordion.Panel>
          <VersionView version={version} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const texts =
  /\.(txt|md|csv|tsv|json|xml|ya?ml|log|tex|py|js|ts|tsx|jsx|java|kt|c|h|cpp|hpp|cs|go|rs|rb|php|swift|r|m|sql|sh|html?|css)$/i
const longest = 2 ** 20 // bytes: of text that is loaded

/** A file shown where browsers can, with its link. */
function FileInPlace({ file }: { file: SubmissionFile }) {
  return (
    <Stack gap={6}>
      <FileLink file={file} />
      <Contents file={file} />
    </Stack>
  )
}

function Contents({ file }: { file: SubmissionFile }) {
  const { type, name, address, size } = file
  if (type.startsWith('image/')) return <img className={classes.picture} src={address} alt={name} loading="lazy" />
  if (type.startsWith('video/')) {
    // biome-ignore lint/a11y/useMediaCaption: learners hand in none
    return <video className={classes.film} src={address} controls preload="metadata" aria-label={name} />
  }
  if (type === 'application/pdf') return <PdfView address={address} name={name} />
  if (texts.test(name) && size <= longest) return <TextFile file={file} />
  return null
}

function TextFile({ file }: { file: SubmissionFile }) {
  return (
    <QueryView query={useQuery(fileTextQuery(file))} skeleton={<Skeleton height={120} />}>
      {(content) => <textarea className={classes.code} aria-label={file.name} rows={20} value={content} readOnly />}
    </QueryView>
  )
}
