/** Query keys of the figures of batches. Below those of batches, with which they change. */
export const batchAnalyticsKeys = {
  all: ['batches', 'analytics'] as const,
  capacity: () => [...batchAnalyticsKeys.all, 'capacity'] as const,
  workload: () => [...batchAnalyticsKeys.all, 'workload'] as const,
  statuses: (timeframe: string) => [...batchAnalyticsKeys.all, 'statuses', timeframe] as const,
}
