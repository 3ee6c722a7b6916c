import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { addressOf } from '../../../api/client.ts'
import { useMay } from '../../../api/me.ts'
import { useWrite } from '../../../api/use-api.ts'
import { useTexts } from '../../../language/language.tsx'
import { dayText, startOfDay } from '../../../language/time-zone.ts'
import { useTimeZone } from '../../../language/use-time-zone.ts'
import { bindText } from '../../../parts/bind.ts'
import { RowForm } from '../../../parts/form.tsx'
import { PhoneField } from '../../../parts/phone-field.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { Section } from '../../../parts/section.tsx'
import { consentTexts } from './texts.ts'

const dayMs = 86_400_000
const shownDays = 30

export function ConsentExport({ serviceId }: { readonly serviceId: number }) {
  const text = useTexts(consentTexts)
  const mayExport = useMay('change-account')
  const zone = useTimeZone()
  const [from, setFrom] = useState(() => dayText(Date.now() - shownDays * dayMs, zone))
  const [to, setTo] = useState(() => dayText(Date.now(), zone))
  const [phone, setPhone] = useState('')
  const name = `consent-${serviceId}.csv`
  const ofNumber = useWrite('/services/:id/consent/number', {
    onSuccess: ({ csv }) => saveFile(new Blob([csv], { type: 'text/csv' }), name),
  })
  if (!mayExport) return <Text size="sm">{text.ownerOnly}</Text>
  const period = { from: startOfDay(from, zone), to: startOfDay(to, zone, 1) }
  const isPeriod = period.from !== null && period.to !== null && period.from < period.to
  return (
    <Section title={text.export} about={text.exportAbout}>
      <Group align="flex-end" gap="sm">
        <TextInput type="date" label={text.from} {...bindText(from, setFrom)} />
        <TextInput type="date" label={text.to} {...bindText(to, setTo)} />
        {isPeriod && (
          <Button
            component="a"
            variant="default"
            href={addressOf('/services/:id/consent/export', { id: serviceId, ...period })}
            download={name}
          >
            {text.download}
          </Button>
        )}
      </Group>
      <RowForm
        action={text.ofNumber}
        mutation={ofNumber}
        onSubmit={() => ofNumber.mutate({ id: serviceId, phone })}
      >
        <PhoneField label={text.number} isRequired value={phone} onChange={setPhone} />
      </RowForm>
    </Section>
  )
}
