import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { useDraftSaving } from './draft-saving'
import { DescriptionSuggestions } from './writing-help'

type Props = { saving: ReturnType<typeof useDraftSaving> }

// What search engines show of a result on a desktop before they cut it off, in characters.
const longestTitle = 60
const longestDescription = 160

/** What search engines show of a post. */
export function SearchEngines({ saving: { base, values, edit } }: Props) {
  const title = values.metaTitle || values.title
  const description = values.metaDescription || values.excerpt
  return (
    <>
      <TextInput
        label={t`Title for search engines`}
        description={
          <>
            <Trans>Instead of the title, if it is long.</Trans> <Counter text={title} most={longestTitle} />
          </>
        }
        value={values.metaTitle}
        maxLength={120}
        onChange={(event) => edit({ metaTitle: event.currentTarget.value })}
      />
      <Textarea
        label={t`Description for search engines`}
        description={
          <>
            <Trans>Instead of the summary.</Trans> <Counter text={description} most={longestDescription} />
          </>
        }
        value={values.metaDescription}
        maxLength={300}
        autosize
        minRows={2}
        onChange={(event) => edit({ metaDescription: event.currentTarget.value })}
      />
      <DescriptionSuggestions values={values} onUse={(metaDescription) => edit({ metaDescription })} />
      <Snippet
        title={title || t`Untitled`}
        description={description}
        path={base.slug ? `/blog/${base.slug}` : '/blog/…'}
      />
      <CanonicalField value={values.canonicalUrl} onChange={(canonicalUrl) => edit({ canonicalUrl })} />
    </>
  )
}

/** How much of the room a text takes that search engines have for it. */
function Counter({ text, most }: { text: string; most: number }) {
  const length = [...text].length
  return (
    <Text span size="xs" c={length > most ? 'orange' : 'dimmed'}>
      {length > most ? t`${length} of ${most} characters: the end is cut off.` : t`${length} of ${most} characters.`}
    </Text>
  )
}

const cut = (text: string, most: number) => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

function Snippet({ title, description, path }: { title: string; description: string; path: string }) {
  return (
    <Paper component="figure" withBorder p="sm" m={0} radius="md">
      <Text component="figcaption" size="xs" c="dimmed" mb={4}>
        <Trans>As a search result</Trans>
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {window.location.host}
        {path.replaceAll('/', ' › ')}
      </Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {cut(title, longestTitle)}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {cut(description, longestDescription) || t`Search engines choose a passage of the text.`}
      </Text>
    </Paper>
  )
}

const address = /^https?:\/\/[^\s/]+(\/\S*)?$/ // as the server takes

/** Where a post was published first, elsewhere. What is no address yet is not saved. */
function CanonicalField({ value, onChange }: { value: string; onChange: (url: string) => void }) {
  const [typed, setTyped] = useState(value)
  const isAddress = typed === '' || address.test(typed)
  return (
    <TextInput
      label={t`First published at`}
      description={t`The address on another site. Search engines then show that one.`}
      placeholder="https://"
      type="url"
      value={typed}
      maxLength={500}
      error={isAddress ? undefined : t`Enter an address that begins with https://`}
      onChange={(event) => {
        const next = event.currentTarget.value.trim()
        setTyped(next)
        if (next === '' || address.test(next)) onChange(next)
      }}
    />
  )
}
