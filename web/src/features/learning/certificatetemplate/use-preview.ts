import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'

import { previewQuery, type Sample, type TemplateEdit } from './api'

const pause = 150 // milliseconds without an edit, after which the certificate is drawn

const nothing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210"/>'

/** The certificate as the server draws it, once nothing has been edited for a moment; until then as it was before. */
export function usePreview({ language, layout }: TemplateEdit, sample: Sample) {
  const [shown] = useDebouncedValue({ language, layout, sample }, pause)
  const { data, error } = useQuery(previewQuery(shown))
  return { svg: data?.svg ?? nothing, problems: data?.problems ?? [], error }
}
