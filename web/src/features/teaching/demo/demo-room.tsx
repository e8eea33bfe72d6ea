import '@mantine/core/styles/Radio.layer.css'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { type DemoRoom, demoRoomQuery, serversQuery, useSetDemoRoom } from './room-api'

const names = { bigbluebutton: 'BigBlueButton', jitsi: 'Jitsi', zoom: 'Zoom' } as const

const nameOf = (provider: DemoRoom['provider']) => {
  if (provider === 'none') return t`No room`
  return provider === 'link' ? t`A meeting elsewhere` : names[provider]
}

const fields = (): VersionedField<DemoRoom>[] => [
  { name: 'provider', label: t`Room`, text: ({ provider }) => nameOf(provider) },
  { name: 'url', label: t`Address of the meeting`, text: ({ url }) => url },
]

/** Opens the choice of where the user gives demo classes. */
export function DemoRoomButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Room for demo classes</Trans>
      </Button>
      {open && <DemoRoomDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function DemoRoomDialog({ onClose }: { onClose: () => void }) {
  const room = useQuery(demoRoomQuery())
  const servers = useQuery(serversQuery())
  const set = useSetDemoRoom()
  return (
    <Dialog title={t`Room for demo classes`} onClose={onClose}>
      <QueryView query={room} skeleton={<Rows />}>
        {({ value, tag }) => (
          <VersionedForm<DemoRoom, DemoRoom>
            label={t`Room for demo classes`}
            action={t`Save room`}
            conflict={t`This room was changed elsewhere`}
            fields={fields()}
            current={value}
            tag={tag}
            save={set}
            onSaved={() => {
              toast(t`Room saved.`)
              onClose()
            }}
          >
            {(form) => (
              <>
                <Radio.Group
                  label={t`Where do you meet?`}
                  description={t`For all your demo classes. Visitors join from the page of their booking.`}
                  {...form.getInputProps('provider')}
                >
                  <Stack gap="xs" mt="xs">
                    {servers.data?.map(({ name, host }) => (
                      <Radio key={name} value={name} label={names[name]} description={host} />
                    ))}
                    <Radio
                      value="link"
                      label={nameOf('link')}
                      description={t`Google Meet, Teams, Zoom or any other.`}
                    />
                    <Radio value="none" label={nameOf('none')} />
                  </Stack>
                </Radio.Group>
                {form.values.provider === 'link' && (
                  <TextInput
                    label={t`Address of the meeting`}
                    placeholder="https://"
                    inputMode="url"
                    maxLength={2000}
                    {...form.getInputProps('url')}
                  />
                )}
              </>
            )}
          </VersionedForm>
        )}
      </QueryView>
    </Dialog>
  )
}
