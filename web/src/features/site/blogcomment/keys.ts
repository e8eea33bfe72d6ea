/** Query keys of the comments on posts. */
export const blogCommentKeys = {
  all: ['blog-comments'] as const,
  ofPost: (postId: string) => [...blogCommentKeys.all, 'post', postId] as const,
  thread: (postId: string, thread: string) => [...blogCommentKeys.ofPost(postId), 'thread', thread] as const,
  form: (postId: string) => [...blogCommentKeys.ofPost(postId), 'form'] as const,
  moderated: (status: string) => [...blogCommentKeys.all, 'moderated', status] as const,
}
