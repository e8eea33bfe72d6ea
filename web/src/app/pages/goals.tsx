// What loads with the user's own goals.
export { GoalsPage as GoalsRoute } from '@/features/learning/goal/goals-page'
