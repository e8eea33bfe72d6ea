import { t } from '@lingui/core/macro'
import { Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { Dialog } from '@/shared/dialog'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { toast } from '@/shared/toasts'
import { type VersionedField, VersionedForm } from '@/shared/versioned-form'

import { meetingServersQuery, type Room, roomQuery, useSetRoom } from './api'
import type { RoomOwner } from './keys'
import { providerLabels } from './labels'

type Values = Pick<Room, 'provider' | 'url'>

const fields = (): VersionedField<Values>[] => [
  { name: 'provider', label: t`Room`, text: (v) => t(providerLabels[v.provider]) },
  { name: 'url', label: t`Address of the meeting`, text: (v) => v.url },
]

/** Sets where a batch meets, or one of its sessions instead. */
export function RoomDialog({ of, onClose }: { of: RoomOwner; onClose: () => void }) {
  const room = useQuery(roomQuery(of))
  const set = useSetRoom(of)
  const title = 'batch' in of ? t`Room of the batch` : t`Room of this session`
  const none = 'batch' in of ? t`No room` : t`The same as the batch`
  return (
    <Dialog title={title} onClose={onClose}>
      <QueryView query={room} skeleton={<Rows />}>
        {({ value: { provider, url }, tag }) => (
          <VersionedForm<Values, Room>
            label={title}
            action={t`Save room`}
            conflict={t`Another instructor changed this room`}
            fields={fields()}
            current={{ provider, url }}
            tag={tag}
            save={set}
            onSaved={() => {
              toast(t`Room saved.`)
              onClose()
            }}
          >
            {(form) => (
              <>
                <Radio.Group label={t`Where do you meet?`} {...form.getInputProps('provider')}>
                  <Stack gap="xs" mt="xs">
                    <Servers />
                    <Radio
                      value="link"
                      label={t(providerLabels.link)}
                      description={t`Google Meet, Teams, Zoom or any other.`}
                    />
                    <Radio
                      value="built_in"
                      label={t(providerLabels.built_in)}
                      description={t`A page that shows who is there, without video.`}
                    />
                    <Radio value="none" label={none} />
                  </Stack>
                </Radio.Group>
                {form.values.provider === 'link' && (
                  <TextInput
                    label={t`Address of the meeting`}
                    description={t`Learners see it only when they join.`}
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

/** The meeting servers of the school, to choose from. */
function Servers() {
  const servers = useQuery(meetingServersQuery())
  return (
    <QueryView query={servers} skeleton={<Skeleton height={44} />}>
      {(list) =>
        list.map(({ name, host }) => (
          <Radio key={name} value={name} label={t(providerLabels[name])} description={host} />
        ))
      }
    </QueryView>
  )
}
