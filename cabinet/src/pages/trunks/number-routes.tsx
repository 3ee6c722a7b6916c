import { Alert, SegmentedControl, Switch, Text } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { useWrite } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { routingTexts } from '../../language/routing-texts.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { RowForm } from '../../parts/form.tsx'
import { PhoneField } from '../../parts/phone-field.tsx'
import { useMeasured } from '../../parts/route-sentence.tsx'
import { Section } from '../../parts/section.tsx'
import { numberRoutesTexts } from './number-routes-texts.ts'
import { trunkProblems } from './texts.ts'

const modes = ['flash', 'voice', 'mix'] as const
const colours = { routed: 'teal', full: 'orange', 'no-way': 'red' }

/** Which route a call to a number would take. No call is placed. */
export function NumberRoutes() {
  const text = useTexts(numberRoutesTexts)
  const isDemo = useMe().demo
  const [phone, setPhone] = useState('')
  const [mode, setMode] = useState<(typeof modes)[number]>('flash')
  const [demo, setDemo] = useState(false)
  const ask = useWrite('/operator/routes')
  return (
    <Section title={text.title} about={text.about}>
      <RowForm
        action={text.ask}
        mutation={ask}
        errorTexts={trunkProblems}
        onSubmit={() => ask.mutate({ phone, mode, demo })}
      >
        <PhoneField label={text.phone} isRequired value={phone} onChange={setPhone} />
        <SegmentedControl
          aria-label={text.mode}
          value={mode}
          onChange={setMode}
          data={modes.map((value) => ({ value, label: text.modes[value] }))}
        />
        {isDemo && (
          <Switch
            label={text.demo}
            checked={demo}
            mb={6}
            onChange={(event) => setDemo(event.currentTarget.checked)}
          />
        )}
      </RowForm>
      {ask.data !== undefined && <Answer routes={ask.data} />}
    </Section>
  )
}

function Answer({ routes }: { readonly routes: WriteAnswer<'/operator/routes'> }) {
  const text = useTexts(numberRoutesTexts)
  const words = useTexts(routingTexts)
  const measured = useMeasured()
  const formats = useFormats()
  const { kind, why, phoneMask, country, operator, trunks } = routes
  return (
    <>
      <Alert color={colours[kind]} title={text.kinds[kind]} role="status">
        {text.who(phoneMask, formats.country(country), formats.network(operator))}
        {why !== null && <Text size="sm">{words.taken(trunks[0]?.trunk ?? '', words.why[why])}</Text>}
      </Alert>
      <DataTable
        label={text.title}
        rows={trunks}
        keyOf={({ trunk }) => trunk}
        empty={null}
        columns={[
          {
            title: text.trunk,
            cell: ({ trunk, place }) => (
              <Text fw={place === null ? 400 : 600}>{place === null ? trunk : `${place}. ${trunk}`}</Text>
            ),
          },
          {
            title: text.why,
            cell: ({ verdict, prefix, place, rule }) =>
              [
                text.verdicts[verdict],
                ...(place === null ? [] : [prefix === '' ? text.everywhere : text.prefix(prefix)]),
                ...(rule === '' ? [] : [text.rule(rule)]),
              ].join('; '),
          },
          { title: text.shows, cell: ({ caller }) => (caller === '' ? '–' : `+${caller}`) },
          { title: text.cost, align: 'right', cell: ({ cost }) => formats.price(cost) },
          { title: words.lately, align: 'right', cell: measured },
        ]}
      />
    </>
  )
}
