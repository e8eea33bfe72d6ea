// The text of a lesson that only learners may read. The server doesn't know who asks for a page, and leaves the place of the text empty. This
// fills it before the app is loaded (start-app.js waits for that), so that learners on a slow phone read while it is. With what it imports, it
// is a chunk of its own (early-text in vite.config.ts).
import { api, session } from '@/api/client'

async function requestLesson() {
  const [, , id = '', lessonId = ''] = window.location.pathname.split('/') // /learn/COURSE/LESSON
  return (await api.GET('/curriculum/course/{id}/lesson/{lessonId}', { params: { path: { id, lessonId } } })).data?.data
}

async function fill(place: Element) {
  const lesson = session.isSignedIn() ? await requestLesson() : undefined
  const content: unknown = lesson?.content
  if (content && typeof content === 'object' && 'html' in content)
    place.innerHTML = `<div data-served-html>${content.html}</div>` // sanitized by the server
  place.setAttribute('data-early-text', 'settled') // with a text or without one
  place.dispatchEvent(new Event('load'))
  return lesson
}

const place = document.querySelector('[data-early-text]')
let lesson = place ? fill(place) : undefined

/** The lesson of the page that the browser loaded, rejected if it did not arrive. Once: later it may have changed, and another user may be signed in. */
export function takeEarlyLesson() {
  const taken = lesson
  lesson = undefined
  return taken
}
