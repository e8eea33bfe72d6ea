import { certificateTemplateKeys } from '@/shared/keys'

/** Query keys of the designer. */
export const designerKeys = {
  preview: (shown: object) => [...certificateTemplateKeys.all, 'preview', shown] as const,
}
