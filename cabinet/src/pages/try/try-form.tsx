import { Anchor, Button, Group, Radio, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import type { Answer, WriteAnswer } from '@ringkey/server/cabinet-api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerKey } from '../../api/answer-key.ts'
import { write } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { fieldProblem, otherProblem } from '../../language/field-problem.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Form } from '../../parts/form.tsx'
import { IconPhoneCall } from '../../parts/icons.tsx'
import { interfaceSpelling } from '../../parts/interface-spelling.ts'
import { verificationKey } from '../verifications/use-verification.ts'
import { type Choice, codeFor, numberFor, plans, stepsOf, type Target, targets } from './choice.ts'
import { tryProblems, tryTexts } from './texts.ts'
import type { useChoice } from './use-choice.ts'

const modes = ['flash', 'voice', 'mix', 'inbound'] as const

/** What the page has placed. */
export type Started =
  | { readonly api: 'v1'; readonly trial: WriteAnswer<'/trials'> }
  | { readonly api: 'v2'; readonly id: string; readonly token: string }

export function TryForm(props: {
  readonly services: Answer<'/services'>
  readonly choice: ReturnType<typeof useChoice>
  readonly onStarted: (started: Started) => void
}) {
  const text = useTexts(tryTexts)
  const client = useQueryClient()
  const { value: choice, set } = props.choice
  const start = useMutation({
    mutationFn: async (): Promise<Started> => {
      if (choice.api === 'v1') return { api: 'v1', trial: await write('/trials', callOf(choice)) }
      const created = await write('/verifications', verificationOf(choice))
      client.setQueryData(verificationKey(created.id), created)
      return { api: 'v2', id: created.id, token: created.clientToken }
    },
    onSuccess: (started) => {
      if (started.api === 'v1')
        client.setQueryData(
          answerKey('/trials/:vendorId', { vendorId: started.trial.vendorId }),
          started.trial,
        )
      props.onStarted(started)
      if (choice.target === 'demo') set({ phone: numberFor('demo') })
      void client.invalidateQueries({ queryKey: ['me'] })
    },
  })
  const isInbound = choice.api === 'v2' ? choice.plan === 'inbound' : choice.mode === 'inbound'
  const problem = (field: string) => fieldProblem(start.error, field, text.errors)
  return (
    <Form onSubmit={() => start.mutate()}>
      <Stack gap="md">
        <Select
          label={text.service}
          data={props.services.map(({ id, name }) => ({ value: String(id), label: `${name} · ${id}` }))}
          value={String(choice.serviceId)}
          onChange={(value) => set({ serviceId: Number(value) })}
        />
        <OneOf
          name={text.api}
          values={['v2', 'v1'] as const}
          names={text.apis}
          value={choice.api}
          hint={text.apiHints[choice.api]}
          onChange={(api) => set({ api, ...(api === 'v1' ? { code: choice.code.slice(0, 4) } : {}) })}
        />
        {choice.api === 'v2' ? (
          <Select
            label={text.plan}
            data={plans.map((value) => ({ value, label: text.plans[value] }))}
            value={choice.plan}
            onChange={(plan) => set({ plan: plan as Choice['plan'] })}
          />
        ) : (
          <OneOf
            name={text.mode}
            values={modes}
            names={text.modes}
            value={choice.mode}
            hint={text.modeHints[choice.mode]}
            onChange={(mode) => set({ mode })}
          />
        )}
        <TargetChoice
          target={choice.target}
          onChange={(target) => set({ target, phone: numberFor(target), code: codeFor(target) })}
        />
        {(choice.target === 'own' || choice.target === 'demo') && (
          <TextInput
            label={text.phone}
            type="tel"
            autoComplete="tel"
            required
            withAsterisk={false}
            {...bindText(choice.phone, (phone) => set({ phone }))}
            error={problem('phone')}
          />
        )}
        {isInbound && choice.api === 'v1' && (
          <TextInput
            label={text.callback}
            description={text.callbackHint.replace('SERVICE_ID', String(choice.serviceId))}
            placeholder="https://"
            type="url"
            required
            withAsterisk={false}
            {...bindText(choice.callbackUrl, (callbackUrl) => set({ callbackUrl }))}
            error={problem('callbackUrl')}
          />
        )}
        {!isInbound && (
          <TextInput
            label={text.code}
            description={
              choice.api === 'v1'
                ? text.codeHint
                : choice.target === 'good'
                  ? text.testCodeHint
                  : text.longCodeHint
            }
            inputMode="numeric"
            maxLength={choice.api === 'v1' ? 4 : 10}
            w={260}
            value={choice.code}
            onChange={(event) => set({ code: event.currentTarget.value.replace(/\D/g, '') })}
            error={problem('code')}
          />
        )}
        <ErrorNote
          error={otherProblem(start.error, ['phone', 'code', 'callbackUrl'])}
          errorTexts={tryProblems}
        />
        <Group>
          <Button type="submit" loading={start.isPending} leftSection={<IconPhoneCall size={16} />}>
            {choice.api === 'v2' ? text.verify : isInbound ? text.wait : text.place}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function TargetChoice(props: { readonly target: Target; readonly onChange: (target: Target) => void }) {
  const text = useTexts(tryTexts)
  const { account } = useMe()
  const offered = targets.filter((target) => (account?.demo ? target !== 'own' : target !== 'demo'))
  return (
    <Radio.Group
      label={text.target}
      value={props.target}
      onChange={(value) => props.onChange(value as Target)}
    >
      <Stack gap={8} mt={6}>
        {offered.map((target) => (
          <Radio
            key={target}
            value={target}
            label={text.targets[target]}
            description={text.targetHints[target]}
          />
        ))}
      </Stack>
      {props.target === 'demo' && (
        <Anchor
          href="/cabinet/phone"
          target="_blank"
          rel="noreferrer"
          size="sm"
          mt={6}
          display="inline-block"
        >
          {text.openPhone}
        </Anchor>
      )}
    </Radio.Group>
  )
}

function OneOf<T extends string>(props: {
  readonly name: string
  readonly values: readonly T[]
  readonly names: Readonly<Record<T, string>>
  readonly value: T
  readonly hint: string
  readonly onChange: (value: T) => void
}) {
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {props.name}
      </Text>
      <SegmentedControl
        aria-label={props.name}
        fullWidth
        data={props.values.map((value) => ({ value, label: props.names[value] }))}
        value={props.value}
        onChange={(value) => props.onChange(value as T)}
      />
      <Text variant="hint">{props.hint}</Text>
    </Stack>
  )
}

function callOf({ serviceId, mode, phone: written, code, callbackUrl }: Choice) {
  const phone = interfaceSpelling(written)
  if (mode === 'inbound') return { serviceId, mode, phone, callbackUrl }
  return { serviceId, mode, phone, ...(code === '' ? {} : { code: code.padStart(4, '0') }) }
}

function verificationOf({ serviceId, plan, phone, code }: Choice) {
  const steps = stepsOf(plan)
  return {
    serviceId,
    phone: interfaceSpelling(phone),
    ...(steps === undefined ? {} : { steps }),
    ...(code === '' || plan === 'inbound' ? {} : { code }),
  }
}
