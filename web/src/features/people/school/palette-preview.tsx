import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import type { Schema } from '@/api/client'
import { list } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import { paletteQuery } from './api'
import classes from './appearance-settings.module.css'

type Palette = Schema<'Palette'>

/** How buttons, links and what is selected look in a colour, and where its nearest readable shade takes its place. */
export function PalettePreview({ color }: { color: string }) {
  return (
    <QueryView query={useQuery(paletteQuery(color))} skeleton={<Skeleton height={120} />}>
      {(palette) => (
        <Stack gap="sm">
          <div className={classes.schemes}>
            <Scheme name={t`Light`} colors={palette.light} onFill={palette.on_fill} className={classes.light} />
            <Scheme name={t`Dark`} colors={palette.dark} onFill={palette.on_fill} className={classes.dark} />
          </div>
          <Text size="sm" c="dimmed" role="status">
            {explain(color, palette)}
          </Text>
        </Stack>
      )}
    </QueryView>
  )
}

type SchemeProps = { name: string; colors: Palette['light']; onFill: string; className: string | undefined }

function Scheme({ name, colors, onFill, className }: SchemeProps) {
  return (
    <figure className={`${classes.scheme} ${className}`}>
      <figcaption className={classes.name}>{name}</figcaption>
      <span className={classes.button} style={{ background: colors.fill, color: onFill }}>
        <Trans>Button</Trans>
      </span>
      <span className={classes.link} style={{ color: colors.link }}>
        <Trans>Link</Trans>
      </span>
      <span className={classes.selected} style={{ background: colors.tint, color: colors.link }}>
        <Trans>Selected</Trans>
      </span>
    </figure>
  )
}

/** Where the colour is used as it is, and which shade elsewhere. */
function explain(color: string, { light, dark }: Palette) {
  const replaced = [
    { where: t`buttons on light pages`, used: light.fill },
    { where: t`links on light pages`, used: light.link },
    { where: t`buttons on dark pages`, used: dark.fill },
    { where: t`links on dark pages`, used: dark.link },
  ].filter(({ used }) => used !== color)
  if (replaced.length === 0) return t`This colour has enough contrast everywhere.`
  const places = list(replaced.map(({ where, used }) => `${where} (${used})`))
  return t`This colour doesn't have enough contrast everywhere. The nearest readable shade is used for ${places}.`
}
