import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import type { Answer, TrunkView } from '@ringkey/server/cabinet-api'
import { namesOf } from '@ringkey/server/fields/field'
import { trunkFields } from '@ringkey/server/fields/trunk-fields'
import { useState } from 'react'
import { ApiProblem } from '../../api/client.ts'
import { useOperatorChange } from '../../api/operator.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { useProblemText } from '../../language/problems.ts'
import { bindChecked, bindText } from '../../parts/bind.ts'
import { DialogForm } from '../../parts/dialog-form.tsx'
import { FieldInput } from '../../parts/field-input.tsx'
import { changesIn, typedOf } from '../../parts/field-values.ts'
import { formTexts } from './form-texts.ts'
import { InboundTest } from './inbound-test.tsx'
import { PriceTable } from './price-table.tsx'
import { trunkProblems } from './texts.ts'
import { withPreset } from './with-preset.ts'

type TrunksView = Answer<'/operator/trunks'>
type Preset = keyof TrunksView['presets']
type Name = keyof typeof trunkFields
type FieldGroup = (typeof trunkFields)[Name]['group']

const namesIn = (group: FieldGroup) =>
  namesOf(trunkFields).filter((name) => trunkFields[name].group === group)
const advanced = [
  'addresses',
  'numbers',
  'callers',
  'calls',
  'routing',
  'times',
] as const satisfies readonly FieldGroup[]
const steps = ['connect', 'limits', 'prices', 'advanced', 'test'] as const
type Step = (typeof steps)[number]

/** Where a field is, so that its error is seen. */
function stepOf(field: string): Step {
  const group = Object.hasOwn(trunkFields, field) ? trunkFields[field as Name].group : 'connect'
  return steps.find((step) => step === group) ?? 'advanced'
}

/** A trunk's settings in steps: what one has in hand comes first. One that is saved can be tested at once. */
export function TrunkForm(props: {
  /** null is a new one. */
  readonly trunk: TrunkView | null
  readonly defaults: TrunksView['defaults']
  readonly presets: TrunksView['presets']
  readonly onTest: (what: 'test' | 'test-all', trunk: string) => void
  readonly onClose: () => void
}) {
  const text = useTexts(formTexts)
  const { language } = useLanguage()
  const { trunk, onClose } = props
  const [saved, setSaved] = useState(trunk?.name ?? null)
  const [step, setStep] = useState<Step>('connect')
  const [before, setBefore] = useState(() => typedOf(trunkFields, trunk?.settings ?? props.defaults))
  const [values, setValues] = useState(before)
  const [preset, setPreset] = useState<Preset | ''>('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [withoutPassword, setWithoutPassword] = useState(false)
  const save = useOperatorChange(saved === null ? '/operator/trunks' : '/operator/trunks/:name')
  const problemText = useProblemText(trunkProblems)
  const problem = save.error instanceof ApiProblem ? save.error : null
  const errorOf = (field: string) => (problem?.field === field ? problemText(problem) : null)

  const writtenPreset = (name: Preset | '') =>
    name === '' ? before : typedOf(trunkFields, { ...props.defaults, ...props.presets[name] })
  const choose = (name: Preset | '') => {
    setValues((now) => withPreset(now, writtenPreset(preset), writtenPreset(name)))
    setPreset(name)
  }
  const settings = changesIn(trunkFields, before, values)
  const isChanged = saved === null || Object.keys(settings).length > 0 || password !== '' || withoutPassword
  const submit = () => {
    if (!isChanged) return onClose()
    save.mutate(
      {
        name: saved ?? name.trim(),
        settings,
        ...(withoutPassword ? { password: null } : password === '' ? {} : { password }),
      },
      {
        onSuccess: () => {
          if (saved !== null) return onClose()
          setSaved(name.trim())
          setBefore(values)
          setPassword('')
          setStep('test')
        },
        onError: (error) => {
          if (error instanceof ApiProblem && error.field !== undefined) setStep(stepOf(error.field))
        },
      },
    )
  }
  const input = (each: Name) => {
    const [label, description] = trunkFields[each][language]
    return (
      <FieldInput
        key={each}
        field={trunkFields[each]}
        names={{ label, description }}
        value={values[each]}
        error={errorOf(each)}
        onChange={(value) => setValues((now) => ({ ...now, [each]: value }))}
      />
    )
  }
  const credential = (
    <Stack gap="xs" key="password">
      <PasswordInput
        label={text.password}
        description={trunk?.hasPassword ? text.passwordSet : text.passwordNone}
        autoComplete="new-password"
        disabled={withoutPassword}
        {...bindText(password, setPassword)}
      />
      {trunk?.hasPassword === true && (
        <Checkbox label={text.noPassword} {...bindChecked(withoutPassword, setWithoutPassword)} />
      )}
    </Stack>
  )
  const parts = {
    connect: (
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {saved === null && (
          <>
            <TextInput
              label={text.name}
              description={text.nameAbout}
              required
              data-autofocus
              error={errorOf('name')}
              {...bindText(name, setName)}
            />
            <NativeSelect
              label={text.preset}
              description={text.presetAbout}
              data={[
                { value: '', label: text.noPreset },
                ...Object.keys(props.presets).map((value) => ({
                  value,
                  label: text.presets[value as Preset],
                })),
              ]}
              value={preset}
              onChange={(event) => choose(event.currentTarget.value as Preset | '')}
            />
          </>
        )}
        {namesIn('connect').flatMap((each) =>
          each === 'register' ? [credential, input(each)] : [input(each)],
        )}
      </SimpleGrid>
    ),
    limits: <SimpleGrid cols={{ base: 1, sm: 2 }}>{namesIn('limits').map(input)}</SimpleGrid>,
    prices: (
      <Stack gap="xs">
        <PriceTable
          value={values.prices}
          onChange={(prices) => setValues((now) => ({ ...now, prices }))}
          error={errorOf('prices')}
        />
      </Stack>
    ),
    advanced: (
      <Stack gap="lg">
        {advanced.map((group) => (
          <Stack key={group} gap="xs">
            <Title order={3}>{text.groups[group]}</Title>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>{namesIn(group).map(input)}</SimpleGrid>
          </Stack>
        ))}
      </Stack>
    ),
    test: saved !== null && (
      <Stack>
        {trunk === null && <Text role="status">{text.saved}</Text>}
        <Group gap="xs">
          <Button variant="default" onClick={() => props.onTest('test', saved)}>
            {text.testCall}
          </Button>
          <Button variant="default" onClick={() => props.onTest('test-all', saved)}>
            {text.testAll}
          </Button>
        </Group>
        <InboundTest
          trunk={saved}
          onAccepted={(accepted) => {
            setValues((now) => ({ ...now, ...accepted }))
            setBefore((now) => ({ ...now, ...accepted }))
          }}
        />
      </Stack>
    ),
  }
  return (
    <DialogForm
      isLong
      title={saved === null ? text.newTitle : text.editTitle(saved)}
      action={isChanged ? text.save : text.done}
      mutation={save}
      errorTexts={trunkProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      <Tabs value={step} onChange={(next) => setStep(next as Step)} keepMounted={false}>
        <Tabs.List mb="md">
          {steps.map((each) => (
            <Tabs.Tab key={each} value={each} disabled={each === 'test' && saved === null}>
              {text.steps[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {steps.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {parts[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </DialogForm>
  )
}
