// A complete, typed draft as the server sends it; tests change the fields that they are about.
import type { Curriculum, LessonDetail, LessonEntry, SectionEntry } from './api'

export const lesson: LessonEntry = {
  id: 'l1',
  section_id: 's1',
  order: 1,
  type: 'text',
  title: 'What bees do',
  summary: '',
  duration_seconds: 0,
  required: true,
  previewable: false,
  release: {},
  completion: { rule: 'view' },
  content_id: 'k1',
  revision: 3,
}

export const lessonDetail: LessonDetail = {
  ...lesson,
  course_id: 'c1',
  section_title: 'Basics',
  content: { html: '<p>They dance.</p>' },
  previous: { id: 'l0', title: 'Before', type: 'text' },
  next: { id: 'l2', title: 'After', type: 'text' },
  position: 1,
  total: 1,
}

const section = (id: string, title: string, lessons: string[], more: Partial<SectionEntry> = {}): SectionEntry => ({
  id,
  kind: 'section',
  title,
  description: '',
  order: 1,
  revision: 2,
  lessons: lessons.map((l, i) => ({ ...lesson, id: l, title: `Lesson ${l}`, section_id: id, order: i + 1 })),
  sections: [],
  ...more,
})

/** Week w1 (a b, section s1 (c)), section s2 (d e). */
export function draft(): Curriculum {
  const sections = [
    section('w1', 'Week 1', ['a', 'b'], {
      kind: 'week',
      sections: [section('s1', 'Basics', ['c'], { parent_id: 'w1' })],
    }),
    section('s2', 'Practice', ['d', 'e'], { order: 2 }),
  ]
  return {
    course_id: 'c1',
    title: 'Bees',
    description: '',
    structure_type: 'sectioned',
    weeks: sections.slice(0, 1),
    sections,
    lessons: structuredClone(sections.flatMap((s) => [s, ...s.sections]).flatMap((s) => s.lessons)), // as in the JSON, lessons occur twice
    totals: {
      weeks: 1,
      sections: 2,
      lessons: 5,
      required_lessons: 5,
      duration_seconds: 0,
      lessons_by_type: { text: 5 },
    },
    isPublished: false,
    isFallback: false,
    version: 0,
    draft: { revision: 9, changed: true, updatedAt: '2026-11-20T10:00:00Z', can_undo: true },
  }
}
