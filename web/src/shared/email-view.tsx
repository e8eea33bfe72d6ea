import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

import classes from './email-view.module.css'

type PageProps = { subject: string; html: string; phone?: boolean }

/** The HTML of an email as mail programs show it. Scripts in it cannot run or reach this page; links open in a new tab. */
export const EmailPage = ({ subject, html, phone = false }: PageProps) => (
  <iframe
    className={phone ? `${classes.page} ${classes.phone}` : classes.page}
    title={t`Email “${subject}”`}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerPolicy="no-referrer"
    srcDoc={`<base target="_blank">${html}`}
  />
)

/** The plain text of an email, with its URLs as links. */
export const EmailText = ({ text }: { text: string }) => <pre className={classes.text}>{linked(text)}</pre>

function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity and never move
      <a key={i} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </a>
    ),
  )
}
