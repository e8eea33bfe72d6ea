import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, FileButton, List, Text } from '@mantine/core'
import { useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { toDay } from '@/shared/format'
import { Failure } from '@/shared/query-view'
import { ScrollRegion } from '@/shared/scroll-region'
import { toast } from '@/shared/toasts'

import { type HolidayImport, useImportHolidays } from './api'

type Props = { calendar: string; onClose: () => void }

/** Adds the days of a calendar file to the holidays, after it has shown which these are. */
export function ImportDialog({ calendar, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const preview = useImportHolidays(calendar, true)
  const commit = useImportHolidays(calendar, false)
  const error = commit.error ?? preview.error
  const found = preview.data
  return (
    <Dialog title={t`Import holidays`} size="lg" onClose={onClose}>
      <Text size="sm">
        <Trans>
          An iCalendar file (.ics) with whole days, as school authorities and calendar programs offer it. At most 5 MB.
        </Trans>
      </Text>
      <FileButton
        accept=".ics,text/calendar"
        inputProps={{ 'aria-label': t`Calendar file` }}
        onChange={(chosen) => {
          if (!chosen) return
          setFile(chosen)
          commit.reset()
          preview.mutate(chosen)
        }}
      >
        {(button) => (
          <Button {...button} variant="default" loading={preview.isPending} style={{ alignSelf: 'start' }}>
            <Trans>Choose calendar file</Trans>
          </Button>
        )}
      </FileButton>
      {error && <Failure error={error} />}
      {found && <Preview found={found} />}
      <DialogActions onCancel={onClose}>
        {file && found && found.added.length > 0 && (
          <Button
            loading={commit.isPending}
            onClick={() =>
              commit.mutate(file, {
                onSuccess: ({ added }) => {
                  toast(plural(added.length, { one: '# holiday added.', other: '# holidays added.' }))
                  onClose()
                },
              })
            }
          >
            {plural(found.added.length, { one: 'Add # holiday', other: 'Add # holidays' })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Preview({ found: { added, known, past, timed, repeating, unread } }: { found: HolidayImport }) {
  const leftOut = [
    known > 0 && plural(known, { one: '# day is a holiday already.', other: '# days are holidays already.' }),
    past > 0 && plural(past, { one: '# day is past.', other: '# days are past.' }),
    timed > 0 && plural(timed, { one: '# event lasts hours, not days.', other: '# events last hours, not days.' }),
    repeating > 0 &&
      plural(repeating, {
        one: '# event repeats by a rule. Add its days by hand.',
        other: '# events repeat by a rule. Add their days by hand.',
      }),
    unread > 0 &&
      plural(unread, {
        one: '# event is cancelled, has no date or lasts more than 100 days.',
        other: '# events are cancelled, have no date or last more than 100 days.',
      }),
  ].filter((text) => text !== false)
  return (
    <div role="status">
      <Text fw={600}>
        {added.length === 0 ? (
          <Trans>The file adds no holidays.</Trans>
        ) : (
          <Plural value={added.length} one="# holiday will be added:" other="# holidays will be added:" />
        )}
      </Text>
      {added.length > 0 && (
        <ScrollRegion label={t`Holidays to add`} style={{ maxHeight: '16rem', overflow: 'auto' }}>
          <List size="sm">
            {added.map(({ date, name }) => (
              <List.Item key={date}>
                {toDay(date)}: {name}
              </List.Item>
            ))}
          </List>
        </ScrollRegion>
      )}
      {leftOut.map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
    </div>
  )
}
