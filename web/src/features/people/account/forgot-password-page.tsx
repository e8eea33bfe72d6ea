import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { TextLink } from '@/shared/link'

import { AddressForm } from './address-form'
import { useForgotPassword } from './api'
import { SignInLayout } from './sign-in-layout'

export function ForgotPasswordPage() {
  return (
    <SignInLayout
      title={t`Reset password`}
      lead={t`Enter your email address. We'll send you a link to choose a new password.`}
    >
      <AddressForm label={t`Send link`} send={useForgotPassword()} />
      <Text mt="lg" size="sm">
        <TextLink to="/sign-in" underline="always">
          <Trans>Back to sign-in</Trans>
        </TextLink>
      </Text>
    </SignInLayout>
  )
}
