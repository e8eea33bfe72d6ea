import { t } from '@lingui/core/macro'
import { SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import type { Schema } from '@/api/client'
import { GiftCard } from '@/shared/gift-card'
import { fromField } from '@/shared/local-time'

export type GiftValues = { email: string; recipient: string; sender: string; message: string; sendAt: string }

export const giftFields = ['gift.email', 'gift.recipient_name', 'gift.sender_name', 'gift.message', 'gift.send_at']

/** The gift that the fields describe. */
export function giftOf({ email, recipient, sender, message, sendAt }: GiftValues): Schema<'NewGift'> {
  const send_at = fromField(sendAt)
  return { email, recipient_name: recipient, sender_name: sender, message, ...(send_at && { send_at }) }
}

type Props = {
  form: UseFormReturnType<GiftValues>
  errors: Record<string, string | undefined>
  /** Of the course. */
  title: string
}

/** For whom a gift is and what the card says, with the card as the recipient will see it. */
export function GiftFields({ form, errors, title }: Props) {
  const { recipient, sender, message } = form.values
  return (
    <Stack>
      <Title order={2} size="h3">{t`Your gift`}</Title>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t`Recipient's name`}
          autoComplete="off"
          {...form.getInputProps('recipient')}
          error={errors['gift.recipient_name']}
        />
        <TextInput
          required
          type="email"
          label={t`Recipient's email address`}
          autoComplete="off"
          {...form.getInputProps('email')}
          error={errors['gift.email']}
        />
      </SimpleGrid>
      <TextInput
        required
        label={t`From`}
        description={t`As the card says it.`}
        {...form.getInputProps('sender')}
        error={errors['gift.sender_name']}
      />
      <Textarea
        label={t`Message`}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('message')}
        error={errors['gift.message']}
      />
      <TextInput
        type="datetime-local"
        label={t`Send on`}
        description={t`Leave it empty to send the gift as soon as it is paid.`}
        {...form.getInputProps('sendAt')}
        error={errors['gift.send_at']}
      />
      <section aria-label={t`Preview of the card`}>
        <GiftCard title={title} sender={sender} recipient={recipient} message={message} />
      </section>
    </Stack>
  )
}
