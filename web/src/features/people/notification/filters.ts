import type { Schema } from '@/api/client'

/** The filters of the list, kept in the URL. */
export type NotificationFilters = { unread?: true; group?: Schema<'Notification'>['group'] }
