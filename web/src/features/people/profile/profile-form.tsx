import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, SimpleGrid, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { Choice } from '@/shared/choice'
import { FormSummary } from '@/shared/form-summary'
import { currencies, optional, regions } from '@/shared/named-choices'
import { toast } from '@/shared/toasts'

import { type Profile, profileQuery, useSaveProfile } from './api'
import { languages, timeZones } from './choices'
import { Conflict } from './conflict'
import { EducationEntries, LinkEntries, WorkEntries } from './entries'
import { changesOf, formErrors, type ProfileFormState, type ProfileValues, valuesOf } from './form-values'
import { ProfileField } from './profile-field'
import classes from './profile-form.module.css'
import { Section } from './section'

/** Saves edits as the next revision or, if there is a newer one, lets the user overwrite it or discard theirs. */
function useEditing(form: ProfileFormState, profile: Profile) {
  const [revision, setRevision] = useState(profile.revision)
  const [dirty, setDirty] = useState(false)
  const save = useSaveProfile()
  const client = useQueryClient()
  const look = () => client.fetchQuery({ ...profileQuery(), staleTime: 0 })

  /** Makes this the saved state. */
  const take = (saved: Profile) => {
    form.setInitialValues(valuesOf(saved))
    form.reset()
    setRevision(saved.revision)
    setDirty(false)
  }
  const send = (at: number) =>
    save.mutate(
      { patch: changesOf(form.getValues(), form.getInitialValues()), revision: at },
      {
        onSuccess: (saved) => {
          take(saved)
          toast(t`Profile saved.`)
        },
        onError: (error) => form.setErrors(formErrors(fieldErrors(error))),
      },
    )
  return {
    dirty,
    save,
    touched: () => setDirty(true),
    submit: () => send(revision),
    /** Overwrites what was saved elsewhere. */
    overwrite: async () => send((await look()).revision),
    /** Reloads what was saved elsewhere. */
    reload: async () => {
      save.reset()
      take(await look())
    },
    discard: () => {
      form.reset()
      save.reset()
      setDirty(false)
    },
  }
}

/** The user's own profile. It is saved as a whole; leaving with unsaved changes asks first. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useForm<ProfileValues>({ mode: 'uncontrolled', initialValues: valuesOf(profile) })
  const { dirty, save, touched, submit, overwrite, reload, discard } = useEditing(form, profile)
  useBlocker({
    shouldBlockFn: () => dirty && !window.confirm(t`Leave this page? Your changes are not saved.`),
    enableBeforeUnload: () => dirty,
  })
  const conflict = save.error instanceof ApiError && save.error.status === 412

  return (
    <form noValidate aria-label={t`Profile`} onSubmit={form.onSubmit(submit)} onChange={touched}>
      <Stack gap="lg">
        {conflict ? (
          <Conflict onKeep={() => void overwrite()} onTake={() => void reload()} />
        ) : (
          <FormSummary error={save.error} fields={Object.keys(fieldErrors(save.error))} />
        )}
        <Person form={form} touched={touched} />
        <History form={form} touched={touched} />
        <Contact form={form} />
        <Ways form={form} />
        <div className={classes.bar} data-dirty={dirty || undefined}>
          <Text size="sm" role="status">
            {dirty ? t`You have unsaved changes.` : t`All changes are saved.`}
          </Text>
          <Button variant="default" disabled={!dirty || save.isPending} onClick={discard}>
            <Trans>Discard</Trans>
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!dirty}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  )
}

const optionalCurrencies = optional(currencies)

type Part = { form: ProfileFormState }

function Person({ form, touched }: Part & { touched: () => void }) {
  return (
    <Section
      id="about"
      title={t`About you`}
      lead={t`Visible to people in your courses and, if you teach, to everyone.`}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ProfileField form={form} path="fullName" label={t`Full name`} autoComplete="name" />
        <ProfileField form={form} path="pronouns" label={t`Pronouns`} placeholder={t`she/her, they/them …`} />
      </SimpleGrid>
      <ProfileField form={form} path="headline" label={t`Headline`} description={t`Shown below your name.`} />
      <Textarea
        label={t`About you`}
        description={t`What you do and what interests you. At most 2,000 characters.`}
        rows={5}
        resize="vertical"
        key={form.key('bio')}
        {...form.getInputProps('bio')}
      />
      <LinkEntries form={form} touched={touched} />
      <Checkbox
        label={t`Hide from other learners`}
        description={t`Your instructors can still see it.`}
        key={form.key('preferences.hideFromClassmates')}
        {...form.getInputProps('preferences.hideFromClassmates', { type: 'checkbox' })}
      />
    </Section>
  )
}

function History({ form, touched }: Part & { touched: () => void }) {
  const skills = form.getInputProps('skills')
  return (
    <Section id="experience" title={t`Experience`} lead={t`Helps your instructors to know your background.`}>
      <TagsInput
        label={t`Skills`}
        description={t`Press Enter after each skill.`}
        maxTags={50}
        splitChars={[',', ';']}
        acceptValueOnBlur
        key={form.key('skills')}
        {...skills}
        onChange={(value) => {
          skills.onChange(value)
          touched()
        }}
      />
      <EducationEntries form={form} touched={touched} />
      <WorkEntries form={form} touched={touched} />
    </Section>
  )
}

function Contact({ form }: Part) {
  return (
    <Section id="contact" title={t`Contact`} lead={t`Only you and the administrators can see this.`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ProfileField
          form={form}
          path="phone"
          label={t`Phone`}
          type="tel"
          autoComplete="tel"
          placeholder="+49 30 1234567"
        />
        <ProfileField form={form} path="birthDate" label={t`Date of birth`} type="date" autoComplete="bday" />
      </SimpleGrid>
      <ProfileField form={form} path="address.street" label={t`Street and number`} autoComplete="street-address" />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ProfileField form={form} path="address.postalCode" label={t`Postal code`} autoComplete="postal-code" />
        <ProfileField form={form} path="address.city" label={t`City`} autoComplete="address-level2" />
        <ProfileField form={form} path="address.region" label={t`State or region`} autoComplete="address-level1" />
        <Choice
          label={t`Country`}
          autoComplete="country"
          choices={regions}
          chosen={form.getInitialValues().address.country}
          key={form.key('address.country')}
          {...form.getInputProps('address.country')}
        />
      </SimpleGrid>
    </Section>
  )
}

function Ways({ form }: Part) {
  const { locale, currency, timeZone } = form.getInitialValues()
  return (
    <Section
      id="language"
      title={t`Language and region`}
      lead={t`Used for texts, times and prices, on this site and in emails.`}
    >
      <Choice
        label={t`Time zone`}
        choices={timeZones}
        chosen={timeZone}
        key={form.key('timeZone')}
        {...form.getInputProps('timeZone')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Choice
          label={t`Language`}
          choices={languages}
          chosen={locale}
          key={form.key('locale')}
          {...form.getInputProps('locale')}
        />
        <Choice
          label={t`Currency`}
          choices={optionalCurrencies}
          chosen={currency}
          key={form.key('currency')}
          {...form.getInputProps('currency')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        <Trans>Texts that are not translated yet appear in English.</Trans>
      </Text>
    </Section>
  )
}
