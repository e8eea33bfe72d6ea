import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { coverFile } from '@/shared/cover-file'

import type { MediaFilters } from './filters'
import { mediaKeys } from './keys'

export type LibraryPicture = Schema<'LibraryPicture'>

const at = (id: string) => ({ params: { path: { id } } })

export const picturesQuery = (filters: MediaFilters) =>
  queryOptions({
    queryKey: mediaKeys.list(filters),
    queryFn: ({ signal }) => many(api.GET('/uploads', { params: { query: { ...filters, limit: 24 } }, signal })),
    placeholderData: keepPreviousData,
  })

export const usesQuery = (id: string) =>
  queryOptions({ queryKey: mediaKeys.uses(id), queryFn: () => one(api.GET('/uploads/{id}/uses', at(id))) })

function useOnPictures<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: mediaKeys.all }) })
}

const widest = 2560 // pixels: the server keeps less, and takes long for more

/** A picture that is scaled down if it is very large; as it is where the browser can't open it. */
async function shrunk(file: File): Promise<File> {
  if (typeof createImageBitmap === 'undefined') return file
  const picture = await createImageBitmap(file).catch(() => undefined)
  const scale = picture ? widest / Math.max(picture.width, picture.height) : 1
  if (!picture || scale >= 1) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  return small ? new File([small], file.name, { type }) : file
}

/** Puts a picture into the library. Rejects with what is wrong with the file. */
export async function uploadPicture(chosen: File) {
  const { file, problem } = coverFile(await shrunk(chosen))
  if (!file) throw new Error(problem)
  return one(
    api.POST('/uploads', {
      params: { query: { name: file.name } },
      headers: { 'Content-Type': file.type },
      body: file.name,
      bodySerializer: () => file,
    }),
  )
}

export const useUploadPicture = () => useOnPictures(uploadPicture)

export const useDescribePicture = ({ id, version }: LibraryPicture) =>
  useOnPictures((body: Schema<'PictureEdit'>) =>
    one(api.PATCH('/uploads/{id}', { params: { path: { id }, header: { 'If-Match': `"v${version}-"` } }, body })),
  )

export const useDeletePicture = () => useOnPictures((id: string) => one(api.DELETE('/uploads/{id}', at(id))))
