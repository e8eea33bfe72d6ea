import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'

import type { PaperElement } from './api'
import classes from './designer.module.css'
import { kindHints, kindNames } from './kinds'
import { isText, limits, sheet } from './layout'
import { PictureButton } from './picture-button'

type Props = {
  element: PaperElement
  /** The colour of the school, #rrggbb. */
  color: string
  /** Edits of one field that follow on each other have the same `run`. */
  onChange: (change: Partial<PaperElement>, run?: string) => void
}

/** The properties of the selected element. */
export function Properties({ element, color, onChange }: Props) {
  const { kind } = element
  const hint = kindHints[kind]
  return (
    <Stack component="section" aria-labelledby="properties-title" className={classes.panel} gap="sm">
      <div>
        <Title order={2} size="h4" id="properties-title">
          {t(kindNames[kind])}
        </Title>
        {hint && (
          <Text size="sm" c="dimmed">
            {t(hint)}
          </Text>
        )}
      </div>
      {kind === 'image' && (
        <PictureButton
          label={t`Replace picture`}
          onUploaded={({ id, width, height }) => onChange({ picture_id: id, h: (element.w * height) / width })}
        />
      )}
      {isText(kind) && <Words element={element} onChange={onChange} />}
      <Place element={element} onChange={onChange} />
      {isText(kind) && <Setting element={element} onChange={onChange} />}
      {kind !== 'image' && kind !== 'qr' && <Color element={element} color={color} onChange={onChange} />}
    </Stack>
  )
}

type Part = Omit<Props, 'color'>

function Words({ element: { kind, text = '' }, onChange }: Part) {
  if (kind === 'text') {
    return (
      <Textarea
        label={t`Text`}
        maxLength={1000}
        rows={3}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value }, 'text')}
      />
    )
  }
  const valuePlace = '{value}'
  return (
    <TextInput
      label={t`Words around it (optional)`}
      description={t`${valuePlace} stands for what is shown, as in “Score: ${valuePlace}”.`}
      error={text.trim() !== '' && text.split(valuePlace).length !== 2 && t`Write ${valuePlace} once.`}
      maxLength={1000}
      value={text}
      onChange={(event) => onChange({ text: event.currentTarget.value }, 'text')}
    />
  )
}

function Place({ element, onChange }: Part) {
  const field = (name: 'x' | 'y' | 'w' | 'h', label: string, most: number) => (
    <NumberInput
      label={label}
      suffix=" mm"
      min={name === 'w' || name === 'h' ? 0.1 : 0}
      max={most}
      step={1}
      decimalScale={1}
      value={element[name]}
      onChange={(value) => typeof value === 'number' && value !== element[name] && onChange({ [name]: value }, name)}
    />
  )
  return (
    <>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
        {field('x', t`From the left`, sheet.width)}
        {field('y', t`From the top`, sheet.height)}
        {field('w', t`Width`, sheet.width)}
        {field('h', t`Height`, sheet.height)}
      </SimpleGrid>
      <Group gap="xs" grow>
        <Button variant="default" size="xs" h={36} onClick={() => onChange({ x: (sheet.width - element.w) / 2 })}>
          <Trans>Centre across</Trans>
        </Button>
        <Button variant="default" size="xs" h={36} onClick={() => onChange({ y: (sheet.height - element.h) / 2 })}>
          <Trans>Centre down</Trans>
        </Button>
      </Group>
    </>
  )
}

function Setting({ element: { points, bold = false, align, vertical }, onChange }: Part) {
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      <NumberInput
        label={t`Size`}
        suffix=" pt"
        min={limits.smallest}
        max={limits.largest}
        step={1}
        decimalScale={1}
        value={points}
        onChange={(value) =>
          typeof value === 'number' &&
          value >= limits.smallest &&
          value !== points &&
          onChange({ points: value }, 'points')
        }
      />
      <Switch
        label={t`Bold`}
        checked={bold}
        onChange={(event) => onChange({ bold: event.currentTarget.checked })}
        style={{ alignSelf: 'end', paddingBottom: 8 }}
      />
      <NativeSelect
        label={t`Alignment`}
        value={align || 'left'}
        data={[
          { value: 'left', label: t({ message: 'Left', context: 'alignment' }) },
          { value: 'center', label: t({ message: 'Centre', context: 'alignment' }) },
          { value: 'right', label: t({ message: 'Right', context: 'alignment' }) },
        ]}
        onChange={(event) => onChange({ align: oneOf(aligns, event.currentTarget.value) })}
      />
      <NativeSelect
        label={t`Stands`}
        value={vertical || 'top'}
        data={[
          { value: 'top', label: t({ message: 'At the top', context: 'alignment' }) },
          { value: 'middle', label: t({ message: 'In the middle', context: 'alignment' }) },
          { value: 'bottom', label: t({ message: 'At the bottom', context: 'alignment' }) },
        ]}
        onChange={(event) => onChange({ vertical: oneOf(verticals, event.currentTarget.value) })}
      />
    </SimpleGrid>
  )
}

const aligns = ['left', 'center', 'right'] as const
const verticals = ['top', 'middle', 'bottom'] as const

const oneOf = <T extends string>(all: readonly [T, ...T[]], value: string): T =>
  all.find((one) => one === value) ?? all[0]

function Color({ element: { color: own = '' }, color, onChange }: Props) {
  return (
    <Stack gap={6}>
      <Switch
        label={t`Colour of the school`}
        checked={own === ''}
        onChange={(event) => onChange({ color: event.currentTarget.checked ? '' : color })}
      />
      {own !== '' && (
        <TextInput
          label={t`Colour`}
          value={own}
          readOnly
          leftSection={
            <input
              type="color"
              className={classes.picker}
              aria-label={t`Colour picker`}
              value={own}
              onChange={(event) => onChange({ color: event.currentTarget.value.toLowerCase() }, 'color')}
            />
          }
        />
      )}
    </Stack>
  )
}
