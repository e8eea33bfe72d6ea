import { useMutation } from '@tanstack/react-query'

import { api, file } from '@/api/client'
import { saveFile } from '@/shared/save-file'

export type ExportStatus = 'draft' | 'scheduled' | 'published' | 'archived'

/** Downloads the posts with a status, or all, with their pictures. */
export const useExportPosts = (status: ExportStatus | undefined) =>
  useMutation({
    mutationFn: () => file(api.GET('/blogs/export', { params: { query: status ? { status } : {} }, parseAs: 'blob' })),
    onSuccess: (zipped) => saveFile(zipped, 'posts.zip'),
  })
