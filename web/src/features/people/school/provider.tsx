import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { SchoolContext, unnamed } from '@/shared/school'

import { schoolQuery } from './api'

/** Tells all pages whose site this is. Until that is known there is no name, lest another one flashes up. */
export function SchoolProvider({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(schoolQuery())
  return <SchoolContext value={data ?? (isPending ? { ...unnamed, name: '' } : unnamed)}>{children}</SchoolContext>
}
