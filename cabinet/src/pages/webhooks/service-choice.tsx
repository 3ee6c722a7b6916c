import { NativeSelect } from '@mantine/core'
import { useServices } from '../../api/services.ts'
import { useTexts } from '../../language/language.tsx'
import { webhooksTexts } from './texts.ts'

/** The services that the page is about: the one that the bar has chosen, or all that are no part of the archive. */
export function useServicesShown(serviceId: number | null) {
  const services = useServices().data ?? []
  return services.filter(({ id, status }) => (serviceId === null ? status !== 'archived' : id === serviceId))
}

export type ServicesShown = ReturnType<typeof useServicesShown>

/** Renders nothing where there is only one. */
export function ServiceChoice(props: {
  readonly services: ServicesShown
  readonly value: number
  readonly onChange: (id: number) => void
}) {
  const text = useTexts(webhooksTexts)
  if (props.services.length < 2) return null
  return (
    <NativeSelect
      label={text.service}
      data={props.services.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(props.value)}
      onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value))}
    />
  )
}
