// The cover of a course.
import { api, one } from '@/api/client'
import type { Area } from '@/shared/crop'

import { useOnCourses } from './api'
import type { Edit } from './typed-api'

const at = (id: string) => ({ params: { path: { id } } })

/** Makes an area of a picture the cover of the course. */
export const useSetCover = (id: string) =>
  useOnCourses(({ tag, body: { file, area } }: Edit<{ file: File; area: Area }>) =>
    one(
      api.PUT('/courses/{id}/cover', {
        params: { path: { id }, query: { x: area.x, y: area.y, width: area.width }, header: { 'If-Match': tag } },
        headers: { 'Content-Type': file.type },
        body: file.name,
        bodySerializer: () => file,
      }),
    ),
  )

/** Makes what a video shows at the time of one of its thumbnails the cover of the course. */
export const useSetCoverFrame = (id: string) =>
  useOnCourses(({ tag, body }: Edit<{ video_id: string; thumbnail: number }>) =>
    one(api.PUT('/courses/{id}/cover/frame', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

export const useRemoveCover = (id: string) => useOnCourses(() => one(api.DELETE('/courses/{id}/cover', at(id))))
