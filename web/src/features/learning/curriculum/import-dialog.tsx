import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'

import { Dialog } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'

import { useImportPackage } from './exchange-api'
import { LeftOut } from './left-out'

/** Appends a package to the draft and reports the result. */
export function ImportDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const load = useImportPackage(courseId)
  return (
    <Dialog title={t`Import package`} onClose={onClose} closeLabel={t`Close`}>
      <Text size="sm">
        <Trans>
          Choose a package exported from Lectern, or a Common Cartridge (IMSCC) from another system. Its sections are
          added to the end of the draft, and you can undo this.
        </Trans>
      </Text>
      {load.error && <Failure error={load.error} />}
      {load.isPending && <Importing name={load.variables.name} />}
      {load.data && <Text role="status">{imported(load.data)}</Text>}
      {load.data && <LeftOut left={load.data.left_out} />}
      <Group justify="flex-end">
        <FileButton accept={packages} onChange={(file) => file && load.mutate(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconPackageImport size={18} />} loading={load.isPending}>
              <Trans>Choose package</Trans>
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

function Importing({ name }: { name: string }) {
  return (
    <div role="status">
      <Text size="sm">
        <Trans>Importing “{name}”…</Trans>
      </Text>
      <Progress value={100} animated aria-label={t`Importing`} />
    </div>
  )
}

const imported = ({ sections, lessons }: { sections: number; lessons: number }) =>
  sections === 0
    ? t`Nothing was imported: the package contains nothing that can become a lesson. The draft is unchanged.`
    : t`${plural(sections, { one: '# section', other: '# sections' })} with ${plural(lessons, { one: '# lesson', other: '# lessons' })} imported.`

const packages = '.zip,.imscc,.json,application/zip,application/json'
