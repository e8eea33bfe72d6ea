import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Drawer, Menu, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconDots, IconEye, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type Curriculum, draftQuery, findingsQuery } from './api'
import { type Builder, BuilderContext, type Editors, useBuilder } from './builder'
import classes from './builder-page.module.css'
import { DuplicateDialog } from './duplicate-dialog'
import { useExportPackage } from './exchange-api'
import { ImportDialog } from './import-dialog'
import { Issues, mistakes } from './issues'
import { LessonPanel } from './lesson-panel'
import { MakeTemplateDialog } from './make-template-dialog'
import { OutlineView } from './outline-view'
import { ScheduledPublication } from './scheduled-publication'
import { SelectionBar } from './selection-bar'
import { TemplatesDialog } from './templates-dialog'
import { useMoves } from './use-moves'
import { VersionsDrawer } from './versions-drawer'

type Props = {
  courseId: string
  /** The user, under whose id unsaved edits are stored. */
  owner: string
  editors: Editors
  /** The courses that the user teaches, to copy from. */
  courses: { id: string; title: string }[]
  lesson: string | undefined
  onLesson: (lessonId: string | undefined) => void
}

/** Edits a course: its outline, and beside it the open lesson. */
export function BuilderPage({ courseId, ...rest }: Props) {
  const draft = useQuery(draftQuery(courseId))
  return (
    <QueryView query={draft} skeleton={<Skeleton height={420} radius="lg" />}>
      {(d) => <Board courseId={courseId} draft={d} {...rest} />}
    </QueryView>
  )
}

type BoardProps = Props & { draft: Curriculum }

function Board({ courseId, draft, owner, editors, courses, lesson, onLesson }: BoardProps) {
  const issues = useQuery(findingsQuery(courseId)).data?.issues ?? []
  const moves = useMoves(courseId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const open = draft.lessons.find((l) => l.id === lesson)?.id
  const builder: Builder = {
    courseId,
    draft,
    editors,
    courses,
    issues,
    moves,
    open,
    onOpen: onLesson,
    chosen,
    onChosen: setChosen,
  }
  return (
    <BuilderContext value={builder}>
      <BoardHead builder={builder} />
      {moves.error && <Failure error={moves.error} />}
      <div className={classes.board} data-open={open !== undefined || undefined}>
        <div className={classes.column}>
          {draft.lessons.length > 0 && <Issues issues={mistakes(issues)} onOpen={onLesson} />}
          <OutlineView />
          <SelectionBar />
        </div>
        {open && <OpenLessonPanel lessonId={open} owner={owner} onClose={() => onLesson(undefined)} />}
      </div>
      <p className="visually-hidden" aria-live="assertive">
        {moves.spoken}
      </p>
    </BuilderContext>
  )
}

/**
 * The open lesson: beside the outline, or over it on narrow screens. It is mounted once and moves between the two when the width changes,
 * because an editor that is mounted again would begin from older text.
 */
function OpenLessonPanel({ lessonId, owner, onClose }: { lessonId: string; owner: string; onClose: () => void }) {
  const wide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const [box] = useState(() => document.createElement('div'))
  const hold = useCallback((place: HTMLDivElement | null) => place?.append(box), [box])
  return (
    <>
      {wide ? (
        <div className={classes.panel} ref={hold} />
      ) : (
        <Drawer opened onClose={onClose} position="bottom" size="100%" withCloseButton={false} title={t`Lesson`}>
          <div ref={hold} />
        </Drawer>
      )}
      {createPortal(
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <LessonPanel key={lessonId} lessonId={lessonId} owner={owner} />
        </Suspense>,
        box,
      )}
    </>
  )
}

function BoardHead({ builder: { courseId, draft, moves } }: { builder: Builder }) {
  const [versions, setVersions] = useState(false)
  return (
    <>
      <PageHead title={t`Curriculum`} lead={lead(draft)}>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} />}
          disabled={!draft.draft?.can_undo}
          loading={moves.undoing}
          onClick={() => void moves.undo()}
        >
          <Trans>Undo</Trans>
        </Button>
        <Button variant="default" leftSection={<IconHistory size={18} />} onClick={() => setVersions(true)}>
          <Trans>Versions</Trans>
        </Button>
        <ButtonLink
          to="/teach/courses/$courseId/preview"
          params={{ courseId }}
          variant="default"
          leftSection={<IconEye size={18} />}
        >
          <Trans>Preview</Trans>
        </ButtonLink>
        <MoreMenu courseId={courseId} title={draft.title} />
      </PageHead>
      {draft.draft?.publish_at && <ScheduledPublication courseId={courseId} at={draft.draft.publish_at} />}
      {versions && <VersionsDrawer {...{ courseId }} published={draft.version} onClose={() => setVersions(false)} />}
    </>
  )
}

/** What the draft contains, and whether it differs from what learners see. */
function lead({ title, totals, version, draft }: Curriculum) {
  const { lessons } = totals
  if (version === 0)
    return t`${title}: ${plural(lessons, { one: '# lesson', other: '# lessons' })}. Nothing is published yet.`
  if (draft?.changed)
    return t`${title}: ${plural(lessons, { one: '# lesson', other: '# lessons' })}. Learners see version ${version}, without the latest changes.`
  return t`${title}: ${plural(lessons, { one: '# lesson', other: '# lessons' })}. Learners see this as version ${version}.`
}

/** The messages after an export. */
const exported = {
  package: msg`Package exported. It contains the answers to all questions, so share it with instructors only.`,
  imscc: msg`Common Cartridge exported. It contains the answers to all questions, so share it with instructors only. Its file not-included.txt lists what had to be left out.`,
}

function MoreMenu({ courseId, title }: { courseId: string; title: string }) {
  const { courses } = useBuilder()
  const [dialog, setDialog] = useState<'templates' | 'make' | 'duplicate' | 'import'>()
  const save = useExportPackage(courseId, title)
  const exportAs = (format: keyof typeof exported) =>
    save.mutate(format, { onSuccess: () => toast(t(exported[format])) })
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu position="bottom-end" shadow="md" radius="md" keepMounted={false}>
        <Menu.Target>
          <Button variant="default" loading={save.isPending} leftSection={<IconDots size={18} />}>
            <Trans>More</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('templates')}>
            <Trans>Add from template…</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('make')}>
            <Trans>Save as template…</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setDialog('duplicate')}>
            <Trans>Copy from another course…</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('import')}>
            <Trans>Import package…</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => exportAs('package')}>
            <Trans>Export package</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => exportAs('imscc')}>
            <Trans>Export Common Cartridge</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {save.error && <Failure error={save.error} />}
      {dialog === 'templates' && <TemplatesDialog courseId={courseId} onClose={close} />}
      {dialog === 'make' && <MakeTemplateDialog courseId={courseId} title={title} onClose={close} />}
      {dialog === 'duplicate' && <DuplicateDialog courseId={courseId} courses={courses} onClose={close} />}
      {dialog === 'import' && <ImportDialog courseId={courseId} onClose={close} />}
    </>
  )
}
