import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'

import { toast } from '@/shared/toasts'

import { type DemoBooking, useJoinDemo } from './api'
import { AssignDialog } from './assign-dialog'
import { ConvertDialog, UnconvertDialog } from './convert-dialog'
import { closesAfter, openRoom } from './join-demo'
import { useRetryZoom } from './staff-api'
import { CancelDialog, CompleteDialog, MissedDialog, MoveDialog } from './staff-dialogs'

type Props = { booking: DemoBooking; canAssign: boolean }

const mistakeUntil = 48 * 60 * 60 * 1000 // milliseconds for which a missed demo class may still be completed, as the server has it

const dialogs = {
  move: MoveDialog,
  cancel: CancelDialog,
  complete: CompleteDialog,
  missed: MissedDialog,
  assign: AssignDialog,
  convert: ConvertDialog,
  unconvert: UnconvertDialog,
}

/** What staff can do about a demo class at the moment. */
export function StaffActions({ booking, canAssign }: Props) {
  const [asked, setAsked] = useState<keyof typeof dialogs>()
  const Asked = asked && dialogs[asked]
  const { fullName, status, canCancel, decidedAt, convertedAt } = booking
  const join = useJoinDemo(booking.id)
  const retry = useRetryZoom(booking.id)
  const isOn = status === 'confirmed' && Date.now() < Date.parse(booking.endTime) + closesAfter
  const begun = status === 'confirmed' && !canCancel
  const wasMissed = status === 'no_show' && decidedAt !== null && Date.now() < Date.parse(decidedAt) + mistakeUntil
  const done = status === 'completed'
  if (!(canCancel || begun || wasMissed || done)) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label={t`Actions for the demo class of ${fullName}`}>
            <IconDots size={20} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isOn && (
            <Menu.Item
              onClick={() => join.mutate(undefined, { onSuccess: openRoom, onError: ({ message }) => toast(message) })}
            >
              <Trans>Join demo class</Trans>
            </Menu.Item>
          )}
          {isOn && booking.zoomFailed && (
            <Menu.Item
              onClick={() =>
                retry.mutate(undefined, {
                  onSuccess: () => toast(t`Creating the Zoom meeting.`),
                  onError: ({ message }) => toast(message),
                })
              }
            >
              <Trans>Create Zoom meeting again</Trans>
            </Menu.Item>
          )}
          {(begun || wasMissed) && (
            <Menu.Item onClick={() => setAsked('complete')}>
              <Trans>Complete demo class</Trans>
            </Menu.Item>
          )}
          {begun && (
            <Menu.Item onClick={() => setAsked('missed')}>
              <Trans>Mark as missed</Trans>
            </Menu.Item>
          )}
          {done && (
            <Menu.Item onClick={() => setAsked(convertedAt ? 'unconvert' : 'convert')}>
              {convertedAt ? <Trans>Remove enrolment</Trans> : <Trans>Add enrolment</Trans>}
            </Menu.Item>
          )}
          {canCancel && (
            <Menu.Item onClick={() => setAsked('move')}>
              <Trans>Move to another time</Trans>
            </Menu.Item>
          )}
          {canCancel && canAssign && (
            <Menu.Item onClick={() => setAsked('assign')}>
              <Trans>Assign another instructor</Trans>
            </Menu.Item>
          )}
          {canCancel && (
            <Menu.Item color="red" onClick={() => setAsked('cancel')}>
              <Trans>Cancel demo class</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {Asked && <Asked booking={booking} onClose={() => setAsked(undefined)} />}
    </>
  )
}
