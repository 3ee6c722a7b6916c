import { Badge, CloseButton } from '@mantine/core'

/** A filter that is in use, with a button that removes it. */
export function FilterChip(props: {
  readonly label: string
  /** What the button does, in words. */
  readonly clear: string
  readonly onClear: () => void
}) {
  return (
    <Badge
      size="lg"
      color="gray"
      rightSection={
        <CloseButton size="xs" aria-label={`${props.clear}: ${props.label}`} onClick={props.onClear} />
      }
    >
      {props.label}
    </Badge>
  )
}
