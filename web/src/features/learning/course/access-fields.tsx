import { t } from '@lingui/core/macro'
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

import { options } from '@/shared/options'
import { here } from '@/shared/time-zones'

import { EditorSection } from './editor-section'
import type { EditorValues } from './editor-values'
import { accessLabels } from './labels'

/** Who may learn in a self-paced course, and when. */
export function AccessFields({ form }: { form: UseFormReturnType<EditorValues> }) {
  const zone = here()
  return (
    <EditorSection title={t`Access`} lead={t`Who can take this course, and when.`}>
      <Stack mt="md">
        <Radio.Group label={t`Who can take this course`} {...form.getInputProps('access.access_type')}>
          <Stack gap="xs" mt="xs">
            {options(accessLabels).map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {form.values.access.access_type === 'by_date' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              type="datetime-local"
              label={t`From`}
              description={t`In your time zone, ${zone}. Leave empty to open the course now.`}
              {...form.getInputProps('access.access_from')}
            />
            <TextInput
              type="datetime-local"
              label={t`Until`}
              description={t`In your time zone, ${zone}. Leave empty for no end.`}
              {...form.getInputProps('access.access_until')}
            />
          </SimpleGrid>
        )}
      </Stack>
    </EditorSection>
  )
}
