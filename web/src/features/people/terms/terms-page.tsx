import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, SegmentedControl, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { type LegalKind, legalDocuments } from '@/shared/legal'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Draft, draftQuery, type LegalText, useSaveDraft } from './api'
import { PreviewDialog } from './preview-dialog'
import { PublishDialog } from './publish-dialog'

const LegalTextField = lazy(() => import('./legal-text-field'))

/** Where administrators write and publish the terms of use and the privacy policy. */
export function TermsPage() {
  return (
    <>
      <PageHead
        title={t`Terms and privacy`}
        lead={t`New users accept these documents when they sign up, all other users when a new version requires it.`}
      />
      <Stack gap="xl">
        <DocumentSection kind="terms" />
        <DocumentSection kind="privacy" />
      </Stack>
    </>
  )
}

function DocumentSection({ kind }: { kind: LegalKind }) {
  const query = useQuery(draftQuery(kind))
  const { title } = legalDocuments[kind]
  const id = `legal-${kind}`
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={820} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {t(title)}
      </Title>
      <QueryView query={query} skeleton={<Skeleton height={360} />}>
        {({ value, tag }) => (
          <>
            <Text c="dimmed" size="sm" mb="md">
              {value.published === 0 ? (
                t`Nothing published yet. Users aren't asked to accept anything.`
              ) : (
                <Standing kind={kind} version={value.published} isChanged={value.changed} />
              )}
            </Text>
            <DraftForm kind={kind} draft={{ value, tag }} />
          </>
        )}
      </QueryView>
    </Paper>
  )
}

type StandingProps = { kind: LegalKind; version: number; isChanged: boolean }

/** Which version applies, and whether the draft is another. */
function Standing({ kind, version, isChanged }: StandingProps) {
  const { to } = legalDocuments[kind]
  return isChanged ? (
    <Trans>
      <TextLink to={to} underline="always">
        Version {version}
      </TextLink>{' '}
      is in force. The draft below has unpublished changes.
    </Trans>
  ) : (
    <Trans>
      <TextLink to={to} underline="always">
        Version {version}
      </TextLink>{' '}
      is in force.
    </Trans>
  )
}

const languages = [
  { value: 'en', label: msg`English` },
  { value: 'de', label: msg`German` },
] as const

type Language = LegalText['language']

const isLanguage = (value: string): value is Language => languages.some((l) => l.value === value)

const titles: Record<LegalKind, Record<Language, string>> = {
  terms: { en: 'Terms of use', de: 'Nutzungsbedingungen' },
  privacy: { en: 'Privacy policy', de: 'Datenschutzerklärung' },
}

/** The texts that are not empty, the default language first. */
const written = (texts: LegalText[]) =>
  languages.flatMap(({ value }) => texts.filter((text) => text.language === value && text.body !== ''))

type FormProps = { kind: LegalKind; draft: Draft }

function DraftForm({ kind, draft: { value, tag } }: FormProps) {
  const base = useBaseVersion(value.texts, tag)
  const [begun, setBegun] = useState({ texts: value.texts, times: 0 })
  const [texts, setTexts] = useState(value.texts)
  const [language, setLanguage] = useState<Language>(value.texts[0]?.language ?? 'en')
  const [dialog, setDialog] = useState<'preview' | 'publish'>()
  const save = useSaveDraft(kind)
  const text = texts.find((each) => each.language === language) ?? { language, title: titles[kind][language], body: '' }
  const change = (next: Partial<LegalText>) =>
    setTexts([...texts.filter((each) => each.language !== language), { ...text, ...next }])
  const isDirty = JSON.stringify(written(texts)) !== JSON.stringify(written(begun.texts))
  /** Goes on from what the server has. The editor begins anew if that is not what it shows. */
  const take = (saved: LegalText[], isShown: boolean) => {
    base.adopt(saved)
    setTexts(saved)
    setBegun(({ times }) => ({ texts: saved, times: isShown ? times : times + 1 }))
  }
  if (base.changed && !isDirty) take(value.texts, false) // another user has saved, and nothing is typed here
  const saveOver = (version: string) =>
    save.mutate(
      { texts: written(texts), tag: version },
      {
        onSuccess: (saved) => {
          take(saved.texts, true)
          toast(t`Draft saved. Only administrators can see it.`)
        },
      },
    )
  return (
    <form
      aria-label={t(legalDocuments[kind].title)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        saveOver(base.tag)
      }}
    >
      <Stack>
        {isStale(save.error) && base.changed ? (
          <ChangedElsewhere
            title={t`Another administrator changed this draft`}
            onKeep={() => saveOver(tag)}
            onTake={() => {
              save.reset()
              take(value.texts, false)
            }}
          >
            <Text size="sm">
              <Trans>Your changes are not saved yet. They are still in the form below.</Trans>
            </Text>
          </ChangedElsewhere>
        ) : (
          <FormSummary error={save.error} fields={[]} />
        )}
        <SegmentedControl
          aria-label={t`Language`}
          data={languages.map(({ value: code, label }) => ({ value: code, label: t(label) }))}
          value={language}
          onChange={(chosen) => isLanguage(chosen) && setLanguage(chosen)}
          maw={260}
        />
        <TextInput
          label={t`Title`}
          lang={language}
          maxLength={120}
          value={text.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Suspense fallback={<Skeleton height={280} />}>
          <LegalTextField
            key={`${language} ${begun.times}`}
            label={t`Text`}
            lang={language}
            html={text.body}
            onChange={(body) => change({ body })}
          />
        </Suspense>
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            <Trans>Save draft</Trans>
          </Button>
          <Button variant="default" disabled={text.body === ''} onClick={() => setDialog('preview')}>
            <Trans>Preview</Trans>
          </Button>
          <Button variant="default" disabled={isDirty || !value.changed} onClick={() => setDialog('publish')}>
            <Trans>Publish…</Trans>
          </Button>
        </Group>
      </Stack>
      {dialog === 'preview' && <PreviewDialog text={text} onClose={() => setDialog(undefined)} />}
      {dialog === 'publish' && (
        <PublishDialog kind={kind} draft={{ value, tag: base.tag }} onClose={() => setDialog(undefined)} />
      )}
    </form>
  )
}
