import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { FormDialog } from '@/shared/form-dialog'
import { RichText } from '@/shared/rich-text'

import type { PostValues } from './draft-saving'
import { TextChanges } from './text-changes'
import {
  capabilitiesQuery,
  contentLimits,
  type EnhancedText,
  type EnhanceRequest,
  useEnhance,
  useJudge,
  useWritePost,
  type WrittenPost,
} from './writing-api'

type Props = { values: PostValues; onUse: (html: string) => void }

/** Has the language model of the school write or improve the text; nothing without one. */
export function TextHelp({ values, onUse }: Props) {
  const tools = useQuery(capabilitiesQuery())
  const [open, setOpen] = useState<'improve' | 'write'>()
  if (!tools.data?.configured) return null
  const isShort = [...values.html.trim()].length < contentLimits.min
  const close = () => setOpen(undefined)
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconSparkles size={18} aria-hidden />}
        disabled={isShort}
        onClick={() => setOpen('improve')}
      >
        <Trans>Improve text</Trans>
      </Button>
      {isShort && (
        <Button variant="default" leftSection={<IconSparkles size={18} aria-hidden />} onClick={() => setOpen('write')}>
          <Trans>Write a draft</Trans>
        </Button>
      )}
      <Text size="sm" c="dimmed">
        <Trans>By {tools.data.model}. Check what it writes.</Trans>
      </Text>
      {open === 'improve' && <Improve values={values} onUse={onUse} onClose={close} />}
      {open === 'write' && <Write values={values} onUse={onUse} onClose={close} />}
    </Group>
  )
}

type DialogProps = Props & { onClose: () => void }

type Mode = EnhanceRequest['mode']

const languages = 'ar de en es fr hi it ja nl pl pt tr uk zh'.split(' ')

function Improve({ values, onUse, onClose }: DialogProps) {
  const enhance = useEnhance()
  const [mode, setMode] = useState<Mode>('grammar')
  const [tone, setTone] = useState<NonNullable<EnhanceRequest['tone']>>('plain')
  const [targetLanguage, setLanguage] = useState('en')
  if (enhance.data) return <Changes enhanced={enhance.data} onUse={onUse} onClose={onClose} />
  const modes: Record<Mode, string> = {
    grammar: t`Correct spelling and grammar`,
    clarity: t`Make it clearer`,
    shorten: t`Shorten it`,
    expand: t`Expand it`,
    simplify: t`Use simple language`,
    tone: t`Change the tone`,
    translate: t`Translate it`,
  }
  return (
    <FormDialog
      title={t`Improve text`}
      submit={t`Show changes`}
      mutation={enhance}
      onClose={onClose}
      onSubmit={() =>
        enhance.mutate({
          content: values.html,
          title: values.title,
          mode,
          ...(mode === 'tone' && { tone }),
          ...(mode === 'translate' && { targetLanguage }),
        })
      }
    >
      <NativeSelect
        label={t`What to do`}
        data={Object.entries(modes).map(([value, label]) => ({ value, label }))}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value as Mode)}
      />
      {mode === 'tone' && (
        <NativeSelect
          label={t`Tone`}
          data={[
            { value: 'plain', label: t`Plain` },
            { value: 'friendly', label: t`Friendly` },
            { value: 'formal', label: t`Formal` },
            { value: 'lively', label: t`Lively` },
          ]}
          value={tone}
          onChange={(event) => setTone(event.currentTarget.value as typeof tone)}
        />
      )}
      {mode === 'translate' && (
        <NativeSelect
          label={t`Language`}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
          value={targetLanguage}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
      )}
      <Text size="sm" c="dimmed">
        <Trans>You see each change before it is made. Pictures, formulas, code and addresses stay as they are.</Trans>
      </Text>
    </FormDialog>
  )
}

const nameOf = (language: string) =>
  new Intl.DisplayNames([document.documentElement.lang || 'en'], { type: 'language' }).of(language) ?? language

function Changes({ enhanced, onUse, onClose }: { enhanced: EnhancedText } & Omit<DialogProps, 'values'>) {
  const judge = useJudge()
  return (
    <Dialog title={t`Changes`} size="xl" onClose={onClose}>
      <Warnings of={enhanced.warnings} />
      <TextChanges
        changes={enhanced.changes}
        onCancel={onClose}
        onUse={(html, counted) => {
          judge.mutate({ id: enhanced.runId, ...counted })
          onUse(html)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Warnings({ of }: { of: string[] }) {
  return of.map((warning) => (
    <Alert key={warning} color="orange" variant="light">
      {warning}
    </Alert>
  ))
}

function Write({ values, onUse, onClose }: DialogProps) {
  const write = useWritePost()
  const [prompt, setPrompt] = useState('')
  const [audience, setAudience] = useState('')
  const [length, setLength] = useState<'short' | 'medium' | 'long'>('medium')
  if (write.data) return <Draft written={write.data} onUse={onUse} onClose={onClose} />
  return (
    <FormDialog
      title={t`Write a draft`}
      submit={t`Write draft`}
      mutation={write}
      disabled={prompt.trim().length < 10}
      onClose={onClose}
      onSubmit={() =>
        write.mutate({
          prompt,
          length,
          title: values.title,
          ...(audience && { audience }),
          ...(values.language && { language: values.language }),
        })
      }
    >
      <Textarea
        label={t`What the post should say`}
        value={prompt}
        maxLength={2000}
        autosize
        minRows={4}
        data-autofocus
        onChange={(event) => setPrompt(event.currentTarget.value)}
      />
      <TextInput
        label={t`For whom`}
        value={audience}
        maxLength={100}
        onChange={(event) => setAudience(event.currentTarget.value)}
      />
      <NativeSelect
        label={t`Length`}
        data={[
          { value: 'short', label: t`About 300 words` },
          { value: 'medium', label: t`About 700 words` },
          { value: 'long', label: t`About 1,500 words` },
        ]}
        value={length}
        onChange={(event) => setLength(event.currentTarget.value as typeof length)}
      />
    </FormDialog>
  )
}

function Draft({ written, onUse, onClose }: { written: WrittenPost } & Omit<DialogProps, 'values'>) {
  const judge = useJudge()
  return (
    <Dialog title={written.title} size="xl" onClose={onClose}>
      <Warnings of={written.warnings} />
      <RichText html={written.html} />
      <DialogActions onCancel={onClose} cancel={t`Discard`}>
        <Button
          onClick={() => {
            judge.mutate({ id: written.runId, accepted: written.html.length, refused: 0 })
            onUse(written.html)
            onClose()
          }}
        >
          <Trans>Use draft</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
