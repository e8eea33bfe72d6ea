import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, SimpleGrid, Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Dialog } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { TextLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { SearchField } from '@/shared/search-field'
import { toast } from '@/shared/toasts'

import { type LibraryPicture, useDeletePicture, useDescribePicture, usesQuery, useUploadPicture } from './api'
import type { MediaFilters } from './filters'
import { FoundPictures } from './found-pictures'
import classes from './media.module.css'
import { UploadButton } from './upload-button'

type Props = { filters: MediaFilters; onFilters: (filters: MediaFilters) => void }

const columns = { base: 1, xs: 2, sm: 3, lg: 4 }

/** The pictures for posts that the user has uploaded; all for administrators. */
export function LibraryPage({ filters, onFilters }: Props) {
  const upload = useUploadPicture()
  return (
    <>
      <PageHead title={t`Media library`} lead={t`Pictures for the texts of posts.`}>
        <UploadButton
          label={t`Picture file`}
          pending={upload.isPending}
          onFile={(file) => upload.mutate(file, { onSuccess: () => toast(t`Picture uploaded.`) })}
        />
      </PageHead>
      {upload.error && <Failure error={upload.error} />}
      <SearchField
        label={t`Search pictures`}
        value={filters.search ?? ''}
        onSearch={(search) => onFilters(search ? { search } : {})}
        maw={420}
        mb="md"
      />
      <FoundPictures filters={filters} onFilters={onFilters} skeleton={<Skeletons />}>
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# picture', other: '# pictures' })} />
            <SimpleGrid
              component="ul"
              cols={columns}
              p={0}
              m={0}
              aria-label={t`Pictures`}
              style={{ listStyle: 'none' }}
            >
              {items.map((picture) => (
                <PictureCard key={picture.id} picture={picture} />
              ))}
            </SimpleGrid>
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </FoundPictures>
    </>
  )
}

function PictureCard({ picture }: { picture: LibraryPicture }) {
  const [open, setOpen] = useState<'describe' | 'delete' | 'uses'>()
  const close = () => setOpen(undefined)
  const { name, alt, sizes, uses } = picture
  return (
    <Card component="li">
      <Card.Section>
        <img className={classes.picture} src={sizes[0]?.url} alt={alt} loading="lazy" />
      </Card.Section>
      <Text fw={600} mt="sm" className={classes.name}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" lineClamp={2}>
        {alt || t`Not described yet`}
      </Text>
      <Group gap="xs" mt="auto" pt="sm">
        <Button variant="default" size="xs" h={36} onClick={() => setOpen('describe')}>
          <Trans>Describe</Trans>
        </Button>
        {uses > 0 ? (
          <Button variant="subtle" size="xs" h={36} onClick={() => setOpen('uses')}>
            {plural(uses, { one: 'In # post', other: 'In # posts' })}
          </Button>
        ) : (
          <Button variant="subtle" color="red" size="xs" h={36} onClick={() => setOpen('delete')}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </Group>
      {open === 'describe' && <Describe picture={picture} onClose={close} />}
      {open === 'delete' && <Delete picture={picture} onClose={close} />}
      {open === 'uses' && <Uses picture={picture} onClose={close} />}
    </Card>
  )
}

type DialogProps = { picture: LibraryPicture; onClose: () => void }

function Describe({ picture, onClose }: DialogProps) {
  const save = useDescribePicture(picture)
  const [edit, setEdit] = useState({ name: picture.name, alt: picture.alt, credit: picture.credit })
  return (
    <FormDialog
      title={t`Describe picture`}
      submit={t`Save changes`}
      mutation={save}
      disabled={!edit.name.trim()}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(edit, {
          onSuccess: () => {
            toast(t`Picture saved.`)
            onClose()
          },
        })
      }
    >
      <TextInput
        label={t`Name`}
        value={edit.name}
        maxLength={200}
        onChange={(event) => setEdit({ ...edit, name: event.currentTarget.value })}
      />
      <Textarea
        label={t`What the picture shows`}
        description={t`For readers who can't see it. Posts can say it differently.`}
        value={edit.alt}
        maxLength={300}
        rows={3}
        onChange={(event) => setEdit({ ...edit, alt: event.currentTarget.value })}
      />
      <TextInput
        label={t`Credit`}
        description={t`Who made it, and under which licence.`}
        value={edit.credit}
        maxLength={200}
        onChange={(event) => setEdit({ ...edit, credit: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

function Delete({ picture, onClose }: DialogProps) {
  const remove = useDeletePicture()
  return (
    <Confirm
      title={t`Delete “${picture.name}”?`}
      text={<Trans>No post shows this picture. You can't undo it.</Trans>}
      action={t`Delete`}
      danger
      error={remove.error}
      pending={remove.isPending}
      onConfirm={() =>
        remove.mutate(picture.id, {
          onSuccess: () => {
            toast(t`Picture deleted.`)
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

function Uses({ picture, onClose }: DialogProps) {
  const uses = useQuery(usesQuery(picture.id))
  return (
    <Dialog title={t`Posts that show “${picture.name}”`} closeLabel={t`Close`} onClose={onClose}>
      <QueryView query={uses} skeleton={<Skeleton height={60} />}>
        {({ posts }) => (
          <ul>
            {posts.map(({ postId, title }) => (
              <li key={postId}>
                <TextLink to="/teach/blog/$postId" params={{ postId }}>
                  {title || t`Untitled`}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Text size="sm" c="dimmed">
        <Trans>Remove the picture from them before you delete it.</Trans>
      </Text>
    </Dialog>
  )
}

const Skeletons = () => (
  <>
    <Skeleton height={20} width={80} mb="xs" />
    <SimpleGrid cols={columns}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={300} radius="lg" />
      ))}
    </SimpleGrid>
  </>
)
