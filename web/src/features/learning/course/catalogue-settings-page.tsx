import { msg, t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'

import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'

import { CategorySettings } from './category-settings'
import { CurrencySettings } from './currency-settings'
import { HomeSettings } from './home-settings'

const labels = { categories: msg`Categories`, currencies: msg`Currencies`, home: msg`Home page` } as const
type Tab = keyof typeof labels

const isTab = (value: string | null): value is Tab => value !== null && value in labels

type Props = { tab: Tab; onTab: (tab: Tab) => void }

/** Settings that apply to all courses. */
export function CatalogueSettingsPage({ tab, onTab }: Props) {
  return (
    <>
      <PageHead title={t`Catalogue`} lead={t`Settings for all courses: categories, currencies and the home page.`} />
      <Tabs value={tab} onChange={(value) => isTab(value) && onTab(value)} keepMounted={false}>
        <Tabs.List mb="lg">
          {options(labels).map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="categories">
          <CategorySettings />
        </Tabs.Panel>
        <Tabs.Panel value="currencies">
          <CurrencySettings />
        </Tabs.Panel>
        <Tabs.Panel value="home">
          <HomeSettings />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
