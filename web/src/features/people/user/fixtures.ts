import type { UserDetail, UserRow } from './api'

export const li: UserRow = {
  id: 'u1',
  email: 'li@lectern.test',
  full_name: 'Li Wei',
  student_number: '',
  roles: ['student'],
  status: 'active',
  locked: false,
  email_verified_at: '2026-11-01T10:00:00Z',
  last_seen_at: '2026-11-20T10:00:00Z',
  deletion_at: null,
  deletion_by: null,
  created_at: '2026-11-01T10:00:00Z',
}

export const liDetail: UserDetail = {
  ...li,
  profile: { headline: 'Beekeeper', time_zone: 'Asia/Kolkata', locale: 'en', avatar_id: '' },
  locks: [],
  sessions: [],
  factors: { password: true, authenticator: false, passkeys: 2, recovery_codes: 0 },
  enrollments: [],
  enrolled: 0,
  applications: [],
  teaches: 0,
}
