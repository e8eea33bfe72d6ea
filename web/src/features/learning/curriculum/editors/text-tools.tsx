import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconMathFunction, IconPhoto, IconSourceCode, IconTable } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useRef, useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { Formula } from '@/shared/formula'

import { useAddFile } from '../api'
import type { Addresses } from './text-extensions'

type Props = { courseId: string; editor: Editor | null; addresses: Addresses }

/** The toolbar of a text. */
export function TextTools({ courseId, editor, addresses }: Props) {
  const [dialog, setDialog] = useState<'formula' | 'image'>()
  return (
    <>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Highlight />
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.CodeBlock icon={IconSourceCode} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          <RichTextEditor.Control aria-label={t`Insert image`} title={t`Image`} onClick={() => setDialog('image')}>
            <IconPhoto size={16} />
          </RichTextEditor.Control>
          <RichTextEditor.Control
            aria-label={t`Insert formula`}
            title={t`Formula`}
            onClick={() => setDialog('formula')}
          >
            <IconMathFunction size={16} />
          </RichTextEditor.Control>
          <RichTextEditor.Control
            aria-label={t`Insert table`}
            title={t`Table`}
            onClick={() => editor?.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()}
          >
            <IconTable size={16} />
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      {dialog === 'formula' && <FormulaDialog editor={editor} onClose={() => setDialog(undefined)} />}
      {dialog === 'image' && <ImageDialog {...{ courseId, editor, addresses }} onClose={() => setDialog(undefined)} />}
    </>
  )
}

type DialogProps = { editor: Editor | null; onClose: () => void }

function FormulaDialog({ editor, onClose }: DialogProps) {
  const [tex, setTex] = useState('')
  const [block, setBlock] = useState(false)
  const put = () => {
    const attrs = { tex: tex.trim(), form: block ? 'block' : 'inline' }
    editor?.chain().focus().insertContent({ type: 'formula', attrs }).run()
    onClose()
  }
  return (
    <Dialog title={t`Insert formula`} onClose={onClose}>
      <Textarea
        label={t`TeX code`}
        placeholder="\frac{a}{b}"
        autosize
        minRows={2}
        data-autofocus
        value={tex}
        onChange={(event) => setTex(event.currentTarget.value)}
      />
      <Checkbox
        label={t`On its own line`}
        checked={block}
        onChange={(event) => setBlock(event.currentTarget.checked)}
      />
      <div aria-live="polite">
        <Formula tex={tex} block={block} />
      </div>
      <Group justify="flex-end">
        <Button disabled={!tex.trim()} onClick={put}>
          <Trans>Insert formula</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

const pictures = 'image/png,image/jpeg,image/gif,image/webp'

function ImageDialog({ courseId, editor, addresses, onClose }: DialogProps & Props) {
  const add = useAddFile(courseId)
  const [alt, setAlt] = useState('')
  const [refusal, setRefusal] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const put = async () => {
    const picture = input.current?.files?.[0]
    if (!picture) return setRefusal(t`Choose an image.`)
    const { id, type, address } = await add.mutateAsync(picture)
    if (!type.startsWith('image/'))
      return setRefusal(t`Browsers can't show this file as an image. Choose a PNG, JPEG, GIF or WebP.`)
    addresses.set(id, address)
    editor
      ?.chain()
      .focus()
      .setImage({ src: `file:${id}`, alt: alt.trim() })
      .run()
    onClose()
  }
  const problem = refusal || add.error?.message
  return (
    <Dialog title={t`Insert image`} onClose={onClose}>
      <input ref={input} type="file" accept={pictures} aria-label={t`Image`} />
      <TextInput
        label={t`Alternative text`}
        description={t`Describe what it shows for people who can't see it.`}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      {problem && (
        <Alert role="alert" color="red">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button loading={add.isPending} onClick={() => void put().catch(() => {})}>
          <Trans>Insert image</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
