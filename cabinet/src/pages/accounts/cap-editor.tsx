import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { CapView } from '@ringkey/server/cabinet-api'
import { type FormEvent, useState } from 'react'
import { useOperatorChange } from '../../api/operator.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { navigationTexts } from '../texts.ts'
import { accountProblems, accountsTexts } from './texts.ts'

interface Bounds {
  readonly scope: string
  readonly perHour: string
  readonly perDay: string
}

/** The bounds on the spending of an account, a service or a destination. */
export function CapEditor({ cap, onClose }: { readonly cap: CapView; readonly onClose: () => void }) {
  const text = useTexts(accountsTexts)
  const navigation = useTexts(navigationTexts)
  const typed = (bound: number) => (bound === 0 ? '' : String(bound))
  const [perHour, setPerHour] = useState(typed(cap.perHour))
  const [perDay, setPerDay] = useState(typed(cap.perDay))
  const save = useOperatorChange<Bounds>('/operator/caps')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ scope: cap.scope, perHour: perHour.trim(), perDay: perDay.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={text.capTitle(cap.scope)}
      closeButtonProps={{ 'aria-label': navigation.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {text.capAbout}
          </Text>
          <TextInput
            label={text.perHour}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            value={perHour}
            onChange={(event) => setPerHour(event.currentTarget.value)}
          />
          <TextInput
            label={text.perDay}
            inputMode="decimal"
            autoComplete="off"
            value={perDay}
            onChange={(event) => setPerDay(event.currentTarget.value)}
          />
          <ErrorNote error={save.error} own={accountProblems} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {text.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {text.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
