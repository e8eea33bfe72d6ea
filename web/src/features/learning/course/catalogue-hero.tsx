import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'

import { Cover } from '@/shared/cover'
import { PageTitle } from '@/shared/page-title'
import { useSchoolHue } from '@/shared/school'

import { suggestionsQuery } from './api'
import classes from './catalogue-hero.module.css'

type Props = { onSearch: (search: string) => void }

const pause = 200 // milliseconds without typing before suggestions are requested

export function CatalogueHero({ onSearch }: Props) {
  const [typed, setTyped] = useState('')
  const [waited] = useDebouncedValue(typed.trim(), pause)
  const suggestions = useQuery(suggestionsQuery(waited, true))
  const list = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(typed.trim())
  }

  return (
    <section className={classes.hero} aria-label={t`Find a course`}>
      <div className={classes.art}>
        <Cover seed="lectern stands" hue={useSchoolHue()} height="100%" />
      </div>
      <div className={classes.words}>
        <PageTitle title={t`Learn from people who do the job`} className={classes.title} />
        <p className={classes.lead}>
          <Trans>Courses taught live and on demand, with recordings to watch again.</Trans>
        </p>
        <search>
          <form className={classes.form} onSubmit={submit}>
            <TextInput
              className={classes.field}
              radius="xl"
              type="search"
              aria-label={t`Search courses`}
              placeholder={t`Search courses`}
              leftSection={<IconSearch size={18} />}
              list={list}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <datalist id={list}>
              {[...new Set(suggestions.data?.map(({ text }) => text))].map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
            <Button type="submit" size="md" h={42} className={classes.find}>
              <Trans>Find a course</Trans>
            </Button>
          </form>
        </search>
      </div>
    </section>
  )
}
