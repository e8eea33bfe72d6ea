import { t } from '@lingui/core/macro'
import { MultiSelect, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormDialog } from '@/shared/form-dialog'
import { here } from '@/shared/time-zones'
import { toast } from '@/shared/toasts'
import { ZoneField } from '@/shared/zone-field'

import { coursesQuery, learnersQuery, type MeetingDetails, serversQuery, useChange, usePlan } from './api'
import { InTheWay } from './in-the-way'
import { serverNames } from './labels'

type Values = {
  title: string
  description: string
  date: string
  start_time: string
  end_time: string
  timezone: string
  course: string
  student_ids: string[]
  provider: Provider | ''
  url: string
}

type Provider = MeetingDetails['provider']

type Known = MeetingDetails & { tag: string }

type Props = { meeting?: Known; onClose: () => void; onSaved: (meeting: MeetingDetails) => void }

const valuesOf = (meeting?: Known): Values => ({
  title: meeting?.title || meeting?.course_title || '',
  description: meeting?.description ?? '',
  date: meeting?.date ?? '',
  start_time: meeting?.start_time ?? '18:00',
  end_time: meeting?.end_time ?? '19:00',
  timezone: meeting?.timezone ?? here(),
  course: meeting?.for_course ? (meeting.course_id ?? '') : '',
  student_ids: meeting?.people.filter(({ is_named }) => is_named).map(({ user_id }) => user_id) ?? [],
  provider: meeting?.provider ?? '',
  url: meeting?.url ?? '',
})

/** Plans a meeting, or changes one. */
export function MeetingForm({ meeting, onClose, onSaved }: Props) {
  const plan = usePlan()
  const change = useChange(meeting?.id ?? '', meeting?.tag ?? '')
  const save = meeting ? change : plan
  const servers = useQuery(serversQuery())
  const form = useForm<Values>({ initialValues: valuesOf(meeting) })
  const isDoubt = meeting?.kind === 'doubt'
  const provider = form.values.provider || (servers.data?.find(({ name }) => name !== 'zoom')?.name ?? 'link')
  const asked = save.variables?.timezone ?? form.values.timezone
  const submit = form.onSubmit(({ course, url, ...values }) =>
    save.mutate(
      {
        ...values,
        ...(course && { audience: `course:${course}` }),
        provider,
        ...(provider === 'link' && { url }),
      },
      {
        onSuccess: (saved) => {
          toast(meeting ? t`Meeting saved.` : t`Meeting planned.`)
          onSaved(saved)
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  )
  return (
    <FormDialog
      title={meeting ? t`Change meeting` : t`Plan meeting`}
      onClose={onClose}
      onSubmit={submit}
      mutation={save}
      fields={Object.keys(form.values)}
      submit={meeting ? t`Save changes` : t`Plan meeting`}
    >
      <InTheWay
        error={save.error}
        timezone={asked}
        onChoose={({ date, start_time, end_time }) => {
          form.setValues({ date, start_time, end_time, timezone: asked })
          save.reset()
        }}
      />
      <TextInput label={t`Title`} maxLength={100} data-autofocus {...form.getInputProps('title')} />
      <Textarea label={t`Description (optional)`} rows={2} maxLength={500} {...form.getInputProps('description')} />
      <TextInput type="date" label={t`Date`} {...form.getInputProps('date')} />
      <SimpleGrid cols={2}>
        <TextInput type="time" label={t`From`} {...form.getInputProps('start_time')} />
        <TextInput type="time" label={t`To`} {...form.getInputProps('end_time')} />
      </SimpleGrid>
      <ZoneField {...form.getInputProps('timezone')} />
      {!isDoubt && (
        <>
          <CourseField {...form.getInputProps('course')} error={form.errors.audience ?? form.errors.course_id} />
          <LearnersField
            {...form.getInputProps('student_ids')}
            known={meeting?.people.map(({ user_id, full_name }) => ({ id: user_id, full_name })) ?? []}
          />
        </>
      )}
      <Select
        label={t`Where do you meet?`}
        description={meeting?.is_weekly && t`Later dates of this weekly session take place there too.`}
        allowDeselect={false}
        data={[
          ...(isDoubt ? [{ value: 'none', label: t`No room yet` }] : []),
          ...(servers.data ?? []).map(({ name, host }) => ({ value: name, label: `${serverNames[name]} (${host})` })),
          { value: 'link', label: t`A meeting elsewhere` },
          { value: 'built_in', label: t`A room in Lectern, which shows who is there, without video` },
        ]}
        {...form.getInputProps('provider')}
        value={provider}
      />
      {provider === 'link' && (
        <TextInput
          label={t`Address of the meeting`}
          description={t`Learners see it only when they join.`}
          placeholder="https://"
          inputMode="url"
          maxLength={2000}
          {...form.getInputProps('url')}
        />
      )}
    </FormDialog>
  )
}

type CourseProps = { value?: string; onChange?: (course: string) => void; error?: ReactNode }

/** A field for the course all of whose learners are invited. */
function CourseField({ value, onChange, error }: CourseProps) {
  const courses = useQuery(coursesQuery())
  return (
    <Select
      label={t`Invite a course (optional)`}
      description={t`All its learners, also those who enrol later.`}
      searchable
      clearable
      data={(courses.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={value || null}
      onChange={(course) => onChange?.(course ?? '')}
      error={error}
    />
  )
}

type Learner = { id: string; full_name: string }

type LearnersProps = { value?: string[]; onChange?: (ids: string[]) => void; error?: ReactNode; known: Learner[] }

const pause = 300 // milliseconds without typing before the search runs

/** A field for learners who are invited by name. */
function LearnersField({ value = [], onChange, error, known }: LearnersProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), pause)
  const found = useQuery(learnersQuery(search))
  const [seen, setSeen] = useState(known)
  const all = [...seen, ...(found.data ?? []).filter(({ id }) => !seen.some((one) => one.id === id))]
  return (
    <MultiSelect
      label={t`Invite learners (optional)`}
      searchable
      maxValues={500}
      data={all.map(({ id, full_name }) => ({ value: id, label: full_name }))}
      nothingFoundMessage={t`No learners found`}
      value={value}
      onSearchChange={setTyped}
      onChange={(ids) => {
        setSeen(all.filter(({ id }) => ids.includes(id))) // their names are still known after another search
        onChange?.(ids)
      }}
      error={error ?? found.error?.message}
    />
  )
}
