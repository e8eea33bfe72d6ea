import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Kbd, Popover, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconKeyboard } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { PageTitle } from '@/shared/page-title'
import { QueryView } from '@/shared/query-view'

import { submissionQuery, submissionsQuery } from './api'
import type { SubmissionFilters } from './filters'
import { GradeForm } from './grade-form'
import classes from './grader.module.css'
import { SubmissionState } from './submission-state'
import { SubmittedVersion } from './submitted-version'

type Props = {
  courseId: string
  /** The filters of the list from which the submission was opened: its next one comes next. */
  filters: SubmissionFilters
  id: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** One submission: the work beside its grade, and the way to the next one. */
export function Grader({ courseId, filters, id, onOpen, onClose }: Props) {
  const query = useQuery(submissionQuery(id))
  const queue = useQueue(courseId, filters, id)
  useKeys({ j: queue.next, k: queue.previous }, onOpen)
  return (
    <>
      <Group justify="space-between" mb="md" gap="xs">
        <Button variant="subtle" size="compact-md" leftSection={<IconArrowLeft size={16} />} onClick={onClose}>
          <Trans>Submissions</Trans>
        </Button>
        <QueueButtons queue={queue} onOpen={onOpen} />
      </Group>
      <QueryView query={query} skeleton={<Skeleton height={420} radius="md" />}>
        {(detail) => (
          <>
            <Group gap="sm" mb="md">
              <PageTitle title={detail.full_name} size="h2" />
              <SubmissionState status={detail.status} />
              <Text c="dimmed">{detail.lesson_title}</Text>
            </Group>
            <div className={classes.split}>
              <Stack>
                {detail.versions.map((version, i) => (
                  <SubmittedVersion key={version.number} version={version} isNewest={i === 0} />
                ))}
              </Stack>
              <GradeForm
                key={`${detail.id} ${detail.revision} ${detail.number}`}
                detail={detail}
                onReturned={() => (queue.next ? onOpen(queue.next) : onClose())}
              />
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}

type Queue = { at: number; total: number; previous: string | undefined; next: string | undefined }

/** The submissions that the list had when grading began, in its order: those graded since keep their place. */
function useQueue(courseId: string, filters: SubmissionFilters, id: string): Queue {
  const query = useInfiniteQuery(submissionsQuery(courseId, filters))
  const seen = useRef<string[]>([])
  for (const row of query.data ?? []) if (!seen.current.includes(row.id)) seen.current.push(row.id)
  const ids = seen.current
  const at = ids.indexOf(id)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const isNearEnd = at >= ids.length - 2
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  return { at, total: ids.length, previous: ids[at - 1], next: at < 0 ? undefined : ids[at + 1] }
}

function QueueButtons({ queue, onOpen }: { queue: Queue; onOpen: (id: string) => void }) {
  const { at, total, previous, next } = queue
  const number = at + 1
  return (
    <Group gap="xs">
      <KeyHelp />
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t`Previous submission`}
        disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      {at >= 0 && (
        <Text size="sm" aria-live="polite">
          <Trans>
            {number} of {total}
          </Trans>
        </Text>
      )}
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t`Next submission`}
        disabled={!next}
        onClick={() => next && onOpen(next)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}

/** Where there is a keyboard: what its keys do. */
function KeyHelp() {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end">
      <Popover.Target>
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          className={classes.keys ?? ''}
          aria-label={t`Keyboard shortcuts`}
          onClick={() => setOpen(!open)}
        >
          <IconKeyboard size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Text size="sm">
            <Kbd>J</Kbd> <Trans>Next submission</Trans>
          </Text>
          <Text size="sm">
            <Kbd>K</Kbd> <Trans>Previous submission</Trans>
          </Text>
          <Text size="sm">
            <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd> <Trans>Save and return</Trans>
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Opens submissions by keys, except while someone writes. */
function useKeys(keys: Record<string, string | undefined>, onOpen: (id: string) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const isWriting = target instanceof HTMLElement && (target.isContentEditable || target.matches(fields))
      const id = keys[event.key.toLowerCase()]
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey || !id) return
      event.preventDefault()
      onOpen(id)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

const fields = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [role="dialog"] *'
