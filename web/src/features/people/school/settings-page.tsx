import { msg, t } from '@lingui/core/macro'
import { Stack, Tabs } from '@mantine/core'

import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'

import { AppearanceSettings } from './appearance-settings'
import { BlogSettings } from './blog-settings'
import { CrawlerSettings } from './crawler-settings'
import { FormSettings } from './form-settings'
import { HomeSettings } from './home-settings'
import { LimitSettings } from './limit-settings'
import { LogoSettings } from './logo-settings'
import { PasswordSettings } from './password-settings'
import { RegistrationSettings } from './registration-settings'
import { RetentionSettings } from './retention-settings'
import { SalesSettings } from './sales-settings'
import { SchoolSettings } from './school-settings'
import { SessionSettings } from './session-settings'

const labels = {
  school: msg`School`,
  accounts: msg`Accounts`,
  website: msg`Public pages`,
  sales: msg`Sales`,
} as const
type Tab = keyof typeof labels

const isTab = (value: string | null): value is Tab => value !== null && value in labels

type Props = { tab: Tab; onTab: (tab: Tab) => void }

/** What administrators choose for the whole installation, each group in a form of its own. What was typed outlives a change of tab. */
export function SettingsPage({ tab, onTab }: Props) {
  return (
    <>
      <PageHead
        title={t`Settings`}
        lead={t`Changes apply to everyone at once, without a restart. The audit log records them.`}
      />
      <Tabs value={tab} onChange={(value) => isTab(value) && onTab(value)}>
        <Tabs.List mb="lg">
          {options(labels).map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="school">
          <Stack gap="xl">
            <SchoolSettings />
            <LogoSettings />
            <AppearanceSettings />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="accounts">
          <Stack gap="xl">
            <RegistrationSettings />
            <PasswordSettings />
            <SessionSettings />
            <LimitSettings />
            <RetentionSettings />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="website">
          <Stack gap="xl">
            <HomeSettings />
            <FormSettings />
            <BlogSettings />
            <CrawlerSettings />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="sales">
          <SalesSettings />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
