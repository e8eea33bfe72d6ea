import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Alert, Anchor, Button, FileButton, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { bytes } from '@/shared/format'
import type { LessonEditorProps } from '@/shared/lesson-editor'
import { type CourseFile, filesQuery, useAddFile } from '../api'
import { fileOf } from '../content'
import classes from './editors.module.css'

type Words = Record<'upload' | 'replace' | 'choose' | 'none', MessageDescriptor>

const fileWords: Words = {
  upload: msg`Upload file`,
  replace: msg`Upload another file`,
  choose: msg`Choose a file`,
  none: msg`No file yet. The maximum size is 100 MB. For a video, add a video lesson instead.`,
}

const pdfWords: Words = {
  upload: msg`Upload PDF`,
  replace: msg`Upload another PDF`,
  choose: msg`Choose a PDF`,
  none: msg`No PDF yet. The maximum size is 100 MB.`,
}

/** A file to download. */
export const FileEditor = (props: LessonEditorProps) => (
  <Files {...props} fits={() => true} accept="" words={fileWords} />
)

/** A PDF that is read on the page. */
export const PdfEditor = (props: LessonEditorProps) => (
  <Files {...props} fits={(f) => f.type === 'application/pdf'} accept="application/pdf" words={pdfWords} />
)

type Props = LessonEditorProps & { fits: (file: CourseFile) => boolean; accept: string; words: Words }

function Files({ courseId, content, onChange, errors, fits, accept, words }: Props) {
  const add = useAddFile(courseId)
  const files = useQuery(filesQuery(courseId)).data?.items.filter(fits) ?? []
  const stored = fileOf(content)
  const shown = files.find((f) => f.id === stored.id)
  const take = (file: File | null) =>
    file && add.mutate(file, { onSuccess: ({ id, name, type, size }) => onChange({ file_id: id, name, type, size }) })
  const problem = add.error?.message ?? errors['content.file_id']

  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <FileButton accept={accept} onChange={take}>
          {(props) => (
            <Button {...props} h={42} leftSection={<IconUpload size={18} />} loading={add.isPending}>
              {t(stored.id ? words.replace : words.upload)}
            </Button>
          )}
        </FileButton>
        {files.length > 0 && (
          <NativeSelect
            label={t`Or choose from this course's files`}
            data={[{ value: '', label: t(words.choose) }, ...files.map((f) => ({ value: f.id, label: f.name }))]}
            value={stored.id}
            onChange={(event) => event.currentTarget.value && onChange({ file_id: event.currentTarget.value })}
          />
        )}
      </Group>
      {add.isPending && <Progress value={100} animated aria-label={t`Uploading file`} />}
      {problem && (
        <Alert role="alert" color="red">
          {problem}
        </Alert>
      )}
      {shown ? (
        <Shown file={shown} />
      ) : (
        <Text size="sm" c="dimmed">
          {t(words.none)}
        </Text>
      )}
    </Stack>
  )
}

function Shown({ file }: { file: CourseFile }) {
  return (
    <div>
      <Text size="sm">
        <Anchor href={file.address} target="_blank" rel="noreferrer">
          {file.name}
        </Anchor>{' '}
        · {bytes(file.size)}
      </Text>
      {file.type.startsWith('image/') && <img src={file.address} alt="" className={classes.picture} />}
    </div>
  )
}
