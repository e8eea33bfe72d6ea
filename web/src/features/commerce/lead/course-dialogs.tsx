import { t } from '@lingui/core/macro'
import { Textarea, TextInput } from '@mantine/core'

import { Dialog } from '@/shared/dialog'

import { askAboutCourse, requestBrochure } from './api'
import { type Person, SenderForm } from './sender-form'

type Props = {
  what: 'question' | 'brochure'
  course: { id: string; title: string }
  person: Person | undefined
  onClose: () => void
}

/** The forms of a course, as dialogs. */
export default function CourseDialogs({ what, course: { id, title }, person, onClose }: Props) {
  if (what === 'brochure') {
    return (
      <Dialog title={t`Request brochure`} closeLabel={t`Close`} onClose={onClose}>
        <SenderForm
          label={t`Request brochure`}
          submit={t`Request brochure`}
          sent={t`We have sent the brochure of “${title}” to your email address. The link works for 7 days.`}
          person={person}
          initial={{}}
          send={(sender) => requestBrochure({ ...sender, course_id: id })}
        />
      </Dialog>
    )
  }
  return (
    <Dialog title={t`Ask about “${title}”`} closeLabel={t`Close`} onClose={onClose}>
      <SenderForm
        label={t`Ask about “${title}”`}
        submit={t`Send question`}
        sent={t`Question sent. We will answer you by email.`}
        person={person}
        initial={{ preferred_start: '', message: '' }}
        send={(sender, own) => askAboutCourse({ ...sender, ...own, course_id: id })}
      >
        {(field) => (
          <>
            <Textarea label={t`Your question`} rows={4} maxLength={5000} {...field('message')} />
            <TextInput label={t`Preferred start (optional)`} type="date" {...field('preferred_start')} />
          </>
        )}
      </SenderForm>
    </Dialog>
  )
}
