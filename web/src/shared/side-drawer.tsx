import { Drawer, type DrawerProps } from '@mantine/core'

type Props = Pick<DrawerProps, 'opened' | 'onClose' | 'children'> & { title: string }

/** A wide drawer on the right, beside the list that its content comes from. */
export const SideDrawer = (props: Props) => (
  <Drawer position="right" size="lg" closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
)
