import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Container, Group, Skeleton, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { TextLink } from '@/shared/link'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'
import { RichTextField } from '@/shared/rich-text-field'
import type { TextHandle } from '@/shared/rich-text-passage'
import type { PicturePort } from '@/shared/rich-text-pictures'
import { toast } from '@/shared/toasts'

import { draftQuery, type PostDraft, tagsQuery } from './api'
import classes from './blog.module.css'
import { useDraftSaving } from './draft-saving'
import { StatusCell } from './manage-page'
import { PostAddress } from './post-address'
import { minutesToRead } from './post-card'
import { PostCoverField } from './post-cover-field'
import { PreviewLink } from './preview-link'
import { PublishActions } from './publish-actions'
import { Revisions } from './revisions'
import { SearchEngines } from './search-engines'
import { TextCheck } from './text-check'
import { TextHelp } from './text-help'
import { TagSuggestions } from './writing-help'

type Props = {
  postId: string
  /** Chooses how the post takes comments. */
  commentsMode: (draft: PostDraft) => ReactNode
  /** Stores a picture that was pasted or dropped, and says what is wrong with one that can't be. */
  onUpload: PicturePort['upload']
  /** The dialog in which a picture is chosen. */
  chooser: PicturePort['chooser']
  onDeleted: () => void
}

/** Writes a post. What is typed is saved by itself; readers see it once it is published. */
export function PostEditorPage({ postId, ...rest }: Props) {
  const draft = useQuery({ ...draftQuery(postId), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <Container size={1200} py={{ base: 'md', sm: 'lg' }}>
      <TextLink to="/teach/blog" size="sm">
        <Trans>Blog posts</Trans>
      </TextLink>
      <QueryView query={draft} skeleton={<Skeletons />} isPage>
        {(loaded) => <Editor key={loaded.id} loaded={loaded} {...rest} />}
      </QueryView>
    </Container>
  )
}

function Editor({ loaded, commentsMode, onUpload, chooser, onDeleted }: Omit<Props, 'postId'> & { loaded: PostDraft }) {
  const saving = useDraftSaving(loaded)
  const { base, values, edit } = saving
  const text = useRef<TextHandle>(null)
  const [addresses] = useState(() => new Map<string, string>())
  for (const { id, url } of base.pictures) addresses.set(id, url)
  return (
    <>
      <Group justify="space-between" mt="xs" mb="md">
        <div>
          <PageTitle title={values.title || t`Untitled`} size="h2" style={{ overflowWrap: 'anywhere' }} />
          <Group gap="sm" mt={4}>
            <StatusCell post={base} />
            <Text size="sm" c="dimmed" role="status">
              {saving.state === 'saved'
                ? t`All changes saved`
                : saving.state === 'saving'
                  ? t`Saving…`
                  : t`Not saved yet`}
            </Text>
          </Group>
        </div>
        <PublishActions saving={saving} onDeleted={onDeleted} />
      </Group>
      {saving.error && <Failure error={saving.error} />}
      {saving.theirs && <Conflict saving={saving} theirs={saving.theirs} />}
      <div className={classes.editor}>
        <Stack>
          <TextInput
            label={t`Title`}
            value={values.title}
            maxLength={200}
            onChange={(event) => edit({ title: event.currentTarget.value })}
          />
          <RichTextField
            key={saving.round}
            label={t`Text`}
            isArticle
            rows={18}
            initial={{ text: values.html, format: 'html' }}
            onChange={(html) => edit({ html })}
            handle={text}
            pictures={{ addresses, upload: onUpload, chooser }}
          />
          <Text size="sm" c="dimmed">
            {plural(base.words, { one: '# word', other: '# words' })} · {minutesToRead(base.readMinutes)}
          </Text>
          <TextHelp values={values} onUse={(html) => text.current?.replace(html)} />
          <TextCheck
            values={values}
            onShow={(passage) => {
              if (!text.current?.show(passage)) toast(t`The text no longer has this passage. Check it again.`)
            }}
          />
        </Stack>
        <Stack component="aside" aria-label={t`About the post`}>
          <PostCoverField draft={base} onSaved={saving.adopt} />
          {base.cover && (
            <TextInput
              label={t`What the cover shows`}
              description={t`For readers who can't see it.`}
              value={values.coverAlt}
              maxLength={300}
              onChange={(event) => edit({ coverAlt: event.currentTarget.value })}
            />
          )}
          <Textarea
            label={t`Summary`}
            description={t`Shown in lists and by search engines.`}
            value={values.excerpt}
            maxLength={300}
            autosize
            minRows={3}
            onChange={(event) => edit({ excerpt: event.currentTarget.value })}
          />
          <Tags values={values.tags} onChange={(tags) => edit({ tags })} />
          <TagSuggestions postId={base.id} values={values} onAdd={(tag) => edit({ tags: [...values.tags, tag] })} />
          <PostAddress draft={base} onSaved={saving.adopt} />
          <SearchEngines key={`search ${saving.round}`} saving={saving} />
          <PreviewLink draft={base} />
          {commentsMode(loaded)}
          <Revisions draft={base} disabled={saving.state !== 'saved'} onRestored={saving.replace} />
        </Stack>
      </div>
    </>
  )
}

type Saving = ReturnType<typeof useDraftSaving>

function Tags({ values, onChange }: { values: string[]; onChange: (tags: string[]) => void }) {
  const used = useQuery(tagsQuery())
  return (
    <TagsInput
      label={t`Tags`}
      description={t`At most 10. Press Enter after each.`}
      data={used.data?.map(({ name }) => name) ?? []}
      maxTags={10}
      value={values}
      onChange={onChange}
      clearButtonProps={{ 'aria-label': t`Remove all tags` }}
    />
  )
}

function Conflict({ saving, theirs }: { saving: Saving; theirs: PostDraft }) {
  return (
    <ChangedElsewhere
      title={t`This post was changed elsewhere`}
      onKeep={saving.keepMine}
      onTake={() => saving.replace(theirs)}
    >
      <Text size="sm">
        <Trans>
          Saved version: “{theirs.title}”, {plural(theirs.words, { one: '# word', other: '# words' })}. Your changes are
          not saved yet.
        </Trans>
      </Text>
    </ChangedElsewhere>
  )
}

function Skeletons() {
  return (
    <>
      <Skeleton height={40} width={320} mt="xs" mb="md" />
      <div className={classes.editor}>
        <Skeleton height={560} radius="lg" />
        <Skeleton height={560} radius="lg" />
      </div>
    </>
  )
}
