import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, NativeSelect, NumberInput, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LessonEditor, type LessonEditorProps, type SettingsPart, useLessonSettings } from '@/shared/lesson-editor'
import { RichTextField } from '@/shared/rich-text-field'
import { WallTimeField } from '@/shared/wall-time-field'

import { addToQuiz, type NewQuestion, tagsQuery } from './api'
import type { RichField } from './question-dialog'
import { QuestionList } from './question-list'
import { contentOf, type Settings, settingsOf, whenOf } from './settings'

type Props = LessonEditorProps & { field: RichField }
type Part = SettingsPart<Settings>

/** Edits the questions and the rules of a quiz. */
export function QuizEditor({ courseId, lessonId, content, onChange, errors, perform, field }: Props) {
  const { settings, change, adopt } = useLessonSettings(() => settingsOf(content), contentOf, onChange)
  const { questions } = settings
  const add = async (written: NewQuestion[]) => {
    const added = await perform((revision) => addToQuiz(lessonId, written, revision))
    adopt({ questions: [...questions, ...added.questions.map(({ id }) => ({ question_id: id, points: 0 }))] })
  }
  return (
    <LessonEditor errors={errors}>
      <RichTextField
        label={t({ message: 'Instructions', context: 'quiz' })}
        rows={2}
        initial={{ text: settings.instructions, format: settings.format }}
        onChange={(instructions) => change({ instructions, format: 'html' })}
      />
      <QuestionList
        courseId={courseId}
        picks={questions}
        field={field}
        onAdd={add}
        onChange={(next) => change({ questions: next })}
      />
      <RandomQuestions courseId={courseId} settings={settings} change={change} />
      <Rules settings={settings} change={change} />
      <Review settings={settings} change={change} />
    </LessonEditor>
  )
}

/** The questions that each attempt draws by tag. */
function RandomQuestions({ courseId, settings, change }: Part & { courseId: string }) {
  const tags = useQuery(tagsQuery(courseId)).data ?? []
  const draw = (i: number, next: Partial<Settings['draws'][number]>) =>
    change({ draws: settings.draws.map((d, n) => (n === i ? { ...d, ...next } : d)) })
  return (
    <>
      {settings.draws.map((d, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a draw has no identity but its position
        <Group key={i} align="flex-end">
          <NumberInput
            label={t`Random questions`}
            min={1}
            max={200}
            w={150}
            value={d.count}
            onChange={(n) => draw(i, { count: Number(n) })}
          />
          <TagsInput
            label={t`With any of these tags`}
            data={tags.map(({ tag }) => tag)}
            value={d.tags}
            onChange={(next) => draw(i, { tags: next })}
          />
          <Button variant="default" onClick={() => change({ draws: settings.draws.filter((_, n) => n !== i) })}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ draws: [...settings.draws, { tags: [], count: 1, points: 0 }] })}
        >
          <Trans>Add random questions</Trans>
        </Button>
      </Group>
    </>
  )
}

function Rules({ settings, change }: Part) {
  return (
    <>
      <Group align="flex-end">
        <NumberInput
          label={t`Time limit (minutes)`}
          description={t`0 for no limit`}
          min={0}
          max={1440}
          w={170}
          value={settings.time_limit_seconds / 60}
          onChange={(n) => change({ time_limit_seconds: Math.round(Number(n) * 60) })}
        />
        <NumberInput
          label={t`Attempts`}
          description={t`0 for no limit`}
          min={0}
          max={100}
          w={170}
          value={settings.attempts}
          onChange={(n) => change({ attempts: Number(n) })}
        />
        <NumberInput
          label={t`Pass mark (%)`}
          description={t`Share of all points`}
          min={0}
          max={100}
          w={170}
          value={settings.pass_mark}
          onChange={(n) => change({ pass_mark: Number(n) })}
        />
      </Group>
      <Checkbox
        label={t`Shuffle questions`}
        checked={settings.shuffle_questions}
        onChange={(event) => change({ shuffle_questions: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Shuffle answer options`}
        checked={settings.shuffle_options}
        onChange={(event) => change({ shuffle_options: event.currentTarget.checked })}
      />
    </>
  )
}

function Review({ settings, change }: Part) {
  const { closes, review } = settings
  return (
    <>
      <WallTimeField label={t`Closing date`} value={closes} onChange={(next) => change({ closes: next })} />
      <NativeSelect
        label={t`Learners see which answers are correct`}
        data={[
          { value: 'after_submit', label: t`After submitting` },
          { value: 'after_deadline', label: t`After the quiz closes` },
          { value: 'never', label: t`Never` },
        ]}
        value={review.when}
        onChange={(event) => change({ review: { ...review, when: whenOf(event.currentTarget.value) } })}
      />
      <Checkbox
        label={t`Include correct answers and explanations`}
        checked={review.with_key}
        disabled={review.when === 'never'}
        onChange={(event) => change({ review: { ...review, with_key: event.currentTarget.checked } })}
      />
    </>
  )
}
