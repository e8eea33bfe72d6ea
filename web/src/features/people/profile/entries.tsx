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
  /** What an entry and its button are called, by its place in the list. */
  nameOf: (number: number) => string
  removeLabelOf: (number: number) => string
  addLabel: string
  onAdd: () => void
  /** The fields of the entry at this path. */
  children: (at: string) => ReactNode
}

/** A list of entries with buttons to remove each and to add another. */
function Entries({ form, touched, list, title, nameOf, removeLabelOf, addLabel, onAdd, children }: EntriesProps) {
  return (
    <fieldset className={classes.entries}>
      <legend>{title}</legend>
      {form.getValues()[list].map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form addresses entries by position
        <fieldset className={classes.entry} key={`${list}.${i}`} aria-label={nameOf(i + 1)}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            {children(`${list}.${i}`)}
          </SimpleGrid>
          <Group justify="flex-end" mt="xs">
            <Button
              variant="subtle"
              color="red"
              size="xs"
              h={36}
              aria-label={removeLabelOf(i + 1)}
              onClick={() => {
                form.removeListItem(list, i)
                touched()
              }}
            >
              <Trans>Remove</Trans>
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
        {addLabel}
      </Button>
    </fieldset>
  )
}

/** The start and end of the entry at this path. */
function Period({ form, path }: { form: ProfileFormState; path: string }) {
  return (
    <>
      <ProfileField
        form={form}
        path={`${path}.from`}
        label={t`From`}
        description={t`A year or a month, such as 2019 or 2019-09.`}
      />
      <ProfileField form={form} path={`${path}.to`} label={t`Until`} description={t`Leave empty if it is ongoing.`} />
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
      nameOf={(number) => t`School ${number}`}
      removeLabelOf={(number) => t`Remove school ${number}`}
      addLabel={t`Add school`}
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
      title={t`Work experience`}
      nameOf={(number) => t`Position ${number}`}
      removeLabelOf={(number) => t`Remove position ${number}`}
      addLabel={t`Add position`}
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
      nameOf={(number) => t`Link ${number}`}
      removeLabelOf={(number) => t`Remove link ${number}`}
      addLabel={t`Add link`}
      onAdd={() => form.insertListItem('links', { label: '', url: '' })}
    >
      {(at) => (
        <>
          <ProfileField form={form} path={`${at}.label`} label={t`Name`} placeholder={t`My website`} />
          <ProfileField form={form} path={`${at}.url`} label={t`URL`} type="url" placeholder="https://" />
        </>
      )}
    </Entries>
  )
}
