import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import type { Answer, CapView } from '@ringkey/server/cabinet-api'
import { serviceFields } from '@ringkey/server/fields/service-fields'
import { useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Section } from '../../parts/section.tsx'
import { CapEditor } from './cap-editor.tsx'
import { RequestLimit } from './request-limit.tsx'
import { accountsTexts } from './texts.ts'

const colours = { active: 'teal', off: 'yellow', archived: 'gray' }

/** Services of an account, with what only an operator may change of them. */
export function AccountServices({ services }: Pick<Answer<'/operator/accounts/:id'>, 'services'>) {
  const text = useTexts(accountsTexts)
  const { language } = useLanguage()
  const repeats = useOperatorChange('/operator/services/:service/legacy-repeats')
  return (
    <Section title={text.services}>
      <ErrorNote error={repeats.error} />
      <DataTable
        label={text.services}
        rows={services}
        keyOf={({ id }) => id}
        empty={<Text size="sm">{text.noServices}</Text>}
        columns={[
          { title: text.id, value: ({ id }) => id, width: 60 },
          { title: text.service, value: ({ name }) => name, card: 'title' },
          {
            title: text.status,
            card: 'corner',
            cell: ({ status }) => <Badge color={colours[status]}>{text.serviceStatuses[status]}</Badge>,
          },
          { title: text.lastRequest, value: ({ lastRequestAt }) => lastRequestAt, as: 'last' },
          { title: text.cap, cell: ({ cap }) => <Cap cap={cap} /> },
          {
            title: serviceFields.requestsPerSecond[language][0],
            cell: (service) => <RequestLimit service={service} />,
          },
          {
            title: text.legacyRepeats,
            cell: ({ id, name, legacyRepeats }) => (
              <Switch
                aria-label={`${text.legacyRepeats}: ${name}`}
                checked={legacyRepeats}
                onChange={(event) => repeats.mutate({ service: id, on: event.currentTarget.checked })}
              />
            ),
          },
        ]}
      />
    </Section>
  )
}

/** A spend cap in words, with a button to change it. */
export function Cap({ cap }: { readonly cap: CapView }) {
  const text = useTexts(accountsTexts)
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const bound = (roubles: number) => (roubles === 0 ? '' : formats.money(roubles))
  return (
    <Group gap={4} display="inline-flex">
      {text.capWords(bound(cap.perHour), bound(cap.perDay)) || text.noCap}
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={text.editCapName(cap.scope)}
        onClick={() => setOpen(true)}
      >
        {text.editCap}
      </Button>
      {isOpen && <CapEditor cap={cap} onClose={() => setOpen(false)} />}
    </Group>
  )
}
