import { Alert, SimpleGrid } from '@mantine/core'
import type { WriteAnswer } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useWrite } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { RowForm } from '../../parts/form.tsx'
import { PhoneField } from '../../parts/phone-field.tsx'
import { Section } from '../../parts/section.tsx'
import { SmallFigure } from '../../parts/small-figure.tsx'
import { numberingTexts } from './texts.ts'

type Known = NonNullable<WriteAnswer<'/operator/numbering/lookup'>['number']>

export function Lookup() {
  const text = useTexts(numberingTexts)
  const { language } = useLanguage()
  const [phone, setPhone] = useState('')
  const look = useWrite('/operator/numbering/lookup')
  return (
    <Section title={text.lookup} about={text.lookupAbout}>
      <RowForm action={text.look} mutation={look} onSubmit={() => look.mutate({ phone, language })}>
        <PhoneField label={text.phone} isRequired value={phone} onChange={setPhone} />
      </RowForm>
      {look.data?.number === null && <Alert color="orange">{text.noNumber}</Alert>}
      {look.data?.number != null && <Facts known={look.data.number} />}
    </Section>
  )
}

function Facts({ known }: { readonly known: Known }) {
  const text = useTexts(numberingTexts)
  const { provider, company, portedTo, registryOperator, city, region } = known
  const facts: readonly (readonly [keyof typeof text.facts, string])[] = [
    ['national', known.nationalFormat],
    ['country', known.country],
    ['kind', known.mobile ? text.mobile : text.fixed],
    ['operator', [provider, company === provider ? '' : company].filter(Boolean).join(', ')],
    ['ported', portedTo === '' ? '' : text.portedFrom(registryOperator, portedTo)],
    ['place', [city, region].filter(Boolean).join(', ')],
    ['range', known.range],
    ['source', text.sources[known.source]],
  ]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} role="status">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <SmallFigure key={name} name={text.facts[name]}>
            {value}
          </SmallFigure>
        ))}
    </SimpleGrid>
  )
}
