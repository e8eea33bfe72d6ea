import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Textarea } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPhoto } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'

import { FormDialog } from './form-dialog'
import { type ChosenPicture, type PicturePort, pictureSource } from './rich-text-pictures'

type Props = { editor: Editor; port: PicturePort }

/** The button with which a picture is inserted or, if one is selected, described. */
export function PictureTool({ editor, port }: Props) {
  const [dialog, setDialog] = useState<'choose' | 'describe'>()
  const close = () => setDialog(undefined)
  const insert = (picture: ChosenPicture) => {
    port.addresses.set(picture.id, picture.url)
    editor
      .chain()
      .focus()
      .insertContent({ type: 'image', attrs: { src: pictureSource(picture.id), alt: picture.alt } })
      .run()
    close()
  }
  return (
    <>
      <RichTextEditor.Control
        aria-label={t`Picture`}
        title={t`Picture`}
        onClick={() => setDialog(editor.isActive('image') ? 'describe' : 'choose')}
      >
        <IconPhoto size={16} />
      </RichTextEditor.Control>
      {dialog === 'choose' && port.chooser(insert, close)}
      {dialog === 'describe' && <DescribeDialog editor={editor} onClose={close} />}
    </>
  )
}

function DescribeDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const before: unknown = editor.getAttributes('image').alt
  const [alt, setAlt] = useState(typeof before === 'string' ? before : '')
  const [isDecorative, setDecorative] = useState(before === '')
  return (
    <FormDialog
      title={t`Picture in the text`}
      submit={t`Save description`}
      disabled={!isDecorative && !alt.trim()}
      onClose={onClose}
      onSubmit={() => {
        editor
          .chain()
          .focus()
          .updateAttributes('image', { alt: isDecorative ? '' : alt.trim() })
          .run()
        onClose()
      }}
    >
      <Textarea
        label={t`What the picture shows`}
        description={t`For readers who can't see it.`}
        value={alt}
        maxLength={300}
        rows={3}
        disabled={isDecorative}
        data-autofocus
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <Checkbox
        label={t`Decorative: it says nothing that the text doesn't`}
        checked={isDecorative}
        onChange={(event) => setDecorative(event.currentTarget.checked)}
      />
      <Button
        variant="subtle"
        color="red"
        style={{ alignSelf: 'start' }}
        onClick={() => {
          editor.chain().focus().deleteSelection().run()
          onClose()
        }}
      >
        <Trans>Remove picture</Trans>
      </Button>
    </FormDialog>
  )
}
