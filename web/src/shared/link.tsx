// Mantine's looks on the router's links: checked addresses, preloading, no page reload.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** What a link takes beside the looks `L`. */
type Linked<L> = L & Omit<ComponentPropsWithRef<'a'>, keyof L>

export const ButtonLink = createLink((props: Linked<ButtonProps>) => <Button component="a" {...props} />)
export const TextLink = createLink((props: Linked<AnchorProps>) => <Anchor {...props} />)
