import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, List, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconBulb } from '@tabler/icons-react'

import { Failure } from '@/shared/query-view'
import type { Passage } from '@/shared/rich-text-passage'

import classes from './blog.module.css'
import type { PostValues } from './draft-saving'
import { useCheckText, type WritingSuggestion, type WritingSuggestions } from './writing-api'
import { HelpButton } from './writing-help'

type Props = { values: PostValues; onShow: (passage: Passage) => void }

/** What could be better in the text. A click shows the passage. */
export function TextCheck({ values, onShow }: Props) {
  const check = useCheckText()
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t`Text check`}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          <Trans>Text check</Trans>
        </Title>
        <HelpButton values={values} pending={check.isPending} onClick={() => check.mutate(values)}>
          {check.data ? t`Check again` : t`Check text`}
        </HelpButton>
      </Group>
      {check.error && <Failure error={check.error} />}
      {check.data ? (
        <Findings found={check.data} onShow={onShow} />
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>Finds long sentences, links that lead nowhere and pictures without a description.</Trans>
        </Text>
      )}
    </Paper>
  )
}

const easy = 40
const hard = 55

function readingOf(lix: number) {
  if (lix <= easy) return t`easy to read`
  return lix > hard ? t`hard to read` : t`fairly easy to read`
}

function Findings({ found, onShow }: { found: WritingSuggestions; onShow: Props['onShow'] }) {
  const { words, sentences, lix } = found.figures
  return (
    <Stack gap="xs" mt="xs">
      <Text size="sm" c="dimmed" role="status">
        {[
          found.suggestions.length === 0
            ? t`Nothing to improve`
            : plural(found.suggestions.length, { one: '# suggestion', other: '# suggestions' }),
          plural(words, { one: '# word', other: '# words' }),
          plural(sentences, { one: '# sentence', other: '# sentences' }),
          ...(sentences > 0 ? [readingOf(lix)] : []),
        ].join(' · ')}
      </Text>
      <List listStyleType="none" spacing={4}>
        {found.suggestions.map((one) => (
          <List.Item key={one.id} classNames={{ itemWrapper: classes.finding, itemLabel: classes.finding }}>
            <Finding found={one} onShow={onShow} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function Finding({ found, onShow }: { found: WritingSuggestion; onShow: Props['onShow'] }) {
  const Icon = found.severity === 'warning' ? IconAlertTriangle : IconBulb
  const said = (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden className={classes.findingIcon} data-severity={found.severity} />
      <div>
        <Text size="sm">{messageOf(found)}</Text>
        {found.quote && (
          <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            “{found.quote}”
          </Text>
        )}
      </div>
    </Group>
  )
  const { block, start, quote } = found
  if (block === null) return <div className={classes.whole}>{said}</div>
  return (
    <UnstyledButton className={classes.passage} onClick={() => onShow({ block, start, quote })}>
      {said}
    </UnstyledButton>
  )
}

/** What a rule has found, in the reader's language. */
function messageOf({ rule, figure }: WritingSuggestion): string {
  switch (rule) {
    case 'long_title':
      return t`The title has ${figure} characters. Search engines show about 60.`
    case 'title_without_subject':
      return t`The title has none of the words that the text is about.`
    case 'no_summary':
      return t`The post has no summary. Lists and search engines show it.`
    case 'other_language':
      return t`The text seems to be in another language than the post says.`
    case 'hard_to_read':
      return t`The text is hard to read. Shorter sentences and words help.`
    case 'no_heading':
      return t`More than ${figure} words without a heading start here.`
    case 'second_title':
      return t`A post has one heading of the first level: its title.`
    case 'heading_jump':
      return t`This heading skips a level.`
    case 'long_sentence':
      return t`This sentence has ${figure} words. Try two.`
    case 'long_paragraph':
      return t`This paragraph has ${figure} words. Split it.`
    case 'much_bold':
      return t`Most of this paragraph is bold. Then nothing stands out.`
    case 'empty_link_text':
      return t`Say where this link leads: screen readers read links without the text around them.`
    case 'bare_address':
      return t`Give this address a text that says where it leads.`
    case 'broken_link':
      return t`This link leads nowhere: the page doesn't exist.`
    case 'insecure_link':
      return t`This link isn't encrypted. Try https.`
    case 'no_alt':
      return t`A picture here has no description for readers who can't see it.`
  }
}
