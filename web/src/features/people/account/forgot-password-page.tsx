import { Text } from '@mantine/core'

import { TextLink } from '@/shared/link'

import { AddressForm } from './address-form'
import { useForgotPassword } from './api'
import { SignInLayout } from './sign-in-layout'

export function ForgotPasswordPage() {
  return (
    <SignInLayout title="Forgot your password?" lead="We send you a link with which you choose a new one.">
      <AddressForm label="Send me the link" send={useForgotPassword()} />
      <Text mt="lg" size="sm">
        <TextLink to="/sign-in" underline="always">
          Back to signing in
        </TextLink>
      </Text>
    </SignInLayout>
  )
}
