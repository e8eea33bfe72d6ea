import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Indicator.layer.css'

import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

import { unreadQuery } from './api'

type IconProps = ActionIconProps & Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps>

const IconLink = createLink((props: IconProps) => <ActionIcon component="a" {...props} />)

const mostShown = 100

/** The link to the announcements, with the number of those that the user has not read. */
export default function UnreadLink() {
  const unread = useQuery(unreadQuery()).data ?? 0
  const label = unread > mostShown ? `${mostShown}+` : String(unread)
  return (
    <Indicator
      visibleFrom="sm"
      label={<span aria-hidden>{label}</span>}
      disabled={unread === 0}
      size={18}
      offset={9}
      color="school"
      styles={{ indicator: { pointerEvents: 'none', fontWeight: 700, fontSize: '0.7rem' } }}
    >
      <IconLink
        to="/announcements"
        variant="subtle"
        color="gray"
        c="var(--ink)"
        size={44}
        radius="xl"
        aria-label={unread === 0 ? t`Announcements` : t`Announcements, ${label} unread`}
      >
        <IconSpeakerphone size={21} />
      </IconLink>
    </Indicator>
  )
}
