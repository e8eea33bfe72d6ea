import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ProfileFormState } from './profile-form'
import classes from './profile-form.module.css'

type Props = { form: ProfileFormState; touched: () => void }
type List = 'education' | 'work' | 'links'

type EntriesProps = Props & {
  list: List
  title: string
  /** What one of them is called, for the buttons. */
  one: string
  onAdd: () => void
  /** The fields of the entry that stands at this path. */
  children: (at: string) => ReactNode
}

/** A list of entries, each with the way to take it out, and one to add another. */
function Entries({ form, touched, list, title, one, onAdd, children }: EntriesProps) {
  return (
    <fieldset className={classes.entries}>
      <legend>{title}</legend>
      {form.getValues()[list].map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the form names what stands in an entry by its place
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
              aria-label={`Take out ${one.toLowerCase()} ${i + 1}`}
              onClick={() => {
                form.removeListItem(list, i)
                touched()
              }}
            >
              Take out
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
        Add {one.toLowerCase()}
      </Button>
    </fieldset>
  )
}

const year = 'A year, or a month: 2019-09.'

export function EducationEntries(props: Props) {
  const { form } = props
  return (
    <Entries
      {...props}
      list="education"
      title="Education"
      one="School"
      onAdd={() => form.insertListItem('education', { school: '', degree: '', from: '', to: '' })}
    >
      {(at) => (
        <>
          <TextInput label="School" key={form.key(`${at}.school`)} {...form.getInputProps(`${at}.school`)} />
          <TextInput label="Degree or subject" key={form.key(`${at}.degree`)} {...form.getInputProps(`${at}.degree`)} />
          <TextInput
            label="From"
            description={year}
            key={form.key(`${at}.from`)}
            {...form.getInputProps(`${at}.from`)}
          />
          <TextInput
            label="Until"
            description="Empty: it goes on."
            key={form.key(`${at}.to`)}
            {...form.getInputProps(`${at}.to`)}
          />
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
      title="Work"
      one="Position"
      onAdd={() => form.insertListItem('work', { organisation: '', title: '', from: '', to: '' })}
    >
      {(at) => (
        <>
          <TextInput
            label="Organisation"
            key={form.key(`${at}.organisation`)}
            {...form.getInputProps(`${at}.organisation`)}
          />
          <TextInput label="Position" key={form.key(`${at}.title`)} {...form.getInputProps(`${at}.title`)} />
          <TextInput
            label="From"
            description={year}
            key={form.key(`${at}.from`)}
            {...form.getInputProps(`${at}.from`)}
          />
          <TextInput
            label="Until"
            description="Empty: it goes on."
            key={form.key(`${at}.to`)}
            {...form.getInputProps(`${at}.to`)}
          />
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
      title="Links"
      one="Link"
      onAdd={() => form.insertListItem('links', { label: '', url: '' })}
    >
      {(at) => (
        <>
          <TextInput
            label="Name"
            placeholder="My site"
            key={form.key(`${at}.label`)}
            {...form.getInputProps(`${at}.label`)}
          />
          <TextInput
            label="Address"
            type="url"
            placeholder="https://"
            key={form.key(`${at}.url`)}
            {...form.getInputProps(`${at}.url`)}
          />
        </>
      )}
    </Entries>
  )
}
