import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { isStale, useBaseVersion } from '@/shared/base-version'
import { ChangedElsewhere } from '@/shared/changed-elsewhere'
import { FormSummary } from '@/shared/form-summary'
import { fromField, toField } from '@/shared/local-time'
import { options } from '@/shared/options'
import { here } from '@/shared/time-zones'

import { type CourseDetail, versionOf } from './api'
import { EditorSection, useUnsaved } from './editor-section'
import { accessLabels } from './labels'
import { SavedVersion } from './saved-version'
import { useSaveAccess } from './typed-api'

const valuesOf = ({ access_type, access_from, access_until }: CourseDetail['access']) => ({
  access_type,
  access_from: toField(access_from),
  access_until: toField(access_until),
})

/** Who may learn in a free course, and when. */
export function AccessSection({ course: { id, access, updatedAt } }: { course: CourseDetail }) {
  const form = useForm({ mode: 'controlled', initialValues: valuesOf(access) })
  const zone = here()
  const base = useBaseVersion(valuesOf(access), versionOf(updatedAt))
  const save = useSaveAccess(id)
  useUnsaved(() => form.isDirty())
  const take = (saved: CourseDetail['access']) => {
    base.adopt(valuesOf(saved))
    form.setInitialValues(valuesOf(saved))
    form.setValues(valuesOf(saved))
    form.resetDirty()
  }
  const saveOver = (tag: string) =>
    form.onSubmit(({ access_type, access_from, access_until }) => {
      const [from, until] = [fromField(access_from), fromField(access_until)]
      save.mutate(
        { tag, body: { access_type, ...(from && { access_from: from }), ...(until && { access_until: until }) } },
        { onSuccess: ({ access: saved }) => take(saved), onError: (error) => form.setErrors(fieldErrors(error)) },
      )
    })
  return (
    <EditorSection title={t`Access`} lead={t`Who can take this course, and when.`}>
      <form onSubmit={saveOver(base.tag)} noValidate aria-label={t`Access`}>
        <Stack mt="md">
          {isStale(save.error) && base.changed ? (
            <ChangedElsewhere
              title={t`Another user changed the access`}
              onKeep={saveOver(versionOf(updatedAt))}
              onTake={() => {
                take(access)
                save.reset()
              }}
            >
              <SavedVersion items={[t(accessLabels[access.access_type])]} />
            </ChangedElsewhere>
          ) : (
            <FormSummary error={save.error} fields={Object.keys(form.values)} />
          )}
          <Radio.Group label={t`Who can take this course`} {...form.getInputProps('access_type')}>
            <Stack gap="xs" mt="xs">
              {options(accessLabels).map(({ value, label }) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
          {form.values.access_type === 'by_date' && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                type="datetime-local"
                label={t`From`}
                description={t`In your time zone, ${zone}. Leave empty to open the course now.`}
                {...form.getInputProps('access_from')}
              />
              <TextInput
                type="datetime-local"
                label={t`Until`}
                description={t`In your time zone, ${zone}. Leave empty for no end.`}
                {...form.getInputProps('access_until')}
              />
            </SimpleGrid>
          )}
          <Group>
            <Button type="submit" loading={save.isPending}>
              <Trans>Save access</Trans>
            </Button>
            <Text role="status" c="dimmed">
              {save.isSuccess && !form.isDirty() && t`Access saved.`}
            </Text>
          </Group>
        </Stack>
      </form>
    </EditorSection>
  )
}
