import { Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { NewKey, ServiceDetail } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { Upcoming } from '../../parts/moment.tsx'
import { SettingRow } from '../../parts/setting-row.tsx'
import { keepKey } from './fresh-key.ts'
import { defaultOverlapHours, OverlapSelect } from './overlap-select.tsx'
import { serviceTexts } from './service-texts.ts'
import { useChangeService } from './use-change-service.ts'

/** Actions that are hard to undo. They are on a tab of their own and ask for the name. */
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
                {text.oldKeyUntil} <Upcoming at={previousKeyEndsAt} />
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
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        {props.action}
      </Button>
      <DialogForm
        title={props.action}
        action={props.action}
        error={otherProblem(run.error, ['name'])}
        isBusy={run.isPending}
        isOpen={isOpen}
        isGrave
        isIncomplete={name.trim() !== props.service.name}
        onSubmit={() => run.mutate()}
        onClose={close}
      >
        {props.children}
        <TextInput
          label={<Text span>{text.typeName(props.service.name)}</Text>}
          data-autofocus
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldProblem(run.error, 'name', text.errors)}
        />
      </DialogForm>
    </>
  )
}
