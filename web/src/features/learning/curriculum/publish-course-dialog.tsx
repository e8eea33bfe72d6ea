import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Collapse, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors, type Schema } from '@/api/client'
import { serverText } from '@/api/problem-text'
import { Dialog, DialogActions } from '@/shared/dialog'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { Failure } from '@/shared/query-view'
import { here } from '@/shared/time-zones'
import { toast } from '@/shared/toasts'

import type { Issue } from './api'
import classes from './course-publish.module.css'
import { type PublicationState, usePublishCourse, type useUndoPublication } from './publication-api'
import { lessonChanges, whatLearnersSee } from './publication-words'
import { ScheduledPublication } from './scheduled-publication'

type Props = {
  courseId: string
  state: PublicationState
  undo: ReturnType<typeof useUndoPublication>
  onClose: () => void
}

/** The checklist of a course, what learners see now and after publishing it, and the choices of how to publish it. */
export function PublishCourseDialog({ courseId, state, undo, onClose }: Props) {
  const publish = usePublishCourse(courseId)
  // Who has unpublished a course before wants it to stay so.
  const [inCatalogue, setInCatalogue] = useState(state.status === 'Published' || state.version === 0)
  const [at, setAt] = useState<string>()
  const [note, setNote] = useState('')
  const instant = new Date(at ?? '')
  const error = publish.error ?? undo.error
  const nothingToDo = !state.draft.changed && inCatalogue === (state.status === 'Published')
  const go = () =>
    publish.mutate(
      {
        in_catalogue: inCatalogue,
        ...(note.trim() && { note: note.trim() }),
        ...(at !== undefined && { at: instant.toISOString() }),
      },
      {
        onSuccess: ({ publication, publish_at }) => {
          if (publish_at) toast(t`Publication scheduled.`)
          else if (publication)
            toast(inCatalogue ? t`Course published.` : t`Published for enrolled learners.`, {
              label: t`Undo`,
              act: () => undo.mutate(publication.id),
            })
          onClose()
        },
      },
    )
  return (
    <Dialog title={t`Publish course`} onClose={onClose} size="lg">
      <Checklist courseId={courseId} parts={state.checklist} onLeave={onClose} />
      <div className={classes.sentence}>
        <Text>{whatLearnersSee(state, inCatalogue)}</Text>
        <Text size="sm" c="dimmed">
          {lessonChanges(state)}
        </Text>
      </div>
      {state.publish_at && <ScheduledPublication courseId={courseId} at={state.publish_at} />}
      <Radio.Group
        label={t`Visibility`}
        value={inCatalogue ? 'catalogue' : 'learners'}
        onChange={(value) => setInCatalogue(value === 'catalogue')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="catalogue" label={t`In the catalogue: everyone finds the course`} />
          <Radio value="learners" label={t`Only enrolled learners`} />
        </Stack>
      </Radio.Group>
      <Options {...{ at, note }} onAt={setAt} onNote={setNote} error={fieldErrors(publish.error).at} />
      {error && <Failure error={error} />}
      {state.undoable && <Latest publication={state.undoable} pending={undo.isPending} onUndo={undo.mutate} />}
      <DialogActions onCancel={onClose}>
        <Button
          loading={publish.isPending}
          disabled={
            nothingToDo || (!state.ready && at === undefined) || (at !== undefined && Number.isNaN(instant.getTime()))
          }
          onClick={go}
        >
          {at === undefined ? verb(state, inCatalogue) : t`Schedule publication`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const verb = ({ status, draft }: PublicationState, inCatalogue: boolean) =>
  status === 'Published' && !inCatalogue && !draft.changed ? t`Unpublish` : t`Publish`

const partLabels: Record<Schema<'CheckedPart'>['part'], MessageDescriptor> = {
  lessons: msg`Lessons`,
  videos: msg`Videos`,
  details: msg`Details`,
  cover: msg`Cover`,
  schedule: msg`Schedule`,
}

const signs = { error: IconAlertCircle, warning: IconAlertTriangle, done: IconCircleCheck }
const stateLabels = { error: msg`must be fixed`, warning: msg`can be improved`, done: msg`done` }

type ChecklistProps = { courseId: string; parts: Schema<'CheckedPart'>[]; onLeave: () => void }

/** What was checked, each with what is missing and a link to where it is mended. */
function Checklist({ courseId, parts, onLeave }: ChecklistProps) {
  return (
    <ul className={classes.list} aria-label={t`Checklist`}>
      {parts.map(({ part, issues }) => {
        const state = issues.some((i) => i.severity === 'error') ? 'error' : issues.length > 0 ? 'warning' : 'done'
        const Sign = signs[state]
        return (
          <li key={part} className={classes.part} data-state={state}>
            <Sign size={20} role="img" aria-label={t(stateLabels[state])} />
            <Text fw={600}>{t(partLabels[part])}</Text>
            {issues.length > 0 && (
              <ul className={classes.issues}>
                {issues.map((issue) => (
                  <li key={`${issue.code} ${issue.section_id} ${issue.lesson_id}`}>
                    <WayToFix {...{ courseId, part, issue, onLeave }} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The tabs of the settings on which problems are mended, where that is not the first. */
const settingsFor: Record<string, 'page' | 'schedule'> = {
  no_outcomes: 'page',
  no_cover: 'page',
  no_schedule: 'schedule',
}

type WayProps = Pick<ChecklistProps, 'courseId' | 'onLeave'> & Pick<Schema<'CheckedPart'>, 'part'> & { issue: Issue }

function WayToFix({ courseId, part, issue, onLeave }: WayProps) {
  const message = serverText(issue.code, issue.message)
  const inCurriculum = part === 'lessons' || part === 'videos'
  return inCurriculum ? (
    <TextLink
      to="/teach/courses/$courseId/curriculum"
      params={{ courseId }}
      search={{ lesson: issue.lesson_id }}
      onClick={onLeave}
      size="sm"
    >
      {message}
    </TextLink>
  ) : (
    <TextLink
      to="/teach/courses/$courseId/settings"
      params={{ courseId }}
      search={{ tab: settingsFor[issue.code] ?? 'details' }}
      onClick={onLeave}
      size="sm"
    >
      {message}
    </TextLink>
  )
}

type OptionsProps = {
  /** As in the field; undefined: now. */
  at: string | undefined
  onAt: (at: string | undefined) => void
  note: string
  onNote: (note: string) => void
  error: string | undefined
}

/** When the course is published, and a note for other instructors; closed until needed. */
function Options({ at, onAt, note, onNote, error }: OptionsProps) {
  const [open, setOpen] = useState(false)
  const zone = here()
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px={0}
        rightSection={<IconChevronDown size={16} style={{ rotate: open ? '180deg' : undefined }} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Trans>Options</Trans>
      </Button>
      <Collapse expanded={open}>
        <Stack mt="xs">
          <Radio.Group
            label={t`Publication time`}
            value={at === undefined ? 'now' : 'later'}
            onChange={(value) => onAt(value === 'later' ? '' : undefined)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t`Now: learners see the changes at once`} />
              <Radio value="later" label={t`Later: with all changes made until then`} />
            </Stack>
          </Radio.Group>
          {at === undefined ? (
            <Textarea
              label={t`What's new`}
              description={t`Shown to instructors in the list of versions.`}
              maxLength={500}
              value={note}
              onChange={(event) => onNote(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              type="datetime-local"
              label={t`Date and time`}
              description={t`In your time zone, ${zone}.`}
              value={at}
              onChange={(event) => onAt(event.currentTarget.value)}
              error={error}
            />
          )}
        </Stack>
      </Collapse>
    </div>
  )
}

type LatestProps = { publication: Schema<'CoursePublication'>; pending: boolean; onUndo: (id: string) => void }

function Latest({ publication: { id, published_at }, pending, onUndo }: LatestProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        <Trans>
          Last published on <Moment at={published_at} />.
        </Trans>
      </Text>
      <Button size="xs" h={36} variant="default" loading={pending} onClick={() => onUndo(id)}>
        <Trans>Undo publication</Trans>
      </Button>
    </Group>
  )
}
