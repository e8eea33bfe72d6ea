import { msg, t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'

import { appearanceGroup } from './api'
import classes from './appearance-settings.module.css'
import { PalettePreview } from './palette-preview'
import { SettingsSection } from './settings-section'

const labels = { primary_color: msg`Primary colour` }

/** The colour of the site, with what is derived from it. */
export function AppearanceSettings() {
  return (
    <SettingsSection
      group={appearanceGroup}
      title={t`Colour`}
      lead={t`Used for buttons, links and selected items, on every page and in every email.`}
      labels={labels}
    >
      {({ form, fixed }) => (
        <>
          <TextInput
            label={t(labels.primary_color)}
            description={t`A # and six hexadecimal digits.`}
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed('primary_color')}
            leftSection={
              <input
                type="color"
                className={classes.picker}
                aria-label={t`Colour picker`}
                value={isColor(form.values.primary_color) ? form.values.primary_color.toLowerCase() : '#000000'}
                onChange={({ currentTarget }) => form.setFieldValue('primary_color', currentTarget.value)}
                disabled={fixed('primary_color')}
              />
            }
            {...form.getInputProps('primary_color')}
          />
          <Preview color={form.values.primary_color} />
        </>
      )}
    </SettingsSection>
  )
}

/** The preview of a colour once it is typed whole. */
function Preview({ color }: { color: string }) {
  const [settled] = useDebouncedValue(color.trim().toLowerCase(), 200)
  return isColor(settled) && <PalettePreview color={settled} />
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)
