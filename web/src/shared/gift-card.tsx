import { Trans } from '@lingui/react/macro'
import { Text, Title } from '@mantine/core'
import { IconGift } from '@tabler/icons-react'

import classes from './gift-card.module.css'

type Props = {
  /** Of the course. */
  title: string
  sender: string
  /** Empty if the buyer has not named them. */
  recipient: string
  message: string
}

/** The card of a gift, as its recipient sees it. */
export function GiftCard({ title, sender, recipient, message }: Props) {
  return (
    <div className={classes.card}>
      <IconGift size={32} stroke={1.5} aria-hidden />
      {recipient && <Text>{recipient}</Text>}
      <Title order={2} size="h3">
        {title}
      </Title>
      {message && <Text className={classes.message}>{message}</Text>}
      {sender && (
        <Text size="sm">
          <Trans>A gift from {sender}</Trans>
        </Text>
      )}
    </div>
  )
}
