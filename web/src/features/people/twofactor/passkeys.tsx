import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'

import { fieldErrors, type Schema } from '@/api/client'
import { Ago } from '@/shared/ago'
import { Confirm } from '@/shared/confirm'
import { FormDialog } from '@/shared/form-dialog'
import { toast } from '@/shared/toasts'

import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './api'
import { FactorRow } from './factor-row'
import { passkeysWork } from './passkey'
import classes from './twofactor.module.css'

type Props = { state: Schema<'TwoFactorState'>; onCodes: (codes: string[]) => void }

/** The user's passkeys, with a button to add another. */
export function Passkeys({ state: { passkeys, passkeysPossible }, onCodes }: Props) {
  const [adding, setAdding] = useState(false)
  const add = useAddPasskey()
  const possible = passkeysPossible && passkeysWork()
  return (
    <>
      <FactorRow
        icon={<IconFingerprint aria-hidden />}
        title={t`Passkeys`}
        text={
          possible
            ? t`Sign in with your fingerprint, face or PIN instead of a password.`
            : t`Passkeys only work over HTTPS and at this site's own domain name.`
        }
      >
        <Button
          variant={passkeys.length > 0 ? 'default' : 'filled'}
          disabled={!possible}
          onClick={() => setAdding(true)}
        >
          <Trans>Add passkey</Trans>
        </Button>
      </FactorRow>
      {passkeys.length > 0 && (
        <ul className={classes.list} aria-label={t`Passkeys`}>
          {passkeys.map((passkey) => (
            <Item key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {adding && (
        <NameDialog
          title={t`Add passkey`}
          act={t({ message: 'Continue', context: 'to the next step' })}
          initial=""
          send={add}
          onClose={() => setAdding(false)}
          onName={(name, refused) =>
            add.mutate(name, {
              onError: refused,
              onSuccess: (added) => {
                if (!added) return // the browser's dialog was closed: this one stays open
                setAdding(false)
                toast(t`Passkey added.`)
                onCodes(added.recoveryCodes)
              },
            })
          }
        />
      )}
    </>
  )
}

function Item({ passkey: { id, name, created_at, last_used_at } }: { passkey: Schema<'Passkey'> }) {
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const rename = useRenamePasskey()
  const remove = useRemovePasskey()
  const close = () => setOpen(undefined)
  return (
    <li className={classes.item}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {last_used_at ? (
              <Trans>
                Added <Ago at={created_at} /> · Last used <Ago at={last_used_at} />
              </Trans>
            ) : (
              <Trans>
                Added <Ago at={created_at} /> · Not used yet
              </Trans>
            )}
          </Text>
        </div>
        <Group gap="xs">
          <Button variant="subtle" onClick={() => setOpen('rename')} aria-label={t`Rename ${name}`}>
            <Trans>Rename</Trans>
          </Button>
          <Button variant="subtle" color="red" onClick={() => setOpen('remove')} aria-label={t`Remove ${name}`}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      </Group>
      {open === 'rename' && (
        <NameDialog
          title={t`Rename passkey`}
          act={t`Save`}
          initial={name}
          send={rename}
          onClose={close}
          onName={(text, refused) => rename.mutate({ id, name: text }, { onSuccess: close, onError: refused })}
        />
      )}
      {open === 'remove' && (
        <Confirm
          title={t`Remove “${name}”?`}
          text={t`You can no longer sign in with it. Delete it from your device's password manager too.`}
          action={t`Remove`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() => remove.mutate(id, { onSuccess: close })}
        />
      )}
    </li>
  )
}

type Name = {
  title: string
  act: string
  initial: string
  send: { isPending: boolean; error: Error | null }
  onClose: () => void
  onName: (name: string, refused: (error: Error) => void) => void
}

/** Asks for the name of a passkey. */
function NameDialog({ title, act, initial, send, onClose, onName }: Name) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: initial } })
  const submit = form.onSubmit(({ name }) => onName(name, (error) => form.setErrors(fieldErrors(error))))
  return (
    <FormDialog title={title} onClose={onClose} mutation={send} onSubmit={submit} fields={['name']} submit={act}>
      <TextInput
        label={t`Name`}
        description={t`For example, the device that stores it. It tells your passkeys apart.`}
        placeholder={t`Work laptop`}
        maxLength={60}
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
