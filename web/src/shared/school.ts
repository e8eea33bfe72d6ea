import { createContext, useContext } from 'react'

import type { Schema } from '@/api/client'

/** What everybody may know of the school. */
export type School = Schema<'SchoolInfo'>

export type Logo = Schema<'Logo'>

/** What holds until the server has said otherwise. */
export const unnamed: School = {
  name: 'Lectern',
  support_email: '',
  time_zone: 'UTC',
  palette: {
    shades: [
      '#ebf8f6',
      '#d7f2ed',
      '#addcd5',
      '#85c2b9',
      '#65aaa0',
      '#53988e',
      '#40857c',
      '#31776e',
      '#0d5c54',
      '#0d5c54',
    ],
    on_fill: '#ffffff',
    light: {
      fill: '#0d5c54',
      fill_hover: '#004f48',
      link: '#0d5c54',
      tint: '#e1f5f2',
      tint_hover: '#d9ede9',
    },
    dark: {
      fill: '#31776e',
      fill_hover: '#226a61',
      link: '#67aca2',
      tint: '#10322e',
      tint_hover: '#1c3d39',
    },
  },
  registration: 'open',
  domains: [],
  legal_documents: [],
  demo_accounts: [],
  password_min_length: 10,
  grade_months: 0,
  home: { search: true, sections: ['courses', 'catalogue'] },
}

export const SchoolContext = createContext<School>(unnamed)

/** The school whose site this is. */
export const useSchool = () => useContext(SchoolContext)

/** The hue of the school's colour, from 0 to 360, for drawings; that of slate when it is a grey. */
export function useSchoolHue() {
  const { palette } = useSchool()
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(palette.light.fill.slice(at, at + 2), 16))
  const range = Math.max(r, g, b) - Math.min(r, g, b)
  if (range < 24) return 220
  if (r >= g && r >= b) return (60 * ((g - b) / range) + 360) % 360
  return g >= b ? 60 * ((b - r) / range) + 120 : 60 * ((r - g) / range) + 240
}
