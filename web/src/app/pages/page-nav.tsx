import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { useCurrentInView } from '@/shared/use-current-in-view'

import type { FileRouteTypes } from '../route-tree.gen'
import classes from './page-nav.module.css'

/** How many pages fit beside each other with their icons on most screens. */
const most = 8

type Props = {
  label: string
  /** The pages in the order in which they are offered; the first one's address begins the others'. */
  pages: readonly { to: FileRouteTypes['to']; label: MessageDescriptor; icon: TablerIcon }[]
}

/** Links to the pages of an area, in a row above each of them. */
export function PageNav({ label, pages }: Props) {
  const nav = useCurrentInView('center')
  return (
    <nav ref={nav} aria-label={label} className={`${classes.pages} ${pages.length > most ? classes.many : ''}`}>
      {pages.map(({ to, label: name, icon: Icon }, i) => (
        <Link key={to} to={to} className={classes.page} activeOptions={{ exact: i === 0, includeSearch: false }}>
          <Icon size={20} stroke={1.7} aria-hidden />
          <span>{t(name)}</span>
        </Link>
      ))}
    </nav>
  )
}
