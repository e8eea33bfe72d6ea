import { t } from '@lingui/core/macro'
import { Drawer, type DrawerProps } from '@mantine/core'

type Props = Pick<DrawerProps, 'opened' | 'onClose' | 'children'> & { title: string }

/** A wide drawer on the right, for details of an item in a list. */
export const SideDrawer = (props: Props) => (
  <Drawer position="right" size="lg" closeButtonProps={{ 'aria-label': t`Close` }} {...props} />
)
