import { t } from '@lingui/core/macro'

/** The media types of files of which covers are made. */
export const coverTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

const most = 5 * 1024 * 1024 // bytes

/** A file that can be a cover, with its media type also where the system does not know it; otherwise the problem. */
export function coverFile(file: File): { file?: File; problem?: string } {
  const type = file.type || typeByName(file.name)
  if (!coverTypes.includes(type))
    return { problem: t`This file isn't a JPEG, PNG, WebP or AVIF picture. Choose another one.` }
  if (file.size > most) return { problem: t`The file is larger than 5 MB. Choose a smaller one.` }
  return { file: file.type ? file : new File([file], file.name, { type }) }
}

const typeByName = (name: string) =>
  coverTypes.find((type) => name.toLowerCase().endsWith(type.replace('image/', '.'))) ?? ''
