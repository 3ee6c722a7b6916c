import { Alert, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { TestCallLine, TrunkView } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { RowForm } from '../../parts/form.tsx'
import { IconCircleCheck, IconCircleX } from '../../parts/icons.tsx'
import { Ladder, rungOf } from '../../parts/ladder.tsx'
import { navigationTexts } from '../texts.ts'
import { callReasons, testCallTexts } from './test-call-texts.ts'
import { trunkProblems } from './texts.ts'
import { useStreamedTest } from './use-streamed-test.ts'

const modes = ['flash', 'voice', 'mix'] as const
type Result = Exclude<TestCallLine, { readonly kind: 'step' }>

/** Places one call and draws its messages as they pass. Closing the dialog stops the call. */
export function TestCall({ trunk, onClose }: { readonly trunk: TrunkView; readonly onClose: () => void }) {
  const text = useTexts(testCallTexts)
  const navigation = useTexts(navigationTexts)
  const [phone, setPhone] = useState(trunk.isBuiltIn ? '+7 900 555-00-00' : '')
  const [mode, setMode] = useState<(typeof modes)[number]>('flash')
  const test = useStreamedTest('/operator/trunks/:name/test')
  const { lines } = test
  const result = lines.find((line): line is Result => line.kind !== 'step')
  const steps = lines.filter((line) => line.kind === 'step')
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={text.title(trunk.name)}
      closeButtonProps={{ 'aria-label': navigation.close }}
    >
      <Stack>
        <Text variant="hint">{trunk.isBuiltIn ? text.demoAbout : text.about}</Text>
        <RowForm
          action={text.call}
          mutation={test}
          errorTexts={trunkProblems}
          isMain
          onSubmit={() => test.start({ name: trunk.name, phone, mode })}
        >
          <TextInput
            label={text.phone}
            type="tel"
            required
            style={{ flex: 1, minWidth: 180 }}
            {...bindText(phone, setPhone)}
          />
          <SegmentedControl
            aria-label={text.mode}
            value={mode}
            onChange={setMode}
            data={modes.map((value) => ({ value, label: text.modes[value] }))}
          />
        </RowForm>
        {steps.length > 0 && <Ladder rungs={steps.map(rungOf)} peer={trunk.name} />}
        {result !== undefined && <Outcome result={result} />}
      </Stack>
    </Modal>
  )
}

function Outcome({ result }: { readonly result: Result }) {
  const text = useTexts(testCallTexts)
  const reasons = useTexts(callReasons)
  const formats = useFormats()
  if (result.kind === 'failed') {
    return <Alert color="red">{result.code === 'no-number' ? text.noNumber : text.broken}</Alert>
  }
  const { completed, reason, code, pddMs, ringMs, nextTrunk } = result
  return (
    <Alert
      color={completed ? 'teal' : 'red'}
      icon={completed ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      title={`${completed ? text.good : text.bad}: ${reasons[reason] ?? reason}`}
      role="status"
    >
      {text.facts(code, pddMs === null ? null : formats.seconds(pddMs), formats.seconds(ringMs))}
      {nextTrunk && ` ${text.nextTrunk}`}
    </Alert>
  )
}
