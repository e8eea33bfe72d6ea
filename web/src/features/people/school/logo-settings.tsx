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
      lead={t`Shown instead of the name in the header, at sign-in and in emails. PNG, JPEG or WebP, at most 5 MB.`}
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
        onSuccess: () => toast(t`Logo saved.`),
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
          <Trans>No logo yet. Pages and emails show the name.</Trans>
        </Text>
      )}
      {(logo?.plate_on_dark || logo?.plate_on_light) && (
        <Text size="sm" c="dimmed">
          {logo.plate_on_dark
            ? t`Parts of the logo are too dark for dark pages, where it has a light background.`
            : t`Parts of the logo are too light for light pages, where it has a dark background.`}
        </Text>
      )}
      <Group gap="sm">
        <FileButton
          resetRef={reset}
          onChange={set}
          accept="image/png,image/jpeg,image/webp"
          inputProps={{ 'aria-label': t`Logo file` }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo ? t`Choose another logo` : t`Choose logo`}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="red"
            disabled={change.isPending}
            onClick={() => change.mutate({ tag }, { onSuccess: () => toast(t`Logo removed.`) })}
          >
            <Trans>Remove logo</Trans>
          </Button>
        )}
      </Group>
    </Stack>
  )
}
