import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Texts } from '../language/language.tsx'
import { useProblemText } from '../language/problems.ts'

/** What went wrong, in a sentence; nothing while nothing did. */
export function ErrorNote({
  error,
  own,
}: {
  readonly error: unknown
  readonly own?: Texts<Record<string, string>>
}) {
  const textOf = useProblemText(own)
  if (error === null || error === undefined) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      {textOf(error)}
    </Alert>
  )
}
