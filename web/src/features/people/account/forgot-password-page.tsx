import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { TextLink } from '@/shared/link'

import { AddressForm } from './address-form'
import { useForgotPassword } from './api'
import { SignInLayout } from './sign-in-layout'

export function ForgotPasswordPage() {
  return (
    <SignInLayout title={t`Forgot your password?`} lead={t`We send you a link with which you choose a new one.`}>
      <AddressForm label={t`Send me the link`} send={useForgotPassword()} />
      <Text mt="lg" size="sm">
        <TextLink to="/sign-in" underline="always">
          <Trans>Back to signing in</Trans>
        </TextLink>
      </Text>
    </SignInLayout>
  )
}
