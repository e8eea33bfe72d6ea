import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

import { Failure } from '@/shared/query-view'

import { type LessonKind, useAddLesson } from './api'
import { useBuilder } from './builder'
import { kinds } from './labels'

const isKind = (key: string): key is LessonKind => key in kinds

/** Adds a lesson of a kind to the end of a section and opens it. */
export function AddLesson({ sectionId, sectionTitle }: { sectionId: string; sectionTitle: string }) {
  const { courseId, editors, onOpen } = useBuilder()
  const add = useAddLesson(courseId)
  const make = (type: LessonKind) =>
    add.mutate({ sectionId, body: { type, title: t(kinds[type].newTitle) } }, { onSuccess: ({ id }) => onOpen(id) })
  return (
    <>
      <Menu position="bottom-start" shadow="md" radius="md">
        <Menu.Target>
          <Button
            size="compact-md"
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            loading={add.isPending}
            aria-label={t`Add lesson to “${sectionTitle}”`}
          >
            <Trans>Add lesson</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.keys(editors)
            .filter(isKind)
            .map((type) => {
              const { label, hint, icon: Icon } = kinds[type]
              return (
                <Menu.Item key={type} leftSection={<Icon size={18} />} onClick={() => make(type)}>
                  {t(label)}
                  <Text size="xs" c="dimmed">
                    {t(hint)}
                  </Text>
                </Menu.Item>
              )
            })}
        </Menu.Dropdown>
      </Menu>
      {add.error && <Failure error={add.error} />}
    </>
  )
}
