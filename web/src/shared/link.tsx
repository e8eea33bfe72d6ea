// Mantine's styles for the router's links: type-checked URLs, preloading, no page reload.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

/** The props of a link with the styles `L`. */
type Linked<L> = L & Omit<ComponentPropsWithRef<'a'>, keyof L>

export const ButtonLink = createLink((props: Linked<ButtonProps>) => <Button component="a" {...props} />)
export const TextLink = createLink((props: Linked<AnchorProps>) => <Anchor {...props} />)
