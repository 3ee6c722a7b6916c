import {
  Accordion,
  Checkbox,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
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
import { trunkProblems } from './texts.ts'
import { withPreset } from './with-preset.ts'

type TrunksView = Answer<'/operator/trunks'>
type Preset = keyof TrunksView['presets']
type Name = keyof typeof trunkFields
type Group = (typeof trunkFields)[Name]['group']

const namesIn = (group: Group) => namesOf(trunkFields).filter((name) => trunkFields[name].group === group)
const advanced = [
  'addresses',
  'numbers',
  'callers',
  'calls',
  'routing',
  'times',
] as const satisfies readonly Group[]

/** A trunk's settings: what most need, and the rest folded. */
export function TrunkForm(props: {
  /** null is a new one. */
  readonly trunk: TrunkView | null
  readonly defaults: TrunksView['defaults']
  readonly presets: TrunksView['presets']
  readonly onClose: () => void
}) {
  const text = useTexts(formTexts)
  const { language } = useLanguage()
  const { trunk, onClose } = props
  const [before] = useState(() => typedOf(trunkFields, trunk?.settings ?? props.defaults))
  const [values, setValues] = useState(before)
  const [preset, setPreset] = useState<Preset | ''>('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [withoutPassword, setWithoutPassword] = useState(false)
  const save = useOperatorChange(trunk === null ? '/operator/trunks' : '/operator/trunks/:name')
  const problemText = useProblemText(trunkProblems)
  const problem = save.error instanceof ApiProblem ? save.error : null
  const errorOf = (field: string) => (problem?.field === field ? problemText(problem) : null)

  const writtenPreset = (name: Preset | '') =>
    name === '' ? before : typedOf(trunkFields, { ...props.defaults, ...props.presets[name] })
  const choose = (name: Preset | '') => {
    setValues((now) => withPreset(now, writtenPreset(preset), writtenPreset(name)))
    setPreset(name)
  }
  const submit = () => {
    save.mutate(
      {
        name: trunk?.name ?? name.trim(),
        settings: changesIn(trunkFields, before, values),
        ...(withoutPassword ? { password: null } : password === '' ? {} : { password }),
      },
      { onSuccess: onClose },
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
  return (
    <DialogForm
      isLong
      title={trunk === null ? text.newTitle : text.editTitle(trunk.name)}
      action={text.save}
      mutation={save}
      errorTexts={trunkProblems}
      onSubmit={submit}
      onClose={onClose}
    >
      {trunk === null && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
              ...Object.keys(props.presets).map((value) => ({ value, label: text.presets[value as Preset] })),
            ]}
            value={preset}
            onChange={(event) => choose(event.currentTarget.value as Preset | '')}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{namesIn('basic').map(input)}</SimpleGrid>
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
      {trunk !== null && (
        <InboundTest
          trunk={trunk.name}
          onAccepted={(settings) => setValues((now) => ({ ...now, ...settings }))}
        />
      )}
      <Accordion variant="separated">
        <Accordion.Item value="advanced">
          <Accordion.Control>{text.advanced}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="lg">
              {advanced.map((group) => (
                <Stack key={group} gap="xs">
                  <Title order={3}>{text.groups[group]}</Title>
                  <SimpleGrid cols={{ base: 1, sm: 2 }}>{namesIn(group).map(input)}</SimpleGrid>
                </Stack>
              ))}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </DialogForm>
  )
}
