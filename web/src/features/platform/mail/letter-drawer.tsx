import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { instant } from '@/shared/format'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { type Letter, letterQuery } from './api'
import classes from './letter.module.css'

type Props = { id: string | undefined; onClose: () => void }

/** One letter, as mail programs show it and as plain text. */
export function LetterDrawer({ id, onClose }: Props) {
  const subject = useQuery({ ...letterQuery(id ?? ''), enabled: id !== undefined }).data?.subject
  return (
    <SideDrawer opened={id !== undefined} onClose={onClose} title={subject ?? 'Letter'}>
      {id && <Body id={id} />}
    </SideDrawer>
  )
}

function Body({ id }: { id: string }) {
  return (
    <QueryView query={useQuery(letterQuery(id))} skeleton={<Skeleton height={320} />}>
      {(letter) => (
        <>
          <dl className={classes.facts}>
            <dt>To</dt>
            <dd>{letter.to}</dd>
            <dt>Written</dt>
            <dd>{instant(letter.sent_at)}</dd>
          </dl>
          <Faces letter={letter} />
        </>
      )}
    </QueryView>
  )
}

function Faces({ letter: { html, text = '', subject } }: { letter: Letter }) {
  const plain = <pre className={classes.text}>{linked(text)}</pre>
  if (!html) return plain
  return (
    <Tabs defaultValue="html" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="html">As it looks</Tabs.Tab>
        <Tabs.Tab value="text">Plain text</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="html">
        {/* Nothing in a letter runs here or reaches this page; what it links to opens in a tab of its own. */}
        <iframe
          className={classes.page}
          title={`The letter “${subject}”`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={`<base target="_blank">${html}`}
        />
      </Tabs.Panel>
      <Tabs.Panel value="text">{plain}</Tabs.Panel>
    </Tabs>
  )
}

/** The text with its addresses as links. */
function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name and never move
      <a key={i} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </a>
    ),
  )
}
