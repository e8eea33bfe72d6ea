import { t } from '@lingui/core/macro'
import { Tabs } from '@mantine/core'

import { PageHead } from '@/shared/page-head'

import { CategorySettings } from './category-settings'
import { CurrencySettings } from './currency-settings'
import { HomeSettings } from './home-settings'

const labels = { categories: 'Categories', currencies: 'Currencies', home: 'First page' } as const
type Tab = keyof typeof labels

const isTab = (value: string | null): value is Tab => value !== null && value in labels

type Props = { tab: Tab; onTab: (tab: Tab) => void }

/** Settings that apply to all courses. */
export function CatalogueSettingsPage({ tab, onTab }: Props) {
  return (
    <>
      <PageHead
        title={t`Catalogue`}
        lead={t`What holds for all courses: their shelves, the currencies they cost, and what the first page shows.`}
      />
      <Tabs value={tab} onChange={(value) => isTab(value) && onTab(value)} keepMounted={false}>
        <Tabs.List mb="lg">
          {Object.entries(labels).map(([value, label]) => (
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
