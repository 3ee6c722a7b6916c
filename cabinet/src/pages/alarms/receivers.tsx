import { Alert, Button, Group, Text } from '@mantine/core'
import { alarmName } from '@ringkey/server/alarms'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { ReceiverForm } from './receiver-form.tsx'
import { alarmsTexts } from './texts.ts'

export function Receivers({ view }: { readonly view: Answer<'/operator/alarms'> }) {
  const text = useTexts(alarmsTexts)
  const { language } = useLanguage()
  const formats = useFormats()
  const [form, setForm] = useState<{
    readonly receiver: Answer<'/operator/alarms'>['receivers'][number] | null
  } | null>(null)
  const [secret, setSecret] = useState('')
  const remove = useOperatorChange('/operator/alarms/receivers/:receiver/remove')
  const test = useOperatorChange('/operator/alarms/receivers/:id/test')
  const tested = view.receivers.find(({ id }) => id === test.variables?.id)
  const kindsText = (kinds: readonly string[]) => {
    if (kinds.length === 0) return text.allKinds
    return kinds.length > 2
      ? text.someKinds(formats.number(kinds.length))
      : kinds.map((kind) => alarmName(language, kind)).join(', ')
  }
  return (
    <Section
      title={text.receivers}
      about={text.receiversAbout}
      actions={
        <Button variant="default" aria-label={text.addReceiver} onClick={() => setForm({ receiver: null })}>
          {text.add}
        </Button>
      }
    >
      <ErrorNote error={test.error} />
      {test.data !== undefined && (
        <Alert role="status" color="teal">
          {text.testSent(tested?.target ?? '')}{' '}
          <TextLink href={`/console/notices/${test.data.deliveryId}`}>{text.seeTest}</TextLink>
        </Alert>
      )}
      <DataTable
        label={text.receivers}
        rows={view.receivers}
        keyOf={({ id }) => id}
        empty={<EmptyState title={text.noReceivers}>{text.noReceiversAbout}</EmptyState>}
        columns={[
          { title: text.to, value: ({ target }) => target },
          { title: text.channel, value: ({ channel }) => text.channels[channel] },
          { title: text.kinds, cell: ({ kinds }) => kindsText(kinds) },
          {
            title: text.lastNotified,
            cell: ({ notifiedAt, fault }) => (
              <>
                {notifiedAt === null ? text.never : <Moment at={notifiedAt} />}
                {fault !== '' && (
                  <Text size="sm" c="orange">
                    {fault}
                  </Text>
                )}
              </>
            ),
          },
        ]}
        actions={(receiver) => (
          <Group gap={4} justify="flex-end">
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={text.testName(receiver.target)}
              loading={test.isPending && test.variables.id === receiver.id}
              onClick={() => test.mutate({ id: receiver.id })}
            >
              {text.test}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={text.changeName(receiver.target)}
              onClick={() => setForm({ receiver })}
            >
              {text.change}
            </Button>
            <ConfirmButton
              label={text.remove}
              name={text.removeName(receiver.target)}
              question={text.removeQuestion(receiver.target)}
              onConfirm={() => remove.mutateAsync({ receiver: receiver.id })}
            >
              {text.removeAbout}
            </ConfirmButton>
          </Group>
        )}
      />
      {form !== null && (
        <ReceiverForm
          view={view}
          receiver={form.receiver}
          onSecret={setSecret}
          onClose={() => setForm(null)}
        />
      )}
      <ShownOnce
        title={text.secret}
        lead={text.secretAbout}
        isOpen={secret !== ''}
        value={secret}
        what={text.secretName}
        kept={text.kept}
        onKept={() => setSecret('')}
      />
    </Section>
  )
}
