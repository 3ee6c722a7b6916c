import { NativeSelect } from '@mantine/core'
import { useServices } from '../api/services.ts'
import { useTexts } from '../language/language.tsx'
import { useChosenService } from './chosen-service.tsx'
import { barTexts } from './texts.ts'

const all = 'all'

/** The browser's own list: it is there at once on every page, for 8 kB less. */
export function ServiceSwitch() {
  const text = useTexts(barTexts)
  const services = useServices()
  const { serviceId, choose } = useChosenService()
  const options = (services.data ?? [])
    .filter(({ status }) => status !== 'archived')
    .map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))
  const isKnown = options.some(({ value }) => value === String(serviceId))
  return (
    <NativeSelect
      size="xs"
      w={{ base: 118, sm: 180 }}
      miw={90}
      style={{ flexShrink: 0 }}
      aria-label={text.service}
      data={[{ value: all, label: text.allServices }, ...options]}
      value={isKnown ? String(serviceId) : all}
      onChange={({ currentTarget: { value } }) => choose(value === all ? null : Number(value))}
    />
  )
}
