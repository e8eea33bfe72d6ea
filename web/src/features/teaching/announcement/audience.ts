import type { Schema } from '@/api/client'

/** Someone or something that an announcement can be sent to. */
export type Recipient = {
  /** An audience as the API takes it, or the id of a student. */
  key: string
  name: string
  kind: 'course' | 'batch' | 'student'
}

/** Whom an announcement is for, as the API takes it. */
export type Audience = { targetAudience: string[]; specificStudents: string[] }

/** What the composer knows of an audience: groups such as `all`, and chosen courses, batches and students. */
export type Chosen = { groups: string[]; recipients: Recipient[] }

export const audienceOf = ({ groups, recipients }: Chosen): Audience => ({
  targetAudience: [...groups, ...recipients.filter(({ kind }) => kind !== 'student').map(({ key }) => key)],
  specificStudents: recipients.filter(({ kind }) => kind === 'student').map(({ key }) => key),
})

export const isEmpty = ({ targetAudience, specificStudents }: Audience) =>
  targetAudience.length + specificStudents.length === 0

type Stored = Pick<Schema<'Announcement'>, 'audiences' | 'specificStudents'>

/** The audience of a stored announcement. Of its students, only the ids are known. */
export function chosenOf({ audiences = [], specificStudents = [] }: Stored): Chosen {
  const chosen: Chosen = { groups: [], recipients: [] }
  for (const { audience, name } of audiences ?? []) {
    const kind = audience.startsWith('course:') ? 'course' : audience.startsWith('batch:') ? 'batch' : undefined
    if (kind) chosen.recipients.push({ key: audience, name, kind })
    else if (audience !== 'specificStudents') chosen.groups.push(audience)
  }
  for (const key of specificStudents ?? []) chosen.recipients.push({ key, name: '', kind: 'student' })
  return chosen
}
