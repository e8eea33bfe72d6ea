import { Anchor } from '@mantine/core'

const link = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/i

/** A plain text of a user with its web addresses as links that search engines don't follow. */
export function LinkedText({ text }: { text: string }) {
  let position = 0
  return text.split(link).map((part) => {
    const key = position
    position += part.length
    if (!link.test(part)) return part
    return (
      <Anchor key={key} inherit href={part} rel="nofollow ugc noopener noreferrer" target="_blank">
        {part}
      </Anchor>
    )
  })
}
