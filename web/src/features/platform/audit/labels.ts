/** The areas that actions belong to, by their first word. */
export const areas: Record<string, string> = {
  user: 'Accounts',
  invitation: 'Invitations',
  application: 'Applications',
  policy: 'Rules',
  course: 'Courses',
}

/** A readable action: `user.role_changed` is "User: role changed". */
export function inWords(action: string) {
  const [area = '', ...rest] = action.replaceAll('_', ' ').split('.')
  const what = rest.join(', ')
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}${what && `: ${what}`}`
}

/** A readable field name: `full_name` is "Full name". */
export function memberName(name: string) {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
