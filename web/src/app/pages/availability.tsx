export { AvailabilityPage as AvailabilityRoute } from '@/features/teaching/availability/availability-page'
