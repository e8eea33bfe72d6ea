// What loads with the comments on a post, which stand below its text.
export { Comments as default } from '@/features/site/blogcomment/comments'
