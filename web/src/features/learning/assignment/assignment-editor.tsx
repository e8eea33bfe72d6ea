import { t } from '@lingui/core/macro'
import { Checkbox, Group, NativeSelect, NumberInput, TagsInput } from '@mantine/core'

import { LessonEditor, type LessonEditorProps, useLessonSettings } from '@/shared/lesson-editor'
import { RichTextField } from '@/shared/rich-text-field'
import { WallTimeField } from '@/shared/wall-time-field'

import { Rubric } from './rubric-field'
import { type AssignmentPart, contentOf, megabyte, ruleOf, settingsOf, waysOf } from './settings'

type Props = Pick<LessonEditorProps, 'content' | 'onChange' | 'errors'>

/** Edits the instructions, the due date and the grading of an assignment. */
export function AssignmentEditor({ content, onChange, errors }: Props) {
  const { settings, change } = useLessonSettings(() => settingsOf(content), contentOf, onChange)
  return (
    <LessonEditor errors={errors}>
      <RichTextField
        label={t`Instructions`}
        rows={4}
        initial={{ text: settings.instructions, format: settings.format }}
        onChange={(instructions) => change({ instructions, format: 'html' })}
      />
      <Due settings={settings} change={change} />
      <Checkbox.Group
        label={t`Submission types`}
        value={settings.accepts}
        onChange={(accepts) => change({ accepts: waysOf(accepts) })}
      >
        <Group mt="xs">
          <Checkbox value="text" label={t`Text`} />
          <Checkbox value="file" label={t`Files`} />
          <Checkbox value="link" label={t`Link`} />
        </Group>
      </Checkbox.Group>
      <FileRules settings={settings} change={change} />
      <NumberInput
        label={t`Allowed resubmissions`}
        min={0}
        max={20}
        maw={300}
        value={settings.resubmissions}
        onChange={(n) => change({ resubmissions: Number(n) })}
      />
      <Rubric settings={settings} change={change} />
    </LessonEditor>
  )
}

function Due({ settings: { due, late }, change }: AssignmentPart) {
  return (
    <>
      <WallTimeField label={t`Due date`} value={due} onChange={(next) => change({ due: next })} />
      <Group align="flex-end">
        <NativeSelect
          label={t`Late submissions`}
          data={[
            { value: 'accept', label: t`Accepted` },
            { value: 'penalty', label: t`Accepted with a penalty` },
            { value: 'refuse', label: t`Not accepted` },
          ]}
          value={late.rule}
          onChange={(event) => change({ late: { ...late, rule: ruleOf(event.currentTarget.value) } })}
        />
        {late.rule === 'penalty' && (
          <NumberInput
            label={t`Penalty per day (%)`}
            min={1}
            max={100}
            w={140}
            value={late.percent_a_day}
            onChange={(n) => change({ late: { ...late, percent_a_day: Number(n) } })}
          />
        )}
      </Group>
    </>
  )
}

const commonTypes = ['pdf', 'docx', 'odt', 'txt', 'png', 'jpg', 'zip', 'xlsx', 'pptx']

/** The settings for files, if files are accepted. */
function FileRules({ settings, change }: AssignmentPart) {
  if (!settings.accepts.includes('file')) return null
  return (
    <>
      <Group align="flex-end">
        <NumberInput
          label={t`Maximum number of files`}
          min={1}
          max={20}
          w={190}
          value={settings.max_files}
          onChange={(n) => change({ max_files: Number(n) || 1 })}
        />
        <NumberInput
          label={t`Maximum file size (MB)`}
          min={1}
          max={100}
          w={190}
          value={Math.max(1, Math.round(settings.max_file_size / megabyte))}
          onChange={(n) => change({ max_file_size: (Number(n) || 1) * megabyte })}
        />
      </Group>
      <TagsInput
        label={t`File types`}
        description={t`File extensions such as pdf. Leave empty to allow all types.`}
        maxTags={30}
        acceptValueOnBlur
        data={commonTypes}
        value={settings.file_types}
        onChange={(file_types) => change({ file_types })}
      />
    </>
  )
}
