/** Query keys of what waits for instructors. */
export const teachingHomeKeys = { waiting: ['teaching-home'] as const }
