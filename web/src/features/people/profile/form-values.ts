import type { UseFormReturnType } from '@mantine/form'

import type { Profile, ProfilePatch } from './api'

/** The editable part of a profile in the form: all texts are present, and each entry has a key. */
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

/** Only changed fields are sent, so that changes to others made elsewhere are kept. */
export function changesOf(values: ProfileValues, before: ProfileValues): ProfilePatch {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object.entries(before).find(([n]) => n === name)?.[1]),
  )
  return Object.fromEntries(changed)
}

/** Maps server field names to form paths: `work[0].to` becomes `work.0.to`. */
export function formErrors(errors: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [
      field.startsWith('skills[') ? 'skills' : field.replaceAll(/\[(\d+)\]/g, '.$1'),
      text,
    ]),
  )
}
