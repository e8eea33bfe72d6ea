import { t } from '@lingui/core/macro'
import { Group, SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { Pages } from '@/shared/pages'
import { Failure } from '@/shared/query-view'
import type { ChosenPicture } from '@/shared/rich-text-pictures'
import { SearchField } from '@/shared/search-field'

import { type LibraryPicture, useUploadPicture } from './api'
import type { MediaFilters } from './filters'
import { FoundPictures } from './found-pictures'
import classes from './media.module.css'
import { UploadButton } from './upload-button'

type Props = { onChoose: (picture: ChosenPicture) => void; onClose: () => void }

/** Chooses a picture of the library, or uploads one. */
export function PictureChooser({ onChoose, onClose }: Props) {
  const [filters, setFilters] = useState<MediaFilters>({})
  const upload = useUploadPicture()
  const choose = (picture: LibraryPicture) => onChoose(chosen(picture))
  return (
    <Dialog title={t`Insert picture`} size="xl" onClose={onClose}>
      <Group justify="space-between">
        <SearchField
          label={t`Search pictures`}
          value={filters.search ?? ''}
          onSearch={(search) => setFilters(search ? { search } : {})}
        />
        <UploadButton
          label={t`Picture file`}
          pending={upload.isPending}
          onFile={(file) => upload.mutate(file, { onSuccess: choose })}
        />
      </Group>
      {upload.error && <Failure error={upload.error} />}
      <FoundPictures filters={filters} onFilters={setFilters} skeleton={<Skeleton height={280} radius="md" />}>
        {({ items, pagination }) => (
          <>
            <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm">
              {items.map((picture) => (
                <UnstyledButton key={picture.id} className={classes.choice} onClick={() => choose(picture)}>
                  <img className={classes.picture} src={picture.sizes[0]?.url} alt={picture.alt} loading="lazy" />
                  <Text size="xs" p={6} truncate>
                    {picture.name}
                  </Text>
                </UnstyledButton>
              ))}
            </SimpleGrid>
            <Pages pagination={pagination} onPage={(page) => setFilters({ ...filters, page })} />
          </>
        )}
      </FoundPictures>
    </Dialog>
  )
}

/** A picture as an editor inserts it. */
export const chosen = ({ id, alt, sizes }: LibraryPicture): ChosenPicture => ({
  id,
  url: (sizes.find(({ width }) => width >= 704) ?? sizes.at(-1))?.url ?? '',
  alt: alt || null,
})
