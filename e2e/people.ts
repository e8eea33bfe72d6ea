/** The accounts of `lectern serve --demo`. */
export type Role = 'admin' | 'instructor' | 'student' | 'corporate'

export const emailOf = (role: Role) => `${role}@lectern.test`
export const demoPassword = 'lectern-demo'
