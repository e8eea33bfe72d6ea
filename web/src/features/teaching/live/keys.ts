/** Query keys of sessions as they take place. */
export const liveKeys = {
  all: ['live'] as const,
  session: (id: string) => [...liveKeys.all, 'session', id] as const,
  presence: (id: string) => [...liveKeys.all, 'presence', id] as const,
  grid: (batchId: string, before: string, page: number) => [...liveKeys.all, 'grid', batchId, before, page] as const,
  unmatched: (id: string) => [...liveKeys.all, 'unmatched', id] as const,
  disputes: (batchId: string, page: number) => [...liveKeys.all, 'disputes', batchId, page] as const,
  attendance: (id: string) => [...liveKeys.all, 'attendance', id] as const,
  servers: ['live', 'servers'] as const,
  serverStatus: (name: string) => [...liveKeys.servers, name] as const,
  hosts: ['live', 'hosts'] as const,
  meetings: ['live', 'meetings'] as const,
  room: (of: RoomOwner) => [...liveKeys.all, 'room', of] as const,
}

/** What has a room: a batch, or one of its sessions. */
export type RoomOwner = { batch: string } | { session: string }
