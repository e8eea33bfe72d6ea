import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'

import { Dialog } from '@/shared/dialog'
import { count } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { useImportPackage } from './exchange-api'
import { LeftOut } from './left-out'

/** Appends a package to the draft and reports the result. */
export function ImportDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const load = useImportPackage(courseId)
  return (
    <Dialog title={t`Import a package`} onClose={onClose} closeLabel={t`Close`}>
      <Text size="sm">
        <Trans>
          A curriculum that Lectern has exported, or a Common Cartridge (IMSCC) of another system. Its sections are put
          at the end of the draft; Undo takes them away again.
        </Trans>
      </Text>
      {load.error && <Failure error={load.error} />}
      {load.isPending && (
        <div role="status">
          <Text size="sm">
            <Trans>Importing “{load.variables.name}”…</Trans>
          </Text>
          <Progress value={100} animated aria-label={t`Importing`} />
        </div>
      )}
      {load.data && (
        <Text role="status">
          {load.data.sections === 0
            ? t`Nothing was imported: no part of this package can be a lesson here. The draft is as it was.`
            : t`${count(load.data.sections, 'section')} with ${count(load.data.lessons, 'lesson')} imported.`}
        </Text>
      )}
      {load.data && <LeftOut left={load.data.left_out} />}
      <Group justify="flex-end">
        <FileButton accept={packages} onChange={(file) => file && load.mutate(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconPackageImport size={18} />} loading={load.isPending}>
              <Trans>Choose a package</Trans>
            </Button>
          )}
        </FileButton>
        {load.data && (
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        )}
      </Group>
    </Dialog>
  )
}

const packages = '.zip,.imscc,.json,application/zip,application/json'
