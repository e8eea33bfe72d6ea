// What loads with the reviews of a course, which stand below its first screen.
export { Reviews as default } from '@/features/learning/review/reviews'
