import { t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import { AppearanceSettings } from './appearance-settings'
import { BlogSettings } from './blog-settings'
import { FormSettings } from './form-settings'
import { LimitSettings } from './limit-settings'
import { LogoSettings } from './logo-settings'
import { PasswordSettings } from './password-settings'
import { RegistrationSettings } from './registration-settings'
import { RetentionSettings } from './retention-settings'
import { SalesSettings } from './sales-settings'
import { SchoolSettings } from './school-settings'
import { SessionSettings } from './session-settings'

/** What administrators choose for the whole installation, each group in a form of its own. */
export function SettingsPage() {
  return (
    <>
      <PageHead
        title={t`Settings`}
        lead={t`Changes apply to everyone at once, without a restart. The audit log records them.`}
      />
      <Stack gap="xl">
        <SchoolSettings />
        <LogoSettings />
        <AppearanceSettings />
        <RegistrationSettings />
        <PasswordSettings />
        <SessionSettings />
        <LimitSettings />
        <FormSettings />
        <BlogSettings />
        <RetentionSettings />
        <SalesSettings />
      </Stack>
    </>
  )
}
