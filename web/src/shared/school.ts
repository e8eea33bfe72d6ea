import { createContext, useContext } from 'react'

import type { Schema } from '@/api/client'

/** What everybody may know of the school. */
export type School = Schema<'SchoolInfo'>

/** What holds until the server has said otherwise. */
export const unnamed: School = {
  name: 'Lectern',
  support_email: '',
  time_zone: 'UTC',
  registration: 'open',
  domains: [],
  legal_documents: [],
  password_min_length: 10,
  grade_months: 0,
}

export const SchoolContext = createContext<School>(unnamed)

/** The school whose site this is. */
export const useSchool = () => useContext(SchoolContext)
