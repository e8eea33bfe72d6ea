import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SimpleGrid } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { ProfileFormState } from './form-values'
import { ProfileField } from './profile-field'
import classes from './profile-form.module.css'

type Props = { form: ProfileFormState; touched: () => void }
type List = 'education' | 'work' | 'links'

type EntriesProps = Props & {
  list: List
  title: string
  /** The singular, for the buttons. */
  one: string
  onAdd: () => void
  /** The fields of the entry at this path. */
  children: (at: string) => ReactNode
}

/** A list of entries with buttons to remove each and to add another. */
function Entries({ form, touched, list, title, one, onAdd, children }: EntriesProps) {
  return (
    <fieldset className={classes.entries}>
      <legend>{title}</legend>
      {form.getValues()[list].map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form addresses entries by position
        <fieldset className={classes.entry} key={`${list}.${i}`} aria-label={`${one} ${i + 1}`}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {children(`${list}.${i}`)}
          </SimpleGrid>
          <Group justify="flex-end" mt="xs">
            <Button
              variant="subtle"
              color="red"
              size="xs"
              h={36}
              aria-label={t`Take out ${one.toLowerCase()} ${i + 1}`}
              onClick={() => {
                form.removeListItem(list, i)
                touched()
              }}
            >
              <Trans>Take out</Trans>
            </Button>
          </Group>
        </fieldset>
      ))}
      <Button
        mt="xs"
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => {
          onAdd()
          touched()
        }}
      >
        <Trans>Add {one.toLowerCase()}</Trans>
      </Button>
    </fieldset>
  )
}

/** The start and end of the entry at this path. */
function Period({ form, path }: { form: ProfileFormState; path: string }) {
  return (
    <>
      <ProfileField form={form} path={`${path}.from`} label={t`From`} description={t`A year, or a month: 2019-09.`} />
      <ProfileField form={form} path={`${path}.to`} label={t`Until`} description={t`Empty: it goes on.`} />
    </>
  )
}

export function EducationEntries(props: Props) {
  const { form } = props
  return (
    <Entries
      {...props}
      list="education"
      title={t`Education`}
      one={t`School`}
      onAdd={() => form.insertListItem('education', { school: '', degree: '', from: '', to: '' })}
    >
      {(at) => (
        <>
          <ProfileField form={form} path={`${at}.school`} label={t`School`} />
          <ProfileField form={form} path={`${at}.degree`} label={t`Degree or subject`} />
          <Period form={form} path={at} />
        </>
      )}
    </Entries>
  )
}

export function WorkEntries(props: Props) {
  const { form } = props
  return (
    <Entries
      {...props}
      list="work"
      title={t`Work`}
      one={t`Position`}
      onAdd={() => form.insertListItem('work', { organisation: '', title: '', from: '', to: '' })}
    >
      {(at) => (
        <>
          <ProfileField form={form} path={`${at}.organisation`} label={t`Organisation`} />
          <ProfileField form={form} path={`${at}.title`} label={t`Position`} />
          <Period form={form} path={at} />
        </>
      )}
    </Entries>
  )
}

export function LinkEntries(props: Props) {
  const { form } = props
  return (
    <Entries
      {...props}
      list="links"
      title={t`Links`}
      one={t`Link`}
      onAdd={() => form.insertListItem('links', { label: '', url: '' })}
    >
      {(at) => (
        <>
          <ProfileField form={form} path={`${at}.label`} label={t`Name`} placeholder={t`My site`} />
          <ProfileField form={form} path={`${at}.url`} label={t`Address`} type="url" placeholder="https://" />
        </>
      )}
    </Entries>
  )
}
