import { t } from '@lingui/core/macro'
import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { fieldErrors } from '@/api/client'

type Props = {
  title?: string
  error: Error | null
  /** The fields of the form, which show their own errors. */
  fields: string[]
  /** Further explanation. */
  children?: ReactNode
}

/**
 * Why a form was refused. The focus goes to the first field that says why, or else to the summary, so that it is not
 * overlooked.
 */
export function FormSummary({ title, error, fields, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error) return
    const marked = box.current?.closest('form, [role="dialog"]')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = marked ?? box.current
    target?.focus()
  }, [error])
  if (!error) return null

  const wrong = Object.keys(fieldErrors(error)).filter((field) => fields.includes(field))
  return (
    <Alert role="alert" color="red" title={title} icon={<IconAlertTriangle />} ref={box} tabIndex={-1}>
      <Text size="sm">{wrong.length > 0 ? t`Check the fields marked below.` : error.message}</Text>
      {children}
    </Alert>
  )
}
