import {
  Badge,
  Button,
  Card,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  type MantineColorsTuple,
  Paper,
  Skeleton,
} from '@mantine/core'

import type { Schema } from '@/api/client'

type Palette = Schema<'Palette'>

// Of what has gone well; the colour of the school is another.
const evergreen: MantineColorsTuple = [
  '#eaf6f3',
  '#d6eae5',
  '#abd4cb',
  '#7dbdb0',
  '#56aa99',
  '#3d9e8b',
  '#2e9884',
  '#0d6b5f',
  '#0d5c54',
  '#064d44',
]

const apricot: MantineColorsTuple = [
  '#fff3e6',
  '#ffe4cc',
  '#ffc89b',
  '#ffab64',
  '#fe9137',
  '#fe811a',
  '#ff7809',
  '#b45309',
  '#9a4a0a',
  '#7c3a06',
]

// Mantine's neutral dark greys would stand out against the blue-black background.
const dark: MantineColorsTuple = [
  '#e3e7ee',
  '#c3cad6',
  '#a2acbb',
  '#7f8a9c',
  '#3d4860',
  '#2c374b',
  '#1d2534',
  '#141a26',
  '#10141d',
  '#0b0e15',
]

const round = { radius: 'lg' }
const dialogTitle = { fontWeight: 700, fontSize: '1.2rem' }

/** All fields of a form are of one size, and so are their labels. By name, for the same reason as Modal below. */
const fields = Object.fromEntries(
  [
    'Autocomplete',
    'InputWrapper',
    'MultiSelect',
    'NativeSelect',
    'NumberInput',
    'PasswordInput',
    'Select',
    'TagsInput',
    'Textarea',
    'TextInput',
  ].map((name) => [name, { defaultProps: { size: 'md' } }]),
)

const base = createTheme({
  primaryColor: 'school',
  primaryShade: { light: 8, dark: 7 },
  luminanceThreshold: 0.1833, // white text reaches 4.5 : 1 on what is darker: package palette decides by the same number
  colors: { evergreen, apricot, dark },
  fontFamily: 'var(--font-text)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  autoContrast: true,
  respectReducedMotion: true,
  headings: {
    fontFamily: 'var(--font-headings)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'clamp(1.8rem, 3.4vw, 2.5rem)', lineHeight: '1.1' },
      h2: { fontSize: '1.5rem', lineHeight: '1.25' },
    },
  },
  components: {
    Card: Card.extend({ defaultProps: { ...round, withBorder: true, padding: 'md' } }),
    Paper: Paper.extend({ defaultProps: round }),
    Button: Button.extend({ defaultProps: { radius: 'xl' } }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 600 } },
    }),
    // A <header> in a dialog counts as a second banner of the page, for axe and some screen readers.
    Modal: { styles: { title: dialogTitle } }, // by name: naming the component would load it with every page
    Drawer: { styles: { title: dialogTitle } },
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ...fields,
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'md' } }),
  },
})

/** The theme of a school's palette. */
export const themeOf = ({ shades }: Palette) => ({
  ...base,
  colors: { ...base.colors, school: colorsTuple(shades) },
})

// Replaces Mantine's colours that fall short of WCAG AA (4.5 : 1) on our backgrounds.
const light = {
  '--mantine-color-body': '#fbf8f3',
  '--mantine-color-dimmed': '#59616d',
  '--mantine-color-placeholder': '#6b7280',
  '--mantine-color-error': '#c01f30',
  '--mantine-color-red-light-color': '#a91b2a',
  '--mantine-color-default-border': '#d9d2c5',
}

const night = {
  '--mantine-color-body': '#10141d',
  '--mantine-color-text': '#e3e7ee',
  '--mantine-color-dimmed': '#a9b2bf',
  '--mantine-color-placeholder': '#929dae',
  '--mantine-color-error': '#ff8787',
  '--mantine-color-red-filled': '#c92a2a', // below white text, which Mantine chooses by the shade of the light scheme
  '--mantine-color-red-filled-hover': '#b02525',
  '--mantine-color-evergreen-outline': '#7dbdb0',
  '--mantine-color-evergreen-light-color': '#8fd0c3',
}

const schoolColors = (colors: Palette['light']) => ({
  '--mantine-color-anchor': colors.link,
  '--mantine-color-school-text': colors.link,
  '--mantine-color-school-filled-hover': colors.fill_hover,
  '--mantine-color-school-light': colors.tint,
  '--mantine-color-school-light-hover': colors.tint_hover,
  '--mantine-color-school-light-color': colors.link,
  '--mantine-color-school-outline': colors.link,
  '--mantine-color-school-outline-hover': colors.tint,
  '--accent-text': colors.link,
  '--tint': colors.tint,
})

/** The colours of a school's palette that each colour scheme has of its own. */
export const cssVariablesOf =
  (palette: Palette): CSSVariablesResolver =>
  () => ({
    variables: {},
    light: { ...light, ...schoolColors(palette.light) },
    dark: { ...night, ...schoolColors(palette.dark) },
  })
