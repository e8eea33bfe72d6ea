import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Failure } from '@/shared/query-view'

import type { PostValues } from './draft-saving'
import { contentLimits, useSuggestDescription, useSuggestTags } from './writing-api'

type ButtonProps = { values: PostValues; pending: boolean; onClick: () => void; children: ReactNode }

/** Starts a tool, which needs a text of some length. */
export function HelpButton({ values, pending, onClick, children }: ButtonProps) {
  const length = [...values.html.trim()].length
  const isShort = length < contentLimits.min
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        h={36}
        leftSection={<IconSparkles size={16} aria-hidden />}
        loading={pending}
        disabled={isShort || length > contentLimits.max}
        onClick={onClick}
      >
        {children}
      </Button>
      {isShort && (
        <Text size="xs" c="dimmed">
          <Trans>Write a paragraph first.</Trans>
        </Text>
      )}
    </Group>
  )
}

type TagProps = { postId: string; values: PostValues; onAdd: (tag: string) => void }

const mostTags = 10

/** Tags that fit the text; a click adds one. */
export function TagSuggestions({ postId, values, onAdd }: TagProps) {
  const suggest = useSuggestTags(postId)
  const has = (name: string) => values.tags.some((tag) => tag.toLowerCase() === name.toLowerCase())
  const offered = suggest.data?.tags.filter(({ name }) => !has(name))
  return (
    <Stack gap="xs">
      <HelpButton values={values} pending={suggest.isPending} onClick={() => suggest.mutate(values)}>
        <Trans>Suggest tags</Trans>
      </HelpButton>
      {suggest.error && <Failure error={suggest.error} />}
      {offered && (
        <Group gap={6} role="group" aria-label={t`Suggestions for this post`}>
          {offered.map(({ name, isNew }) => (
            <Button
              key={name}
              variant="light"
              size="compact-sm"
              h={32}
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={values.tags.length >= mostTags}
              onClick={() => onAdd(name)}
            >
              {isNew ? t`${name} (new)` : name}
            </Button>
          ))}
          {offered.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {suggest.data?.tags.length ? t`The post has all tags that fit.` : t`No tag of the blog fits this text.`}
            </Text>
          )}
        </Group>
      )}
    </Stack>
  )
}

type DescriptionProps = { values: PostValues; onUse: (description: string) => void }

/** Descriptions made of the text's own sentences; a click takes one. */
export function DescriptionSuggestions({ values, onUse }: DescriptionProps) {
  const suggest = useSuggestDescription()
  const found = suggest.data && [suggest.data.metaDescription, ...suggest.data.alternatives].filter(Boolean)
  return (
    <Stack gap="xs">
      <HelpButton values={values} pending={suggest.isPending} onClick={() => suggest.mutate(values)}>
        <Trans>Suggest description</Trans>
      </HelpButton>
      {suggest.error && <Failure error={suggest.error} />}
      {found?.map((text) => (
        <Button
          key={text}
          variant={text === values.metaDescription ? 'light' : 'default'}
          aria-pressed={text === values.metaDescription}
          h="auto"
          py={8}
          justify="start"
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start', fontWeight: 400 } }}
          onClick={() => onUse(text)}
        >
          {text}
        </Button>
      ))}
      {found?.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          <Trans>The text has no sentence that describes it.</Trans>
        </Text>
      )}
    </Stack>
  )
}
