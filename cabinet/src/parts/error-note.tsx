import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { MeContext } from '../api/me.ts'
import { isAway, isSignedOut } from '../api/queries.ts'
import { useTexts } from '../language/language.tsx'
import { useProblemText } from '../language/problems.ts'
import { defineMessages, type Texts } from '../language/texts.ts'
import { IconAlertCircle } from './icons.tsx'

const texts = defineMessages({
  trying: ['We keep trying.', 'Мы продолжаем попытки.'],
  again: ['Try now', 'Повторить сейчас'],
})

/** The error in a sentence; renders nothing without an error. */
export function ErrorNote({
  error,
  errorTexts,
}: {
  readonly error: unknown
  readonly errorTexts?: Texts<Record<string, string>> | undefined
}) {
  const textOf = useProblemText(errorTexts)
  const text = useTexts(texts)
  const client = useQueryClient()
  const isInside = useContext(MeContext) !== null
  if (error === null || error === undefined) return null
  // The entrance says it; the page waits behind it, and after the next sign-in it would be untrue.
  if (isInside && isSignedOut(error)) return null
  // Only what was read is asked for again by itself: a change that failed is made again by whoever wanted it.
  const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.error === error })
  const isTriedAgain = failed.length > 0 && isAway(error)
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      <Group justify="space-between" gap="xs">
        <span>{isTriedAgain ? `${textOf(error)} ${text.trying}` : textOf(error)}</span>
        {isTriedAgain && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })}
          >
            {text.again}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
