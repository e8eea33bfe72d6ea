import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import type { Schema } from '@/api/client'
import { Failure, QueryView } from '@/shared/query-view'
import { useSchool } from '@/shared/school'
import { SchoolLogo } from '@/shared/school-logo'
import { toast } from '@/shared/toasts'

import { logoQuery, useChangeLogo } from './api'
import { SettingsFrame } from './settings-section'

/** The logo of the school. */
export function LogoSettings() {
  return (
    <SettingsFrame
      id="settings-logo"
      title={t`Logo`}
      lead={t`In place of the name: in the header, at sign-in and in emails. PNG, JPEG or WebP, at most 5 MB.`}
    >
      <QueryView query={useQuery(logoQuery())} skeleton={<Skeleton height={90} />}>
        {({ value, tag }) => <LogoForm logo={value.logo} tag={tag} />}
      </QueryView>
    </SettingsFrame>
  )
}

function LogoForm({ logo, tag }: { logo: Schema<'Logo'> | undefined; tag: string }) {
  const { name } = useSchool()
  const change = useChangeLogo()
  const reset = useRef<() => void>(null)
  const set = (file: File | null) =>
    file &&
    change.mutate(
      { file, tag },
      {
        onSuccess: () => toast(t`The logo is saved.`),
        onSettled: () => reset.current?.(), // so that the same file can be chosen again
      },
    )
  return (
    <Stack>
      {change.error && <Failure error={change.error} />}
      {logo ? (
        <SchoolLogo logo={logo} name={name} height={64} />
      ) : (
        <Text size="sm">
          <Trans>There is no logo: pages and emails show the name.</Trans>
        </Text>
      )}
      {(logo?.plate_on_dark || logo?.plate_on_light) && (
        <Text size="sm" c="dimmed">
          <Trans>Parts of it are too</Trans> {logo.plate_on_dark ? t`dark for dark` : t`light for light`}{' '}
          <Trans>pages: there it stands on a plate.</Trans>
        </Text>
      )}
      <Group gap="sm">
        <FileButton
          resetRef={reset}
          onChange={set}
          accept="image/png,image/jpeg,image/webp"
          inputProps={{ 'aria-label': t`File of the logo` }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo ? t`Choose another` : t`Choose a picture`}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            disabled={change.isPending}
            onClick={() => change.mutate({ tag }, { onSuccess: () => toast(t`The logo is removed.`) })}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  )
}
