import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NewKey, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { navigationTexts } from '../texts.ts'
import { keepKey } from './fresh-key.ts'
import { defaultOverlapHours, OverlapSelect } from './overlap-select.tsx'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'

/** What cannot be taken back easily stands apart and asks for the name. */
export function Danger({ service }: { readonly service: ServiceDetail }) {
  const text = useTexts(serviceTexts)
  const client = useQueryClient()
  const [hours, setHours] = useState(defaultOverlapHours)
  const change = useChangeService(service.id)
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['service', String(service.id)] })
    void client.invalidateQueries({ queryKey: ['services'] })
  }
  const { previousKeyEndsAt, status } = service
  return (
    <>
      <SettingRow
        title={text.rotate}
        hint={
          <>
            {text.rotateHint}
            {previousKeyEndsAt !== null && previousKeyEndsAt > Date.now() && (
              <div>
                {text.oldKeyUntil} <Moment at={previousKeyEndsAt} />
              </div>
            )}
          </>
        }
      >
        <AskWithName
          service={service}
          action={text.rotateNow}
          run={async (name) => {
            const made = await write<NewKey>(`/services/${service.id}/key`, { name, overlapHours: hours })
            keepKey(service.id, made.secretKey)
          }}
          onDone={refresh}
        >
          <OverlapSelect hours={hours} onChange={setHours} />
        </AskWithName>
      </SettingRow>
      {status === 'archived' ? (
        <SettingRow title={text.restore} hint={text.restoreHint}>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ status: 'active' })}
          >
            {text.restoreNow}
          </Button>
        </SettingRow>
      ) : (
        <SettingRow title={text.archive} hint={text.archiveHint}>
          <AskWithName
            service={service}
            action={text.archiveNow}
            run={(name) => write(`/services/${service.id}/archive`, { name })}
            onDone={refresh}
          />
        </SettingRow>
      )}
    </>
  )
}

function AskWithName(props: {
  readonly service: ServiceDetail
  readonly action: string
  readonly run: (name: string) => Promise<unknown>
  readonly onDone: () => void
  readonly children?: ReactNode
}) {
  const text = useTexts(serviceTexts)
  const frame = useTexts(navigationTexts)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [name, setName] = useState('')
  const run = useMutation({
    mutationFn: () => props.run(name),
    onSuccess: () => {
      close()
      setName('')
      props.onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate()
  }
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        {props.action}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={props.action}
        closeButtonProps={{ 'aria-label': frame.close }}
      >
        <form onSubmit={submit}>
          <Stack gap="sm">
            {props.children}
            <TextInput
              label={<Text span>{text.typeName(props.service.name)}</Text>}
              data-autofocus
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldProblem(run.error, 'name', text.errors)}
            />
            <ErrorNote error={otherProblem(run.error, ['name'])} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                {text.cancel}
              </Button>
              <Button
                type="submit"
                color="red.9"
                loading={run.isPending}
                disabled={name.trim() !== props.service.name}
              >
                {props.action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
