import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { TextLink } from '@/shared/link'
import { toast } from '@/shared/toasts'

import { pictureQuery, type TemplateSummary, useArchive, useDelete } from './api'
import classes from './designer.module.css'
import { Drawing } from './drawing'
import { languageNames } from './kinds'

type Props = { template: TemplateSummary; onCopy: () => void; onFailed: (error: Error | null) => void }

/** A template with what certificates on it look like, and what can be done with it. */
export function TemplateCard({ template, onCopy, onFailed }: Props) {
  const { id, name, language, archived, courses } = template
  const picture = useQuery(pictureQuery(template))
  return (
    <Card component="li" withBorder radius="lg" padding={0}>
      <div className={classes.paper}>
        {picture.data && <Drawing svg={picture.data} label={t`What certificates on “${name}” look like`} />}
      </div>
      <div style={{ padding: '0.9rem 1rem 1rem' }}>
        <Group gap="xs">
          <TextLink to="/admin/certificate-templates/$templateId" params={{ templateId: id }} fw={600}>
            {name}
          </TextLink>
          {archived && (
            <Badge variant="light" color="gray" tt="none">
              <Trans>Archived</Trans>
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" mb="sm">
          {t(languageNames[language])} ·{' '}
          {plural(courses, { 0: 'Not used by any course', one: 'Used by # course', other: 'Used by # courses' })}
        </Text>
        <Actions template={template} onCopy={onCopy} onFailed={onFailed} />
      </div>
    </Card>
  )
}

function Actions({ template: { id, name, archived }, onCopy, onFailed }: Props) {
  const archive = useArchive(id)
  const remove = useDelete(id)
  const [isAsking, setAsking] = useState(false)
  const act = (text: string) => ({
    onSuccess: () => {
      onFailed(null)
      toast(text)
    },
    onError: onFailed,
  })
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" h={36} aria-label={t`Copy ${name}`} onClick={onCopy}>
        <Trans>Copy</Trans>
      </Button>
      <Button
        variant="default"
        size="xs"
        h={36}
        loading={archive.isPending}
        aria-label={archived ? t`Restore ${name}` : t`Archive ${name}`}
        onClick={() => archive.mutate(!archived, act(archived ? t`Template restored.` : t`Template archived.`))}
      >
        {archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        h={36}
        aria-label={t`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete</Trans>
      </Button>
      {isAsking && (
        <Confirm
          title={t`Delete “${name}”?`}
          text={t`Certificates that were issued stay as they are. You can't undo this.`}
          action={t`Delete template`}
          danger
          pending={remove.isPending}
          error={null}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, { ...act(t`Template deleted.`), onSettled: () => setAsking(false) })
          }
        />
      )}
    </Group>
  )
}
