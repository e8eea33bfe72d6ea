import type { UseFormReturnType } from '@mantine/form'

import type { Profile, ProfilePatch } from './api'

/** What of a profile its owner edits, as the form holds it: every text is there, and every entry has a key of its own. */
export function valuesOf(p: Profile) {
  return {
    fullName: p.fullName,
    pronouns: p.pronouns,
    headline: p.headline,
    bio: p.bio,
    birthDate: p.birthDate,
    phone: p.phone,
    address: {
      street: p.address.street ?? '',
      postalCode: p.address.postalCode ?? '',
      city: p.address.city ?? '',
      region: p.address.region ?? '',
      country: p.address.country ?? '',
    },
    timeZone: p.timeZone,
    locale: p.locale,
    currency: p.currency,
    education: p.education.map(({ school, degree = '', from = '', to = '' }) => ({ school, degree, from, to })),
    work: p.work.map(({ organisation, title = '', from = '', to = '' }) => ({ organisation, title, from, to })),
    skills: p.skills,
    links: p.links,
    preferences: p.preferences,
  }
}

export type ProfileValues = ReturnType<typeof valuesOf>

export type ProfileFormState = UseFormReturnType<ProfileValues>

/** Only what was changed is sent, so that a change elsewhere of something else would have been kept. */
export function changesOf(values: ProfileValues, before: ProfileValues): ProfilePatch {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([n]) => n === name)?.[1]),
  )
  return Object.fromEntries(changed)
}

/** `work[0].to` of the server is `work.0.to` of the form. */
export function formErrors(errors: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field.startsWith('skills[') ? 'skills' : field.replaceAll(/\[(\d+)\]/g, '.$1'),
      text,
    ]),
  )
}
